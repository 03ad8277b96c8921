// What the programs here say while they run, and how each of them begins and ends.
import { Workplace } from './workplace.ts'

export class UsageError extends Error {}

export function note(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** One line that is written over on a terminal; elsewhere, nothing. */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`)
}

/**
 * Runs `work` and cleans up, whether it ends well, fails, is interrupted or takes longer than it may. A wrong use is
 * exit code 2, any other failure 1.
 */
export async function runProgram(
  work: (workplace: Workplace, limit: TimeLimit) => Promise<void>,
): Promise<void> {
  let workplace: Workplace | null = null
  let late: Timer | undefined
  const stop = () => workplace?.close().finally(() => process.exit(1))
  const limit = (minutes: number) => {
    clearTimeout(late)
    late = setTimeout(() => {
      note(`It takes longer than ${minutes} minutes.`)
      void stop()
    }, minutes * 60_000)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  try {
    workplace = new Workplace()
    await work(workplace, limit)
  } catch (error) {
    showProgress('')
    note(error instanceof Error ? error.message : String(error))
    process.exitCode = error instanceof UsageError ? 2 : 1
  } finally {
    clearTimeout(late)
    await workplace?.close()
  }
}

export type TimeLimit = (minutes: number) => void

export function requireLinux(): void {
  if (process.platform !== 'linux') throw new Error('It reads processor times from /proc: Linux only.')
}
