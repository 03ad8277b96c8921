// The processes of a run: Frontlist's commands and servers, the bare servers, and the load.
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { LoadOrder, LoadReport, LoadRound } from './load-order.ts'
import type { Workplace } from './workplace.ts'

const projectFolder = join(import.meta.dir, '..')
/** Tests of the benchmarks have an executable, which starts in a third of the time. */
const ownProgram = process.env.TEST_EXECUTABLE || projectFolder
const commandMs = 60 * 60_000
const startMs = 30_000

export interface ServerProcess {
  readonly pid: number
  readonly url: string
  /** Sends SIGTERM, and waits until the process has ended. */
  stop(): Promise<void>
}

type Settings = Readonly<Record<string, string>>

export interface Frontlist {
  readonly databaseFile: string
  /** Runs a command to completion and returns its JSON; `onEnd` receives the ended process. */
  run<Result>(args: readonly string[], onEnd?: (child: Bun.Subprocess) => void): Promise<Result>
  serve(settings?: Settings): Promise<ServerProcess>
}

interface FrontlistOptions {
  /** The folder of another checkout, or an executable, instead of this checkout. */
  readonly against?: string
  /** Of its database file, where there are several. */
  readonly name?: string
  /** Of its database file, if not the temporary one. */
  readonly folder?: string | undefined
  readonly settings?: Settings
}

export function frontlistIn(workplace: Workplace, options: FrontlistOptions = {}): Frontlist {
  const { against, name = against === undefined ? 'frontlist' : 'other', settings = {} } = options
  const { command, cwd } = toCommand(resolve(against ?? ownProgram), workplace)
  const databaseFile = join(options.folder ?? workplace.folder, `${name}.db`)
  const env = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: `sqlite:${databaseFile}`,
    HOST: '127.0.0.1',
    PORT: '0',
    ...settings,
  }
  return {
    databaseFile,
    run: async <Result>(args: readonly string[], onEnd?: (child: Bun.Subprocess) => void) => {
      const streams = { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' } as const
      const child = workplace.keep(
        Bun.spawn([...command, ...args, '--json'], { ...streams, env, cwd, timeout: commandMs }),
      )
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
      startServer(workplace, [...command, 'serve', '--json'], { env: { ...env, ...more }, cwd }),
  }
}

/** No .env of the current folder is read. Sources need their checkout's tsconfig.json. */
function toCommand(program: string, workplace: Workplace) {
  if (!statSync(program).isDirectory()) return { command: [program], cwd: workplace.folder }
  const flags = ['--no-env-file', '--max-http-header-size=65536']
  return { command: [process.execPath, ...flags, join(program, 'src/main.ts')], cwd: program }
}

/** A bare server of this folder, by file name. */
export function startBare(workplace: Workplace, name: string, ...args: string[]): Promise<ServerProcess> {
  return startServer(workplace, [process.execPath, join(import.meta.dir, `${name}.ts`), ...args], {})
}

async function startServer(
  workplace: Workplace,
  command: readonly string[],
  options: { env?: Record<string, string>; cwd?: string },
): Promise<ServerProcess> {
  const child = workplace.keep(
    Bun.spawn([...command], { ...options, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' }),
  )
  const stderr = new Response(child.stderr).text()
  child.exited.then(async code => {
    if (code !== 0) process.stderr.write(await stderr)
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), startMs)
  const line = await readFirstLine(child.stdout)
  clearTimeout(timer)
  const { port } = new URL((JSON.parse(line) as { url: string }).url)
  const stop = async () => {
    child.kill('SIGTERM')
    await child.exited
  }
  return { pid: child.pid, url: `http://127.0.0.1:${port}`, stop }
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
  /** Rejects if a response was not the expected one. */
  round(order: LoadOrder): Promise<LoadRound>
}

export function startLoad(workplace: Workplace): Load {
  let report = Promise.withResolvers<LoadRound>()
  // It may fail before the first round awaits it.
  report.promise.catch(() => {})
  const child = workplace.keep(
    Bun.spawn([process.execPath, join(import.meta.dir, 'load.ts')], {
      stdio: ['ignore', 'inherit', 'inherit'],
      ipc: (message: LoadReport) =>
        'round' in message ? report.resolve(message.round) : report.reject(new Error(message.error)),
    }),
  )
  child.exited.then(code => report.reject(new Error(`The load ended with exit code ${code}.`)))
  return {
    round: order => {
      report = Promise.withResolvers()
      child.send(order)
      return report.promise
    },
  }
}
