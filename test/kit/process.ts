// The command line and the server as processes of their own, as users run them.

import { join } from 'node:path'
import { makeFolder } from './test-space.ts'

export const projectFolder = new URL('../..', import.meta.url).pathname

export interface Finished {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** A database of its own for a row of commands. */
export interface CommandLine {
  readonly databaseFile: string
  readonly environment: Record<string, string>
  run(
    args: readonly string[],
    options?: { environment?: Record<string, string>; stdin?: string },
  ): Promise<Finished>
  /** `serve`, once it has told its address. Stop it with {@link ServerProcess.stop}. */
  serve(args?: readonly string[], environment?: Record<string, string>): Promise<ServerProcess>
}

export interface ServerProcess {
  readonly url: string
  readonly stdout: string
  readonly process: Bun.Subprocess
  /** SIGTERM, and the exit code. */
  stop(): Promise<number>
}

/** Frontlist as users run it, before its arguments. */
export const program: readonly string[] = [
  process.execPath,
  '--max-http-header-size=65536',
  join(projectFolder, 'src/main.ts'),
]

export function createCommandLine(): CommandLine {
  const databaseFile = join(makeFolder(), 'data/frontlist.db')
  const environment = { PATH: process.env.PATH ?? '', DATABASE_URL: `sqlite:${databaseFile}`, PORT: '0' }
  return {
    databaseFile,
    environment,
    run: async (args, options = {}) => {
      const child = Bun.spawn([...program, ...args], {
        env: { ...environment, ...options.environment },
        stdin: new Blob([options.stdin ?? '']),
        stdout: 'pipe',
        stderr: 'pipe',
      })
      const [stdout, stderr, exitCode] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
        child.exited,
      ])
      return { exitCode, stdout, stderr }
    },
    serve: async (args = [], extra = {}) => {
      const child = Bun.spawn([...program, 'serve', ...args, '--json'], {
        env: { ...environment, ...extra },
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      })
      const stdout = await readFirstLine(child.stdout)
      const { url } = JSON.parse(stdout) as { url: string }
      return {
        url,
        stdout,
        process: child,
        stop: async () => {
          child.kill('SIGTERM')
          return child.exited
        },
      }
    },
  }
}

async function readFirstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'))
  }
  throw new Error(`The server ended before it told its address: ${text}`)
}
