// Encodes small pictures as PNG, without compression: https://www.w3.org/TR/png-3/.
import type { Pixels } from './thumbhash.ts'

const signature = [137, 80, 78, 71, 13, 10, 26, 10]

/** Encodes pixels as PNG. They may have at most 65,535 bytes, the size of one uncompressed zlib block. */
export function toPng({ width, height, hasOpacity, rows }: Pixels): readonly number[] {
  // Each row begins with a byte for its filter: none.
  const data = rows.flatMap(row => [0, ...row])
  const { length } = data
  const compressed = [0x78, 1, 1, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255]
  return [
    ...signature,
    ...toChunk('IHDR', [...toBytes(width), ...toBytes(height), 8, hasOpacity ? 6 : 2, 0, 0, 0]),
    ...toChunk('IDAT', [...compressed, ...data, ...toBytes(adlerOf(data))]),
    ...toChunk('IEND', []),
  ]
}

const toBytes = (value: number) => [24, 16, 8, 0].map(shift => (value >> shift) & 255)

function toChunk(type: string, data: readonly number[]): readonly number[] {
  const content = [...type].map(char => char.charCodeAt(0)).concat(data)
  return [...toBytes(data.length), ...content, ...toBytes(crcOf(content))]
}

function crcOf(bytes: readonly number[]): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc
}

function adlerOf(bytes: readonly number[]): number {
  let low = 1
  let high = 0
  for (const byte of bytes) {
    low = (low + byte) % 65521
    high = (high + low) % 65521
  }
  return (high << 16) | low
}
