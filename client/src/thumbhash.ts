// Decodes a ThumbHash, a placeholder of an image in about 25 bytes, with the algorithm published by Evan Wallace. It
// contains the lowest frequencies of luminance, of two color axes and, if present, of opacity.
// https://evanw.github.io/thumbhash/

/** Rows of pixels, each with three or four bytes: red, green, blue and, if `hasOpacity`, opacity. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly hasOpacity: boolean
  readonly rows: readonly Uint8ClampedArray[]
}

const sideMax = 32

export function decodeThumbhash(bytes: Uint8Array): Pixels {
  let position = 0
  const readBits = (count: number) => {
    let value = 0
    for (let bit = 0; bit < count; bit++, position++) {
      value |= ((bytes[position >> 3]! >> (position & 7)) & 1) << bit
    }
    return value
  }
  const readShare = (bits: number) => readBits(bits) / (2 ** bits - 1)
  const readSigned = (bits: number) => readShare(bits) * 2 - 1

  const luminance = readShare(6)
  const yellowBlue = readSigned(6)
  const redGreen = readSigned(6)
  const luminanceScale = readShare(5)
  const hasOpacity = !!readBits(1)
  const shortWaves = Math.max(1, readBits(3))
  // Saturation is increased to compensate for rounding.
  const yellowBlueScale = readShare(6) * 1.25
  const redGreenScale = readShare(6) * 1.25
  const waves = hasOpacity ? [shortWaves, 5] : [shortWaves, 7]
  if (readBits(1)) waves.reverse()
  const [across, down] = waves as [number, number]
  const opacity = hasOpacity ? readShare(4) : 1
  const opacityScale = hasOpacity ? readShare(4) : 0

  const width = Math.round(sideMax * Math.min(1, across / down))
  const height = Math.round(sideMax * Math.min(1, down / across))
  const horizontal = cosinesOf(width)
  const vertical = cosinesOf(height)

  /** Reads the frequencies of the next channel in the hash. Returns a function for the channel's value at a pixel. */
  const readChannel = (constant: number, scale: number, columns: number, rows: number) => {
    const terms: [column: number, row: number, factor: number][] = []
    for (let row = 0; row < rows; row++) {
      for (let column = row ? 0 : 1; column * rows < columns * (rows - row); column++) {
        terms.push([column, row, readSigned(4) * scale * 2])
      }
    }
    return (x: number, y: number) =>
      terms.reduce(
        (sum, [column, row, factor]) => sum + factor * horizontal[column]![x]! * vertical[row]![y]!,
        constant,
      )
  }
  const channels = [
    readChannel(luminance, luminanceScale, Math.max(3, across), Math.max(3, down)),
    readChannel(yellowBlue, yellowBlueScale, 3, 3),
    readChannel(redGreen, redGreenScale, 3, 3),
    ...(hasOpacity ? [readChannel(opacity, opacityScale, 5, 5)] : []),
  ]
  const toColors = (x: number, y: number) => {
    const [l, p, q, ...rest] = channels.map(valueAt => valueAt(x, y)) as [number, number, number]
    const blue = l - (2 / 3) * p
    const red = (3 * l - blue + q) / 2
    return [red, red - q, blue, ...rest]
  }
  const rows = Array.from({ length: height }, (_, y) =>
    Uint8ClampedArray.from(
      Array.from({ length: width }, (_, x) => toColors(x, y)).flat(),
      share => share * 255,
    ),
  )
  return { width, height, hasOpacity, rows }
}

/** Returns the cosines of the inverse transform, by frequency and position. */
function cosinesOf(length: number): readonly (readonly number[])[] {
  return Array.from({ length: 7 }, (_, frequency) =>
    Array.from({ length }, (_, index) => Math.cos((Math.PI / length) * (index + 0.5) * frequency)),
  )
}
