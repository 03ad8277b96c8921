// CSRF protection: writes with a session must come from pages of this server (contract, section 2). SameSite=Lax of the
// cookie is only a second defence: a sibling host is the same site, but another origin.
import { Problem } from '../base/errors.ts'
import { originOf } from './request-url.ts'

/**
 * `Sec-Fetch-Site` decides if the browser sends it, since no page can forge it; otherwise `Origin` must be the public
 * origin, or that of the request URL. A request with neither does not come from one of our pages.
 */
export function requireSameOrigin(request: Request, publicOrigin: string | null): void {
  const site = request.headers.get('Sec-Fetch-Site')
  const own = publicOrigin ?? originOf(request)
  if (site === null ? request.headers.get('Origin') === own : site === 'same-origin') return
  throw new Problem('origin_refused', `Writes must come from a page of this server: send Origin: ${own}.`)
}
