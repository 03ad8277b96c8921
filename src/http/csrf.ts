// CSRF protection: writes with a session must come from pages of this server (contract, section 2). SameSite=Lax of the
// cookie is only a second defence: a sibling host is the same site, but another origin.
import { Problem } from '../base/errors/errors.ts'
import { originOf } from './request-url.ts'

/**
 * `Sec-Fetch-Site` decides if the browser sends it, since no page can forge it; otherwise `Origin` must be the public
 * origin, or that of the request URL. A request with neither does not come from one of our pages.
 */
export function requireSameOrigin(request: Request, publicOrigin: string | null): void {
  const site = request.headers.get('Sec-Fetch-Site')
  const origin = request.headers.get('Origin')
  const own = publicOrigin ?? originOf(request)
  if (site === null ? origin === own : site === 'same-origin') return
  const rule = `Writes must come from a page of this server: send Origin: ${own}.`
  throw new Problem('origin_refused', [rule, ...toAdvice(request, origin, publicOrigin)].join(' '))
}

/** What to do where the setting PUBLIC_URL, and no other site, is the likely cause. */
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

/** A proxy that does not pass `Host` on asks for a server by its own name for it. */
function isLocal(origin: string): boolean {
  return /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(origin)
}
