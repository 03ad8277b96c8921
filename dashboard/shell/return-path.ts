// The page to return to after sign-in, stored in the sign-in page's URL. Only paths of this site are accepted.
import { paths } from '../paths.ts'

/** Returns the URL of the sign-in page that returns to this page. */
export function toSignIn(location: string, search: string): string {
  const here = search === '' ? location : `${location}?${search}`
  return here === paths.start ? paths.signIn : `${paths.signIn}?next=${encodeURIComponent(here)}`
}

/** Returns a path of this site, resolved like in the browser. `//other.example` and `/..//other.example` are rejected. */
export function toReturnPath(next: string | null): string {
  const url = next?.startsWith('/') ? URL.parse(next, location.origin) : null
  if (url?.origin !== location.origin || url.pathname.startsWith('//')) return paths.start
  return url.pathname === paths.signIn ? paths.start : `${url.pathname}${url.search}`
}
