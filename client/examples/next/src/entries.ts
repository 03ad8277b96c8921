// The pages and titles of entries that rich text contains or links to.
import type { Stub } from '@frontlist/client'

/** Returns the path of an entry's page; undefined if this site has none. */
export function toPath(entry: Stub | null | undefined): string | undefined {
  return entry?.collection === 'books' ? `/books/${encodeURIComponent(entry.slug)}` : undefined
}

/** Returns the title of an entry; its slug if `depth` did not resolve it. */
export function toTitle(entry: Stub): string {
  const { data } = entry as Stub & { data?: { title?: string | null; name?: string | null } }
  return data?.title ?? data?.name ?? entry.slug
}
