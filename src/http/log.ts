// Logging: JSON lines on standard error, without secrets. Addresses lose their query, keys are masked.
import pino, { type Logger } from 'pino'

export type { Logger } from 'pino'

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
