// The path of a request, its segments decoded once, and whether it was sent as it stands in the request's URL. Bun resolves
// `\`, `.` and `..` before the application sees the URL, so a proxy that blocks a path would let through another one that
// leads there. Bun's routes match the path as sent.
import { Problem } from '../base/errors.ts'
import { controlCharacter } from '../base/text.ts'

/** Between the host and the query, still percent-encoded. */
export function rawPath(request: Request): string {
  const { url } = request
  const start = pathStart(url)
  if (start < 0) return '/'
  const end = url.slice(start).search(/[?#]/)
  return end < 0 ? url.slice(start) : url.slice(start, start + end)
}

/** Where the path begins. A request without a Host (HTTP/1.0, probes) has a URL that is a path. */
export function pathStart(url: string): number {
  return url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3)
}

/** Scheme, host and port as the client named them. */
export function originOf(request: Request): string {
  return URL.parse(request.url)?.origin ?? 'http://localhost'
}

/** Without `?`; empty where there is none. */
export function rawSearch(request: Request): string {
  const at = request.url.indexOf('?')
  if (at < 0) return ''
  const end = request.url.indexOf('#', at)
  return request.url.slice(at + 1, end < 0 ? undefined : end)
}

/** Null for what can be no name: bad percent-encoding, NUL and other control characters. */
export function decodeSegment(segment: string): string | null {
  let text: string
  try {
    text = decodeURIComponent(segment)
  } catch {
    return null
  }
  return controlCharacter.test(text) ? null : text
}

/** For a path that leads to another one than was sent. */
export function invalidPath(): Problem {
  const message = 'must not have a raw backslash, a dot segment or a fragment'
  return new Problem('invalid_path', `The path ${message}.`, { errors: [{ in: 'path', name: '', message }] })
}

/** Path parameters as the router of Bun found them in the path as sent; null where no route matched that. */
export type SentParams = Readonly<Record<string, string>> | null

/** For requests to `pattern`, such as `/things/:id`: its fixed segments are as sent, or the route would not have matched. */
export function pathComparison(pattern: string): (request: Request, sent: SentParams) => boolean {
  const places = pattern
    .split('/')
    .flatMap((segment, place) => (segment.startsWith(':') ? [[segment.slice(1), place] as const] : []))
  return (request, sent) => {
    if (sent === null || Object.keys(sent).length !== places.length) return false
    if (places.length === 0) return true
    const segments = rawPath(request).split('/')
    return places.every(([name, place]) => isSame(segments[place] ?? '', sent[name] ?? ''))
  }
}

/** `sent` is decoded. A segment that cannot be decoded is refused by every endpoint. */
function isSame(segment: string, sent: string): boolean {
  if (segment === sent) return true
  try {
    return decodeURIComponent(segment) === sent
  } catch {
    return true
  }
}
