// The processes of a run: Frontlist's commands and its server, the bare server, and the load.
import { join, resolve } from 'node:path'
import type { LoadOrder, LoadReport } from './load.ts'
import type { RoundAnswer } from './load-round.ts'
import type { Workplace } from './workplace.ts'

const projectFolder = join(import.meta.dir, '..')
const commandMs = 60 * 60 * 1000
const startMs = 30_000

export interface ServerProcess {
  readonly name: 'frontlist' | 'bare'
  readonly pid: number
  readonly url: string
  readonly port: number
  /** SIGTERM; comes back when the process has ended. */
  stop(): Promise<void>
}

export interface Frontlist {
  /** Runs a command to its end and returns its JSON; `onEnd` is told of the process that has ended. */
  run<Result>(args: readonly string[], onEnd?: (child: Bun.Subprocess) => void): Promise<Result>
  /** `more` settings on top of the others. */
  serve(more?: Readonly<Record<string, string>>): Promise<ServerProcess>
}

/** The embedded database of a workplace. */
export function databaseFile(workplace: Workplace): string {
  return join(workplace.folder, 'frontlist.db')
}

/** `program` null is this checkout. `settings` come on top of an embedded database in the workplace and a free port. */
export function frontlistIn(
  workplace: Workplace,
  program: string | null,
  settings: Readonly<Record<string, string>> = {},
): Frontlist {
  const { command, cwd } = toCommand(program, workplace)
  const env = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: `sqlite:${databaseFile(workplace)}`,
    HOST: '127.0.0.1',
    PORT: '0',
    ...settings,
  }
  return {
    run: async <Result>(args: readonly string[], onEnd?: (child: Bun.Subprocess) => void) => {
      const options = {
        env,
        cwd,
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
        timeout: commandMs,
      } as const
      const child = workplace.keep(Bun.spawn([...command, ...args, '--json'], options))
      const [stdout, stderr] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ])
      const exitCode = await child.exited
      onEnd?.(child)
      if (exitCode === 0) return JSON.parse(stdout) as Result
      throw new Error(`frontlist ${args.join(' ')} failed: ${stderr.trim()}`)
    },
    serve: (more = {}) =>
      startServer(workplace, 'frontlist', [...command, 'serve', '--json'], { env: { ...env, ...more }, cwd }),
  }
}

/** Neither reads an .env of whoever runs the benchmark. Sources need the checkout's tsconfig.json. */
function toCommand(program: string | null, workplace: Workplace) {
  const path = program === null ? join(projectFolder, 'src/main.ts') : resolve(program)
  if (!path.endsWith('.ts')) return { command: [path], cwd: workplace.folder }
  const flags = ['--no-env-file', '--max-http-header-size=65536']
  return { command: [process.execPath, ...flags, path], cwd: projectFolder }
}

/** `careful`: with what it does of each request beside the embedded database of the workplace. */
export function startBare(
  workplace: Workplace,
  recordingFile: string,
  { careful = false } = {},
): Promise<ServerProcess> {
  const command = [process.execPath, join(import.meta.dir, 'bare-server.ts'), recordingFile]
  return startServer(workplace, 'bare', careful ? [...command, databaseFile(workplace)] : command, {})
}

/** On the embedded database of the workplace. */
export function startBareSqlite(workplace: Workplace): Promise<ServerProcess> {
  const program = join(import.meta.dir, 'bare-sqlite-server.ts')
  return startServer(workplace, 'bare', [process.execPath, program, databaseFile(workplace)], {})
}

async function startServer(
  workplace: Workplace,
  name: ServerProcess['name'],
  command: readonly string[],
  options: { env?: Record<string, string>; cwd?: string },
): Promise<ServerProcess> {
  const child = workplace.keep(
    Bun.spawn([...command], { ...options, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' }),
  )
  // What it says is of use only where it does not end as it should.
  const said = new Response(child.stderr).text()
  child.exited.then(async code => {
    if (code !== 0) process.stderr.write(await said)
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), startMs)
  const line = await readFirstLine(child.stdout)
  clearTimeout(timer)
  const { url } = JSON.parse(line) as { url: string }
  const { port } = new URL(url)
  const stop = async () => {
    child.kill('SIGTERM')
    await child.exited
  }
  return { name, pid: child.pid, url: `http://127.0.0.1:${port}`, port: Number(port), stop }
}

async function readFirstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true })
    const end = text.indexOf('\n')
    if (end >= 0) return text.slice(0, end)
  }
  throw new Error('A server did not start.')
}

export interface Load {
  /** Throws where an answer was wrong or none came. */
  round(order: LoadOrder): Promise<RoundAnswer>
  stop(): Promise<void>
}

export async function startLoad(workplace: Workplace, recordingFile: string): Promise<Load> {
  let report = Promise.withResolvers<LoadReport>()
  const child = workplace.keep(
    Bun.spawn([process.execPath, join(import.meta.dir, 'load.ts'), recordingFile], {
      stdio: ['ignore', 'inherit', 'inherit'],
      ipc: (message: LoadReport) => report.resolve(message),
    }),
  )
  let stopped = false
  child.exited.then(code => {
    if (!stopped) report.reject(new Error(`The load ended with exit code ${code}.`))
  })
  await report.promise
  return {
    round: async order => {
      report = Promise.withResolvers<LoadReport>()
      child.send(order)
      const answer = await report.promise
      if ('round' in answer) return answer.round
      throw new Error('error' in answer ? answer.error : 'The load said nothing of use.')
    },
    stop: async () => {
      stopped = true
      child.kill('SIGTERM')
      await child.exited
    },
  }
}
