// Whether a path was sent as it stands in the request's URL. Bun resolves `\`, `.` and `..` before the application sees the
// URL, so a proxy that blocks a path would let through another one that leads there. Bun's routes match the path as sent.

/** What `Bun.serve` gives to the handler of a route. */
interface RoutedRequest extends Request {
  readonly params: Readonly<Record<string, string>>
}

/**
 * For the handler of the route `pattern`, such as `/things/:id`. The fixed segments are as sent, or the route would not
 * have matched; the others are compared with those of the URL.
 */
export function isPathAsSent(pattern: string): (request: Request, path: string) => boolean {
  const places = pattern
    .split('/')
    .flatMap((segment, place) => (segment.startsWith(':') ? [[segment.slice(1), place] as const] : []))
  if (places.length === 0) return () => true
  return (request, path) => {
    const { params } = request as RoutedRequest
    const segments = path.split('/')
    return places.every(([name, place]) => isSame(segments[place] ?? '', params[name] ?? ''))
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
