// Logs JSON lines to standard error, without secrets. URLs are logged without their query, and API keys and
// tokens of previews are masked.
import pino, { type Logger } from 'pino'

export type { Logger } from 'pino'

/** The caller as it may appear in the log: ids, but nothing that grants access. */
export interface LoggedCaller {
  readonly keyId?: string
  readonly spaceId?: string
}

/** The log line of a completed request, at `info`; docs/deployment.md has a row for each field. */
export interface RequestLine extends LoggedCaller {
  readonly requestId: string
  readonly method: string
  readonly path: string
  /** The endpoint's path; undefined if no endpoint matches. */
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

/**
 * Masks text that looks like an API key or a token of previews, also when it is percent-encoded once or twice. The text is
 * then logged decoded.
 */
export function maskKeys(text: string): string {
  const once = maskDecoded(mask(text), decodeAscii)
  return maskDecoded(once, shown => decodeAscii(decodeAscii(shown)))
}

/** Masks keys, tokens, and the signatures of addresses of files. Already masked text stays unchanged. */
function mask(text: string): string {
  return text
    .replaceAll(/(flst|flpv)(?:_|%5F)[0-9A-Za-z%…]*/gi, (_, prefix: string) => `${prefix.toLowerCase()}_…`)
    .replaceAll(/(~\d{10}~)[\w%-]{20,}/g, '$1…')
}

function maskDecoded(text: string, decode: (text: string) => string): string {
  const decoded = decode(text)
  const masked = mask(decoded)
  return masked === decoded ? text : masked
}

/** Decodes ASCII even if the encoding is invalid elsewhere. */
function decodeAscii(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
