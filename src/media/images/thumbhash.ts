// ThumbHash: a placeholder of about 25 bytes for an image, with the algorithm published by Evan Wallace. It contains the
// lowest frequencies of luminance, of two color axes and, if present, of opacity. https://evanw.github.io/thumbhash/

export interface Pixels {
  /** At most {@link thumbhashSideMax}. */
  readonly width: number
  readonly height: number
  /** Red, green, blue and opacity of each pixel, not premultiplied. */
  readonly rgba: Uint8Array
}

export const thumbhashSideMax = 100

/** The constant part of a channel, its other frequencies as fractions from 0 to 1, and the amplitude of the largest. */
interface Channel {
  readonly constant: number
  readonly waves: readonly number[]
  readonly scale: number
}

export function thumbhashOf({ width, height, rgba }: Pixels): Uint8Array {
  const { luminance, yellowBlue, redGreen, opacity } = toChannels(rgba, width * height)
  const hasOpacity = opacity.some(value => value < 1)
  const isLandscape = width > height
  const wavesMax = hasOpacity ? 5 : 7
  const waves = (side: number) => Math.max(1, Math.round((wavesMax * side) / Math.max(width, height)))
  const encode = (values: Float64Array, across: number, down: number) =>
    toFrequencies({ values, width, height, across, down })
  const l = encode(luminance, Math.max(3, waves(width)), Math.max(3, waves(height)))
  const p = encode(yellowBlue, 3, 3)
  const q = encode(redGreen, 3, 3)
  const a = hasOpacity ? encode(opacity, 5, 5) : null
  const first =
    round(63, l.constant) |
    (toSigned(p.constant) << 6) |
    (toSigned(q.constant) << 12) |
    (round(31, l.scale) << 18) |
    (hasOpacity ? 1 << 23 : 0)
  const second =
    waves(isLandscape ? height : width) |
    (round(63, p.scale) << 3) |
    (round(63, q.scale) << 9) |
    (isLandscape ? 1 << 15 : 0)
  const head = [first & 255, (first >> 8) & 255, first >> 16, second & 255, second >> 8]
  if (a) head.push(round(15, a.constant) | (round(15, a.scale) << 4))
  const nibbles = [l, p, q, ...(a ? [a] : [])].flatMap(channel => channel.waves.map(wave => round(15, wave)))
  const bytes = Array.from(
    { length: Math.ceil(nibbles.length / 2) },
    (_, index) => nibbles[2 * index]! | ((nibbles[2 * index + 1] ?? 0) << 4),
  )
  return Uint8Array.from([...head, ...bytes])
}

const round = (steps: number, value: number) => Math.round(steps * value)
/** Maps a value from -1 to 1 to a number from 0 to 63. */
const toSigned = (value: number) => Math.round(31.5 + 31.5 * value)

/** Splits the pixels into channels. Transparent parts get the average color, so that invisible colors have no effect. */
function toChannels(rgba: Uint8Array, count: number) {
  const sums = [0, 0, 0]
  let visible = 0
  for (let at = 0; at < count * 4; at += 4) {
    const alpha = rgba[at + 3]! / 255
    for (const color of [0, 1, 2]) sums[color]! += (alpha / 255) * rgba[at + color]!
    visible += alpha
  }
  const average = sums.map(sum => (visible > 0 ? sum / visible : 0))
  const [luminance, yellowBlue, redGreen, opacity] = Array.from(
    { length: 4 },
    () => new Float64Array(count),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array]
  for (let pixel = 0; pixel < count; pixel++) {
    const alpha = rgba[pixel * 4 + 3]! / 255
    const [red, green, blue] = average.map(
      (mean, color) => mean * (1 - alpha) + (alpha / 255) * rgba[pixel * 4 + color]!,
    ) as [number, number, number]
    luminance[pixel] = (red + green + blue) / 3
    yellowBlue[pixel] = (red + green) / 2 - blue
    redGreen[pixel] = red - green
    opacity[pixel] = alpha
  }
  return { luminance, yellowBlue, redGreen, opacity }
}

interface Grid {
  readonly values: Float64Array
  readonly width: number
  readonly height: number
  /** The number of frequencies in each direction. */
  readonly across: number
  readonly down: number
}

/** Computes a discrete cosine transform and keeps the corner of low frequencies. */
function toFrequencies({ values, width, height, across, down }: Grid): Channel {
  let constant = 0
  let scale = 0
  const waves: number[] = []
  for (let y = 0; y < down; y++) {
    for (let x = 0; x * down < across * (down - y); x++) {
      const columns = cosines(width, x)
      let sum = 0
      for (let row = 0; row < height; row++) {
        const weight = Math.cos((Math.PI / height) * y * (row + 0.5))
        for (let column = 0; column < width; column++)
          sum += values[row * width + column]! * columns[column]! * weight
      }
      const frequency = sum / (width * height)
      if (x === 0 && y === 0) {
        constant = frequency
        continue
      }
      waves.push(frequency)
      scale = Math.max(scale, Math.abs(frequency))
    }
  }
  return { constant, scale, waves: scale > 0 ? waves.map(wave => 0.5 + (0.5 / scale) * wave) : waves }
}

function cosines(length: number, frequency: number): Float64Array {
  return Float64Array.from({ length }, (_, at) => Math.cos((Math.PI / length) * frequency * (at + 0.5)))
}
