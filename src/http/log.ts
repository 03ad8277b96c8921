// Logging: JSON lines on standard error, without secrets. Addresses lose their query, keys are masked.
import pino, { type Logger } from 'pino'

export type { Logger } from 'pino'

/** Who asked, as far as the log may know: ids, and nothing that opens anything. */
export interface Caller {
  readonly keyId?: string
  readonly spaceId?: string
}

/** The line of a request that was answered, at `info`; docs/deployment.md has a row for each. */
export interface RequestLine extends Caller {
  readonly requestId: string
  readonly method: string
  readonly path: string
  /** The endpoint's path; undefined where there is none. */
  readonly route: string | undefined
  readonly status: number
  readonly ms: number
  readonly bytes: number
}

export function createLogger(level: string): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  )
}

/** Whatever looks like a key, in whichever text, percent-encoded too. */
export function maskKeys(text: string): string {
  return text.replaceAll(/flst(?:_|%5F)[0-9A-Za-z%]*/gi, 'flst_…')
}
