// Pictures for tests, made by sharp in this process.
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { makeFolder } from '../../kit/test-folder.ts'

export const colors = {
  red: [220, 30, 30],
  green: [30, 200, 40],
  blue: [30, 50, 220],
  yellow: [230, 220, 40],
} as const
export type ColorName = keyof typeof colors

const rgb = (name: ColorName) => {
  const [r, g, b] = colors[name]
  return { r, g, b }
}

/** Four quarters: red and green above, blue and yellow below. */
export function quarters(width: number, height: number): Sharp {
  const half = { width: width / 2, height: height / 2 }
  const part = (name: ColorName) => ({ create: { ...half, channels: 3 as const, background: rgb(name) } })
  return sharp({ create: { width, height, channels: 3, background: rgb('red') } }).composite([
    { input: part('green'), left: half.width, top: 0 },
    { input: part('blue'), left: 0, top: half.height },
    { input: part('yellow'), left: half.width, top: half.height },
  ])
}

/** Detailed enough that encoders have work to do; the same each time. */
export async function photo(width: number, height: number): Promise<Sharp> {
  const side = 64
  let seed = 1
  const noise = Uint8Array.from({ length: side * side * 3 }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed & 255
  })
  const small = await sharp(noise, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
  return sharp(small).resize(width, height, { fit: 'fill', kernel: 'cubic' })
}

/** The file's path. */
export async function save(picture: Sharp, name: string): Promise<string> {
  const file = join(makeFolder(), name)
  await picture.toFile(file)
  return file
}

/** The named colour that a pixel is nearest to, at a place given as shares; `clear` where it is transparent. */
export async function colorAt(
  file: string,
  x: number,
  y: number,
  tolerance = 40,
): Promise<ColorName | 'clear' | 'other'> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const column = Math.min(Math.floor(x * info.width), info.width - 1)
  const row = Math.min(Math.floor(y * info.height), info.height - 1)
  const at = (row * info.width + column) * 4
  const [red = 0, green = 0, blue = 0, opacity = 0] = data.subarray(at, at + 4)
  if (opacity < 128) return 'clear'
  const names = Object.keys(colors) as ColorName[]
  const near = names.find(name => {
    const [r, g, b] = colors[name]
    return Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue) < tolerance
  })
  return near ?? 'other'
}

/** The colours in the middle of the quarters: upper left, upper right, lower left, lower right. */
export async function quarterColors(file: string, tolerance?: number): Promise<string[]> {
  const places = [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.25, 0.75],
    [0.75, 0.75],
  ] as const
  return Promise.all(places.map(([x, y]) => colorAt(file, x, y, tolerance)))
}

/** A PNG of one colour whose head claims that size. */
export function hugePng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, body: Uint8Array) => {
    const content = Buffer.concat([Buffer.from(type), body])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(body.length)
    sum.writeUInt32BE(Bun.hash.crc32(content))
    return Buffer.concat([length, content, sum])
  }
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(3000)))]
  return new Uint8Array(Buffer.concat([signature, ...parts, chunk('IEND', Buffer.alloc(0))]))
}
