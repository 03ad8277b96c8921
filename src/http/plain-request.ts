// Requests that a fast path may serve by their URL, which was requested before, and their headers alone.
import { headerBytesMax } from './request-context.ts'

/** In lower case, values joined: what Bun's `Headers.toJSON` returns, the cheapest way to all headers. */
export type PlainHeaders = Readonly<Record<string, string>>

/** Whether the full pipeline would refuse nothing of them. `host` is that of the request that was served before. */
export function hasPlainHeaders(headers: PlainHeaders, host: string): boolean {
  if ((headers.host ?? '') !== host || headers['content-length'] !== undefined) return false
  let bytes = 0
  for (const name in headers) bytes += name.length + (headers[name]?.length ?? 0) + 4
  return bytes <= headerBytesMax
}
