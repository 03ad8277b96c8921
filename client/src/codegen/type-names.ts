// Names of types, keys and literals in generated text.

/** Gives each name once: one that is taken gets `2`, then `3`. */
export class TypeNames {
  readonly #taken: Set<string>

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken)
  }

  /** Returns `name`, numbered so that none of what `toTypes` makes of it is taken. */
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

/** The words of an API name, joined in capitals: `my-posts` is `MyPosts`, `1st` is `_1st`. */
export function toTypeName(apiName: string): string {
  const words = apiName.split(/[^\p{L}\p{M}\p{Nd}]+/u).filter(Boolean)
  const joined = words.map(word => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
  return /^\p{L}/u.test(joined) ? joined : `_${joined}`
}

export function isIdentifier(text: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(text)
}

/** A key of an object type. */
export function toKey(name: string): string {
  return isIdentifier(name) ? name : quote(name)
}

/** A string literal that nothing in the text can end, in ASCII but for letters of any script. */
export function quote(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inside.replaceAll(/[\u2028\u2029]/g, separator => `\\u${separator.charCodeAt(0).toString(16)}`)}'`
}

/** A line of a comment that nothing in the text can end. */
export function toComment(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('*/', '*\\/')
    .trim()
}

export function union(parts: readonly string[]): string {
  return parts.length === 0 ? 'never' : [...new Set(parts)].join(' | ')
}
