// The strings with a given prefix, as a range: `from` ≤ string < `to`, in code point order.

export interface TextRange {
  readonly from: string
  /** Null without an upper bound: every string from `from` on begins with the prefix. */
  readonly to: string | null
}

const codePointMax = 0x10_ffff
const surrogateMin = 0xd800
const surrogateMax = 0xdfff

/** `to` is the prefix cut after its last character that can be incremented, with that character incremented. */
export function rangeOf(prefix: string): TextRange {
  const points = [...prefix].map(character => character.codePointAt(0) ?? 0)
  while (points.at(-1) === codePointMax) points.pop()
  const last = points.pop()
  if (last === undefined) return { from: prefix, to: null }
  // Surrogates are not characters: U+D7FF is followed by U+E000.
  const next = last + 1 === surrogateMin ? surrogateMax + 1 : last + 1
  return { from: prefix, to: String.fromCodePoint(...points, next) }
}
