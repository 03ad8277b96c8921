// The checksum of a key as the contract words it, computed bit by bit: nothing of src is used.

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** CRC32 (IEEE 802.3): reflected, polynomial 0xEDB88320, all ones in and out. */
export function crc32(ascii: string): number {
  let crc = 0xffffffff
  for (const character of ascii) {
    crc ^= character.charCodeAt(0)
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** Six characters of base 62, most significant first, padded with `0`. */
export function checksumOf(ascii: string): string {
  let rest = crc32(ascii)
  let text = ''
  for (let place = 0; place < 6; place++) {
    text = alphabet[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}

/** A key that is well-formed and belongs to nobody. */
export function unknownApiKey(fill = 'x'): string {
  const start = `flst_${fill.repeat(32).slice(0, 32)}`
  return start + checksumOf(start)
}
