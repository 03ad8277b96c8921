// Slugs that are taken get a number, `tide-2`, in imports and when entries are created.
import { slugLengthMax } from './model.ts'
import { cutAt } from './query-text.ts'

/** Cut where it would be longer than a slug may be, in code points. */
export function numberedSlug(slug: string, number: number): string {
  const suffix = `-${number}`
  return cutAt(slug, slugLengthMax - suffix.length) + suffix
}
