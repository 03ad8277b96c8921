// Whether a path was sent as it stands in the request's URL. Bun resolves `\`, `.` and `..` before the application sees the
// URL, so a proxy that blocks a path would let through another one that leads there. Bun's routes match the path as sent.
import { pathStart, rawPath } from './path.ts'

/** What `Bun.serve` gives to the handler of a route. */
interface RoutedRequest extends Request {
  readonly params: Readonly<Record<string, string>>
}

/**
 * For the handler of the route `pattern`, such as `/things/:id`. The fixed segments are as sent, or the route would not
 * have matched; the others are compared with those of the URL.
 */
export function isPathAsSent(pattern: string): (request: Request) => boolean {
  const segments = pattern
    .split('/')
    .map(text => ({ text, name: text.startsWith(':') ? text.slice(1) : null }))
  if (segments.every(({ name }) => name === null)) return () => true
  const build = (params: RoutedRequest['params']) => {
    let path = ''
    for (const { text, name } of segments) path += `/${name === null ? text : params[name]}`
    return path.slice(1)
  }
  return request => {
    const { params } = request as RoutedRequest
    const { url } = request
    // Most paths need no decoding, and every request comes by here.
    const path = build(params)
    const start = pathStart(url)
    const next = url[start + path.length]
    const isWhole = next === undefined || next === '?'
    if (isWhole && url.startsWith(path, start) && !path.includes('#')) return true
    const inUrl = rawPath(request).split('/')
    return segments.every(({ name }, at) => name === null || isSame(inUrl[at] ?? '', params[name] ?? ''))
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
