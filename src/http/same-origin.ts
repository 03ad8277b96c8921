// Writes with a session come from pages of this server only (contract, section 2). The cookie's SameSite=Lax is a
// second lock, not the first: a sibling host is the same site and another origin.
import { Problem } from '../base/errors.ts'
import { originOf } from './request-url.ts'

/**
 * `Sec-Fetch-Site` decides where the browser sends it, and no page can forge it; otherwise `Origin` must be the public
 * one, or that of the address asked. Whoever sends neither is no page of ours.
 */
export function requireSameOrigin(request: Request, publicOrigin: string | null): void {
  const site = request.headers.get('Sec-Fetch-Site')
  const own = publicOrigin ?? originOf(request)
  if (site === null ? request.headers.get('Origin') === own : site === 'same-origin') return
  throw new Problem('origin_refused', `Writes must come from a page of this server: send Origin: ${own}.`)
}
