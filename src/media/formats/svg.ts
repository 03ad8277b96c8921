// Detects SVG and reads its size. References and entities are not resolved, and nothing is changed.
import type { ImageSize } from './exif.ts'

/** Matches the root tag, with any prefix that the document uses for the SVG namespace. */
const rootTag = /<(?:[^\s<>/!?&:='"]+:)?svg[\s/>]/y

/** Returns the tag of the root element, as far as the head contains it; null if the head does not begin an SVG. */
export function findSvgTag(head: Uint8Array): string | null {
  const text = decode(head)
  let at = 0
  for (;;) {
    at = skipSpace(text, at)
    if (text.startsWith('<!--', at)) at = after(text, '-->', at + 4)
    // The XML declaration has the syntax of a processing instruction.
    else if (text.startsWith('<?', at)) at = after(text, '?>', at + 2)
    else if (text.startsWith('<!DOCTYPE', at)) at = skipDoctype(text, at)
    else break
  }
  rootTag.lastIndex = at
  if (!rootTag.test(text)) return null
  return text.slice(at, tagEnd(text, at))
}

/** Returns the size from `width` and `height` in CSS lengths, otherwise from `viewBox`; null if neither is present. */
export function svgSizeOf(tag: string): ImageSize | null {
  const width = lengthOf(attributeOf(tag, 'width'))
  const height = lengthOf(attributeOf(tag, 'height'))
  if (width !== null && height !== null) return { width, height }
  const [, , boxWidth, boxHeight, ...rest] = (attributeOf(tag, 'viewBox') ?? '').trim().split(/[\s,]+/)
  if (rest.length > 0) return null
  const box = { width: pixelsOf(boxWidth), height: pixelsOf(boxHeight) }
  return box.width !== null && box.height !== null ? { width: box.width, height: box.height } : null
}

function decode(head: Uint8Array): string {
  const mark = (head[0] ?? 0) * 256 + (head[1] ?? 0)
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(head)
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (' \t\r\n'.includes(text.charAt(at)) && at < text.length) at++
  return at
}

/** Returns the position after the next `end`, or the end of the text if there is none. */
function after(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from)
  return found < 0 ? text.length : found + end.length
}

/** Skips a document type. A `>` in a quoted string, a comment or the internal subset does not end it. */
function skipDoctype(text: string, from: number): number {
  let isInSubset = false
  for (let at = from; at < text.length; ) {
    const character = text.charAt(at)
    if (character === '"' || character === "'") at = after(text, character, at + 1)
    else if (text.startsWith('<!--', at)) at = after(text, '-->', at + 4)
    else if (text.startsWith('<?', at)) at = after(text, '?>', at + 2)
    else if (character === '>' && !isInSubset) return at + 1
    else {
      if (character === '[') isInSubset = true
      if (character === ']') isInSubset = false
      at++
    }
  }
  return text.length
}

function tagEnd(text: string, from: number): number {
  for (let at = from; at < text.length; ) {
    const character = text.charAt(at)
    if (character === '>') return at
    at = character === '"' || character === "'" ? after(text, character, at + 1) : at + 1
  }
  return text.length
}

/** Returns the value of an attribute. A name must follow a space, so that a long tag without values is read only once. */
function attributeOf(tag: string, name: string): string | undefined {
  for (const [, found, double, single] of tag.matchAll(
    /(?<=\s)([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
  )) {
    if (found === name) return double ?? single
  }
  return undefined
}

/** CSS Values and Units, section 6.2: an inch is 96 pixels. */
const pixelsPerUnit: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
}
const lengthPattern = /^\s*\+?(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(e[+-]?\d{1,2})?(px|in|cm|mm|q|pt|pc)?\s*$/i
const pixelsMax = 1e9

/** Returns a whole number of pixels, at least one. Null for percentages and font units, which depend on the page. */
function lengthOf(value: string | undefined): number | null {
  const [, digits, exponent = '', unit = ''] = lengthPattern.exec(value ?? '') ?? []
  if (digits === undefined) return null
  const pixels = Number(`${digits}${exponent}`) * pixelsPerUnit[unit.toLowerCase()]!
  return pixels > 0 && pixels < pixelsMax ? Math.max(1, Math.round(pixels)) : null
}

/** Like `lengthOf`, for the numbers of `viewBox`, which have no unit. */
function pixelsOf(value: string | undefined): number | null {
  return /[a-df-z]/i.test(value ?? '') ? null : lengthOf(value)
}
