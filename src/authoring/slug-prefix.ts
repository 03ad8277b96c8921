// The texts that begin with a prefix, as a range: `from` ≤ text < `to`, in the order of code points.

export interface TextRange {
  readonly from: string
  /** Null where nothing follows: every text from `from` on begins with the prefix. */
  readonly to: string | null
}

const codePointMax = 0x10_ffff
const surrogateMin = 0xd800
const surrogateMax = 0xdfff

/** `to` is the prefix with its last character that can be raised raised, and what stands behind it left out. */
export function rangeOf(prefix: string): TextRange {
  const points = [...prefix].map(character => character.codePointAt(0) ?? 0)
  while (points.at(-1) === codePointMax) points.pop()
  const last = points.pop()
  if (last === undefined) return { from: prefix, to: null }
  // Surrogates are no characters: what comes after U+D7FF is U+E000.
  const next = last + 1 === surrogateMin ? surrogateMax + 1 : last + 1
  return { from: prefix, to: String.fromCodePoint(...points, next) }
}
