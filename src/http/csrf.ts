// CSRF protection: writes with a session must come from pages of this server (contract, section 2). The cookie's
// SameSite=Lax is only a second defence, because a sibling host is the same site, but another origin.
import { Problem } from '../base/errors.ts'
import { originOf } from './request-url.ts'

/**
 * Throws unless the request comes from this origin. `Sec-Fetch-Site` decides if the browser sends it, since no page can
 * forge it; otherwise `Origin` must be the public origin, or that of the request URL. A request with neither does not
 * come from a page of this server.
 */
export function requireSameOrigin(request: Request, publicOrigin: string | null): void {
  const site = request.headers.get('Sec-Fetch-Site')
  const origin = request.headers.get('Origin')
  const own = publicOrigin ?? originOf(request)
  if (site === null ? origin === own : site === 'same-origin') return
  const rule = `Writes must come from a page of this server: send Origin: ${own}.`
  throw new Problem('origin_refused', [rule, ...toAdvice(request, origin, publicOrigin)].join(' '))
}

/** Returns advice if the likely cause is the setting PUBLIC_URL, and not another site. */
function toAdvice(request: Request, origin: string | null, publicOrigin: string | null): string[] {
  if (origin === null) return []
  const asked = originOf(request)
  if (publicOrigin === null) {
    const isBehindProxy = URL.parse(origin)?.host === URL.parse(asked)?.host || isLocal(asked)
    return isBehindProxy
      ? [`If ${origin} is how browsers reach this server through a proxy, set PUBLIC_URL to it.`]
      : []
  }
  return origin === asked
    ? [
        `PUBLIC_URL is ${publicOrigin}, and the page is at ${asked}: open the former, or set PUBLIC_URL to the latter.`,
      ]
    : []
}

/** Checks whether the request names a local host, as requests of a proxy do that does not pass `Host` on. */
function isLocal(origin: string): boolean {
  return /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(origin)
}
