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

/** Masks whatever looks like an API key, percent-encoded once or twice too: then the text is shown decoded. */
export function maskKeys(text: string): string {
  const once = maskDecoded(mask(text), decodeAscii)
  return maskDecoded(once, shown => decodeAscii(decodeAscii(shown)))
}

/** What was masked before stays as it is. */
function mask(text: string): string {
  return text.replaceAll(/flst(?:_|%5F)[0-9A-Za-z%…]*/gi, 'flst_…')
}

function maskDecoded(text: string, decode: (text: string) => string): string {
  const decoded = decode(text)
  const masked = mask(decoded)
  return masked === decoded ? text : masked
}

/** Whatever else is wrong with the encoding. */
function decodeAscii(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
