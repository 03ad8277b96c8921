// What one entry of a collection is called, from the name of the collection. No React here.

const unchanged = /^(?:news|series|species)$|(?:ss|us|is)$/i

const endings: readonly (readonly [RegExp, string])[] = [
  [/(?<=..)ies$/i, 'y'],
  [/(?<=x|ch|sh|ss|z)es$/i, ''],
  [/(?<=..)s$/i, ''],
]

/** For example `book` for "Books". A name that is no English plural stays as it is. */
export function toSingular(name: string): string {
  const [, before = '', last = ''] = /^(.*?)(\S*)$/su.exec(name.trim()) ?? []
  // An apostrophe, a quote or a tag is part of something else than a plural: of `it's`, nothing is taken away.
  const canChange = /^\p{L}+$/u.test(last) && !unchanged.test(last)
  const ending = canChange ? endings.find(([pattern]) => pattern.test(last)) : undefined
  if (!ending) return name.trim()
  const singular = before + last.replace(...ending)
  // Not of an abbreviation: `FAQ`.
  return /^\p{Lu}\p{Ll}/u.test(singular) ? singular.charAt(0).toLowerCase() + singular.slice(1) : singular
}
