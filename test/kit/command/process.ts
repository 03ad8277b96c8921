// Runs the command line and the server as separate processes, as users do.

import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from '../../../src/database/database.ts'
import { killLater } from '../cleanup.ts'
import { openUrl, type Place, placeDatabase } from '../database/test-databases.ts'
import { makeFolder } from '../test-folder.ts'

export const projectFolder = new URL('../../..', import.meta.url).pathname

export interface Finished {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** A separate database for a sequence of commands. */
export interface CommandLine {
  readonly databaseUrl: string
  /** The path of the SQLite file; PostgreSQL has none. */
  readonly databaseFile: string
  /** For a process that {@link run} and {@link serve} do not start; it may have to wait for {@link ready}. */
  readonly environment: Record<string, string>
  readonly ready: Promise<void>
  /** The database opened in this process; a missing file is created. */
  open(): Promise<Database>
  run(
    args: readonly string[],
    options?: { environment?: Record<string, string>; stdin?: string | Uint8Array<ArrayBuffer> },
  ): Promise<Finished>
  /** Starts `serve`; resolves once it has printed its URL. Stop it with {@link ServerProcess.stop}. */
  serve(args?: readonly string[], environment?: Record<string, string>): Promise<ServerProcess>
}

export interface ServerProcess {
  readonly url: string
  readonly stdout: string
  readonly process: Bun.Subprocess
  /** Sends SIGTERM, and returns the exit code. */
  stop(): Promise<number>
}

const secret = 'a secret of tests, long enough to be one'

/** The command of a checkout, before its arguments. */
export const sourceProgram: readonly string[] = [
  process.execPath,
  '--max-http-header-size=65536',
  join(projectFolder, 'src/main.ts'),
]

const executable = process.env.TEST_EXECUTABLE

/**
 * In `npm test` commands and most servers end before optimized code repays what compiling it takes: a third of their CPU
 * time. Stress tests measure servers as they are.
 */
const quickStart = executable ? { BUN_JSC_useDFGJIT: '0' } : {}

/** The executable that `npm test` builds, because it starts in a third of the time; without one, the checkout. */
export const program: readonly string[] = executable ? [executable] : sourceProgram

/** Settings: where files are, and images that are made of them. */
export const filesIn = (folder: string) => ({
  ASSETS_STORE: `file:${join(folder, 'assets')}`,
  IMAGES_DIR: join(folder, 'images'),
})

interface CommandLineOptions {
  /** Where commands and servers run: relative paths of settings begin there. */
  readonly folder?: string
  /** The command before its arguments. */
  readonly command?: readonly string[]
}

export function createCommandLine(
  { url, ready }: Place = placeDatabase(),
  { folder = process.cwd(), command = program }: CommandLineOptions = {},
): CommandLine {
  const isEmbedded = url.startsWith('sqlite:')
  const databaseFile = isEmbedded ? url.slice('sqlite:'.length) : ''
  const environment = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: url,
    PORT: '0',
    ...quickStart,
    // With an embedded database it is generated, and files are beside it.
    ...(!isEmbedded && { FRONTLIST_SECRET: secret, ...filesIn(makeFolder()) }),
  }
  return {
    databaseUrl: url,
    databaseFile,
    environment,
    ready,
    open: async () => {
      await ready
      if (isEmbedded) mkdirSync(dirname(databaseFile), { recursive: true, mode: 0o700 })
      return openUrl(url)
    },
    run: async (args, options = {}) => {
      await ready
      const child = Bun.spawn([...command, ...args], {
        cwd: folder,
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
      await ready
      const child = Bun.spawn([...command, 'serve', ...args, '--json'], {
        cwd: folder,
        env: { ...environment, ...extra },
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      })
      killLater(child)
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

export async function readFirstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'))
  }
  throw new Error(`The server ended before it told its address: ${text}`)
}
