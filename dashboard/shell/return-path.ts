// Where one was before sign-in, carried in the address of the sign-in page. Only places of this site are gone back to.
import { paths } from '../paths.ts'

/** The address of the sign-in page that leads back to here. */
export function toSignIn(location: string, search: string): string {
  const here = search === '' ? location : `${location}?${search}`
  return here === paths.home ? paths.signIn : `${paths.signIn}?next=${encodeURIComponent(here)}`
}

/** A path of this site, as the browser would read the text: `//other.example` and `/..//other.example` are none. */
export function toReturnPath(next: string | null): string {
  const url = next?.startsWith('/') ? URL.parse(next, location.origin) : null
  if (url?.origin !== location.origin || url.pathname.startsWith('//')) return paths.home
  return url.pathname === paths.signIn ? paths.home : `${url.pathname}${url.search}`
}
