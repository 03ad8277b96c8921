// Derives the name of a single entry from the name of its collection. No React here.

const unchanged = /^(?:news|series|species)$|(?:ss|us|is)$/i

const endings: readonly (readonly [RegExp, string])[] = [
  [/(?<=..)ies$/i, 'y'],
  [/(?<=x|ch|sh|ss|z)es$/i, ''],
  [/(?<=..)s$/i, ''],
]

/** For example `book` for "Books". A name that is not an English plural stays unchanged. */
export function toSingular(name: string): string {
  const [, before = '', last = ''] = /^(.*?)(\S*)$/su.exec(name.trim()) ?? []
  // A word with an apostrophe, quote or tag, such as `it's`, is not changed.
  const canChange = /^\p{L}+$/u.test(last) && !unchanged.test(last)
  const ending = canChange ? endings.find(([pattern]) => pattern.test(last)) : undefined
  if (!ending) return name.trim()
  const singular = before + last.replace(...ending)
  // Abbreviations such as `FAQ` keep their capitals.
  return /^\p{Lu}\p{Ll}/u.test(singular) ? singular.charAt(0).toLowerCase() + singular.slice(1) : singular
}
