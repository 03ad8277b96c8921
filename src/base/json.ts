// Reads JSON as text, to find what JSON.parse silently loses (repeated keys of an object, numbers that a double cannot
// represent), what a text that is cut off leaves open, and how deeply a text is nested. Also builds and splits JSON
// Pointers (RFC 6901).

export type JsonPath = readonly (string | number)[]

interface JsonVisitor {
  /** Called if an object has this key a second time. JSON.parse takes the last value (RFC 8259, section 4). */
  onRepeatedKey?(key: string, pathOf: () => JsonPath): void
  /** Called for a number long enough to have been rounded, as written in the text. */
  onLongNumber?(literal: string, pathOf: () => JsonPath): void
}

/** An open object or array. In an array, `key` is the index. */
interface Frame {
  readonly keys: Set<string> | null
  key: string | number
  isBeforeKey: boolean
}

const quote = 34
const backslash = 92
const comma = 44
const minus = 45
const colon = 58

/** A double represents any number with this many characters, unless it has an exponent. */
const shortLengthMax = 15

/** Visits a text that JSON.parse accepts. */
export function visitJson(text: string, visitor: JsonVisitor): void {
  const frames: Frame[] = []
  const pathOf = () => frames.map(frame => frame.key)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const frame = frames[frames.length - 1]
    if (code === quote) {
      const end = endOfString(text, at)
      if (frame?.isBeforeKey) enterKey(frame, text.slice(at, end), visitor, pathOf)
      at = end - 1
    } else if (code === minus || isDigit(code)) {
      const end = endOfNumber(text, at)
      if (end - at > shortLengthMax || hasExponent(text, at, end)) {
        visitor.onLongNumber?.(text.slice(at, end), pathOf)
      }
      at = end - 1
    } else if (code === comma && frame) {
      if (frame.keys) frame.isBeforeKey = true
      else frame.key = Number(frame.key) + 1
    } else if (code === 123) frames.push({ keys: new Set(), key: '', isBeforeKey: true })
    else if (code === 91) frames.push({ keys: null, key: 0, isBeforeKey: false })
    else if (code === 125 || code === 93) frames.pop()
  }
}

function enterKey(frame: Frame, literal: string, visitor: JsonVisitor, pathOf: () => JsonPath): void {
  const key = literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1)
  frame.key = key
  frame.isBeforeKey = false
  if (frame.keys?.has(key)) visitor.onRepeatedKey?.(key, pathOf)
  frame.keys?.add(key)
}

/** Returns what is unclosed at the end of a text that may not be JSON; null if nothing is. */
export function findOpenAtEnd(text: string): 'text' | 'list' | 'object' | null {
  const open: ('list' | 'object')[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = findEndOfString(text, at)
      if (end === null) return 'text'
      at = end - 1
    } else if (code === 123) open.push('object')
    else if (code === 91) open.push('list')
    else if (code === 125 || code === 93) open.pop()
  }
  return open.at(-1) ?? null
}

/** The losses of JSON.parse in a valid text, as far as they can be found without a visit, which is far slower. */
interface JsonSummary {
  /** The number of keys in all objects, counting repeated ones. */
  readonly keys: number
  /** True if JSON.parse changes the value of a number. */
  readonly hasInexactNumber: boolean
}

export function skimJson(text: string): JsonSummary {
  let keys = 0
  let hasInexactNumber = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = endOfString(text, at)
      while (isBlank(text.charCodeAt(at))) at++
      if (text.charCodeAt(at) === colon) keys++
      else at--
    } else if (code === minus || isDigit(code)) {
      const end = endOfNumber(text, at)
      if (end - at > shortLengthMax || hasExponent(text, at, end)) {
        const literal = text.slice(at, end)
        hasInexactNumber ||= isRounded(literal) || isInexactInteger(literal)
      }
      at = end - 1
    }
  }
  return { keys, hasInexactNumber }
}

function hasExponent(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === 101 || code === 69) return true
  }
  return false
}

/** Returns the end of the text if it is cut off inside the string. */
function endOfString(text: string, start: number): number {
  return findEndOfString(text, start) ?? text.length
}

/** Returns the index after the closing quote of the string that begins here; null if there is none. */
function findEndOfString(text: string, start: number): number | null {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return end + 1
  }
  return null
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1
  while (isInNumber(text.charCodeAt(end))) end++
  return end
}

const isDigit = (code: number) => code >= 48 && code <= 57
/** Matches digits and `+ - . E e`. */
const isInNumber = (code: number) =>
  isDigit(code) || code === 43 || code === minus || code === 46 || code === 69 || code === 101
const isBlank = (code: number) => code === 32 || code === 9 || code === 10 || code === 13

/** Checks whether the shortest decimal form of the parsed double differs from the literal's value. */
export function isRounded(literal: string): boolean {
  const [written, parsed] = [toDecimal(literal), toDecimal(String(Number(literal)))]
  return written.digits !== parsed.digits || written.exponent !== parsed.exponent
}

/** Checks whether the literal is parsed to an integer that differs from it. */
export function isInexactInteger(literal: string): boolean {
  const double = Math.abs(Number(literal))
  if (!Number.isInteger(double)) return false
  const { digits, exponent } = toDecimal(literal)
  if (exponent < 0 || digits.length + exponent > doubleDigitsMax) return true
  return BigInt(digits) * 10n ** BigInt(exponent) !== BigInt(double)
}

/** The number of digits before the decimal point of the largest double. */
const doubleDigitsMax = 309

/** Returns the absolute value as digits that neither begin nor end with a zero, times a power of ten. */
function toDecimal(literal: string): { readonly digits: string; readonly exponent: number } {
  const [, whole = '', fraction = '', power = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? []
  const all = whole + fraction
  let start = 0
  while (all.charCodeAt(start) === 48) start++
  let end = all.length
  while (end > start && all.charCodeAt(end - 1) === 48) end--
  if (start === end) return { digits: '', exponent: 0 }
  return { digits: all.slice(start, end), exponent: Number(power) - fraction.length + all.length - end }
}

/**
 * Checks whether objects and arrays are nested deeper than `levels`. The text need not be valid JSON. Run it before
 * JSON.parse: comparing and serializing a deeply nested value takes seconds or overflows the stack.
 */
export function isNestedDeeper(text: string, levels: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at) - 1
    else if (code === 91 || code === 123) {
      depth++
      if (depth > levels) return true
    } else if (code === 93 || code === 125) depth--
  }
  return false
}

/** Builds a pointer such as `/data/a~1b/2`. The empty string is the whole document. */
export function toPointer(...parts: readonly (string | number)[]): string {
  return parts.map(part => `/${escapePart(String(part))}`).join('')
}

function escapePart(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Returns the parts of a pointer that {@link toPointer} built. */
export function partsOfPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}
