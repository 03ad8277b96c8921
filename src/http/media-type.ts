// Detects whether the client is a browser that requests a page (RFC 9110, section 12.5.1).
import Negotiator from 'negotiator'

/**
 * The types in order of preference. JSON comes first at equal preference, so a client that names no page type gets no page.
 */
const offered = ['application/problem+json', 'application/json', 'text/html']

export function prefersHtml(request: Request): boolean {
  const accept = request.headers.get('Accept') ?? '*/*'
  return new Negotiator({ headers: { accept } }).mediaTypes(offered)[0] === 'text/html'
}
