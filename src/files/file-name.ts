// File names as assets have them: safe in a URL, in a header and on a disk. What a file is, is decided by its bytes:
// file-type.ts.

export const filenameBytesMax = 200

/** A longer ending is part of the name, and is cut like it. */
const endingBytesMax = 32

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const forbidden = /[\u0000-\u001f\u007f-\u009f":*?<>|]/g

/** The last segment of the name that was sent, without what misleads readers, shells and headers. */
export function toFilename(sent: string): string {
  const segment = sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1)
  // Normalized again at the end: what a forbidden character kept apart may now combine.
  const allowed = segment.toWellFormed().normalize('NFC').replace(forbidden, '').normalize('NFC')
  const name = cut(allowed.replace(/^[.\s]+/, '').trimEnd())
  return name === '' ? 'file' : name
}

function cut(name: string): string {
  if (Buffer.byteLength(name) <= filenameBytesMax) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && Buffer.byteLength(name.slice(dot)) <= endingBytesMax ? name.slice(dot) : ''
  const stem = name.slice(0, name.length - ending.length)
  return `${firstBytes(stem, filenameBytesMax - Buffer.byteLength(ending))}${ending}`.trimEnd()
}

/** As many whole characters as fit. */
function firstBytes(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text)
  let end = Math.min(bytesMax, bytes.length)
  // A byte 10xxxxxx continues a character.
  while (end < bytes.length && end > 0 && (bytes[end]! & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}
