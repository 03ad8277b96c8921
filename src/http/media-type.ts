// Whether who asks is a browser that wants a page (RFC 9110, section 12.5.1).
import Negotiator from 'negotiator'

/** Ours come first where all are equally welcome: who names no type of page gets none. */
const offered = ['application/problem+json', 'application/json', 'text/html']

export function prefersHtml(request: Request): boolean {
  const accept = request.headers.get('Accept') ?? '*/*'
  return new Negotiator({ headers: { accept } }).mediaTypes(offered)[0] === 'text/html'
}
