// What JSON.parse keeps quiet about in a text: keys that an object names twice, and numbers that a double cannot hold.

export type JsonPath = readonly (string | number)[]

export interface JsonVisitor {
  /** An object names this key a second time; JSON.parse takes the last value (RFC 8259, section 4). */
  onRepeatedKey?(key: string, pathOf: () => JsonPath): void
  /** A number that is long enough to have been rounded, as it is written. */
  onLongNumber?(literal: string, pathOf: () => JsonPath): void
}

/** An object or a list that is open; of a list `key` is the index. */
interface Frame {
  readonly keys: Set<string> | null
  key: string | number
  isBeforeKey: boolean
}

const quote = 34
const comma = 44
const minus = 45
const colon = 58

/** A double holds any number of so many characters, unless it has an exponent. */
const shortLengthMax = 15

/** Visits a text that JSON.parse takes. */
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

/** What a text that JSON.parse takes would lose, as far as it can be told without a visit, which is far dearer. */
export interface Skimmed {
  /** How many keys all objects have, repeated ones counted again. */
  readonly keys: number
  /** Whether a number is not what JSON.parse makes of it. */
  readonly hasInexactNumber: boolean
}

export function skimJson(text: string): Skimmed {
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

/** Keys that some object of a valid JSON text names twice, each once. */
export function findRepeatedKeys(json: string): ReadonlySet<string> {
  const repeated = new Set<string>()
  visitJson(json, { onRepeatedKey: key => void repeated.add(key) })
  return repeated
}

/** Behind the closing quote of the string that begins here. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === 92) slashes++
    if (slashes % 2 === 0) return end + 1
  }
  return text.length
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1
  while (isInNumber(text.charCodeAt(end))) end++
  return end
}

const isDigit = (code: number) => code >= 48 && code <= 57
/** Digits and `+ - . E e`. */
const isInNumber = (code: number) =>
  isDigit(code) || code === 43 || code === minus || code === 46 || code === 69 || code === 101
const isBlank = (code: number) => code === 32 || code === 9 || code === 10 || code === 13

/** Whether the double that a reader makes of the literal is written, at its shortest, as another decimal number. */
export function isRounded(literal: string): boolean {
  const [written, kept] = [toDecimal(literal), toDecimal(String(Number(literal)))]
  return written.digits !== kept.digits || written.exponent !== kept.exponent
}

/** Whether the literal becomes a whole number that is not the same to the last digit. */
export function isInexactInteger(literal: string): boolean {
  const double = Math.abs(Number(literal))
  if (!Number.isInteger(double)) return false
  const { digits, exponent } = toDecimal(literal)
  if (exponent < 0 || digits.length + exponent > doubleDigitsMax) return true
  return BigInt(digits) * 10n ** BigInt(exponent) !== BigInt(double)
}

/** The digits before the point of the largest double. */
const doubleDigitsMax = 309

/** The number without its sign: digits that neither begin nor end with a zero, times a power of ten. */
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
