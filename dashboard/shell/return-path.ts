// Where one was before sign-in, carried in the address of the sign-in page. Only places of this site are gone back to.
import { paths } from '../paths.ts'

/** The address of the sign-in page that leads back to here. */
export function toSignIn(location: string, search: string): string {
  const here = search === '' ? location : `${location}?${search}`
  return here === paths.home ? paths.signIn : `${paths.signIn}?next=${encodeURIComponent(here)}`
}

/** A path of this site, whatever the address says: `//other.example` and `/\other.example` are none. */
export function toReturnPath(next: string | null): string {
  const isPath = next !== null && /^\/(?![/\\])[^\p{Cc}]*$/u.test(next)
  return isPath && !next.startsWith(paths.signIn) ? next : paths.home
}
