// Formats names of types, keys and literals for generated text.

/** Makes names unique: a name that is taken gets `2` at its end, then `3`. */
export class TypeNames {
  readonly #taken: Set<string>

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken)
  }

  /** Returns `name`, with a number if one of the types that `toTypes` derives from it is taken. */
  take(name: string, toTypes: (name: string) => readonly string[] = only => [only]): string {
    for (let number = 1; ; number++) {
      const numbered = number === 1 ? name : `${name}${number}`
      const types = toTypes(numbered)
      if (types.some(type => this.#taken.has(type))) continue
      for (const type of types) this.#taken.add(type)
      return numbered
    }
  }
}

/** Joins the words of an API name in Pascal case: `my-posts` becomes `MyPosts`, `1st` becomes `_1st`. */
export function toTypeName(apiName: string): string {
  const words = apiName.split(/[^\p{L}\p{M}\p{Nd}]+/u).filter(Boolean)
  const joined = words.map(word => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
  return /^\p{L}/u.test(joined) ? joined : `_${joined}`
}

export function isIdentifier(text: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(text)
}

/** Returns the key of an object type, quoted if necessary. */
export function toKey(name: string): string {
  return isIdentifier(name) ? name : quote(name)
}

/** Returns a string literal. Quotes, backslashes and line breaks are escaped, so nothing in the text can end it. */
export function quote(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inside.replaceAll(/[\u2028\u2029]/g, separator => `\\u${separator.charCodeAt(0).toString(16)}`)}'`
}

/** Returns one line of a comment that nothing in the text can end. */
export function toComment(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('*/', '*\\/')
    .trim()
}

export function union(parts: readonly string[]): string {
  return parts.length === 0 ? 'never' : [...new Set(parts)].join(' | ')
}
