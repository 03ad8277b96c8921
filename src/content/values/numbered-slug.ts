// Adds a number to slugs that are taken, such as `tide-2`, in imports and when entries are created.
import { slugLengthMax } from './model.ts'
import { cutAt } from './query-text.ts'

/** Cuts the slug so that the result does not exceed the maximum length, in code points. */
export function numberedSlug(slug: string, number: number): string {
  const suffix = `-${number}`
  return cutAt(slug, slugLengthMax - suffix.length) + suffix
}
