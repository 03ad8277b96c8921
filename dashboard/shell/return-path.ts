// The page that sign-in leads back to, carried in the address of the sign-in page. Only paths of this site are accepted.
import { paths } from '../paths.ts'

/** The address of the sign-in page that leads back to this page. */
export function toSignIn(location: string, search: string): string {
  const here = search === '' ? location : `${location}?${search}`
  return here === paths.start ? paths.signIn : `${paths.signIn}?next=${encodeURIComponent(here)}`
}

/** A path of this site, as the browser would resolve it: `//other.example` and `/..//other.example` are not. */
export function toReturnPath(next: string | null): string {
  const url = next?.startsWith('/') ? URL.parse(next, location.origin) : null
  if (url?.origin !== location.origin || url.pathname.startsWith('//')) return paths.start
  return url.pathname === paths.signIn ? paths.start : `${url.pathname}${url.search}`
}
