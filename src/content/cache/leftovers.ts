// What the cache has let go of is memory until the collector finds it. What was kept for long is found only by a
// collection of everything, and the runtime puts that off until the heap has doubled; of the bytes of answers it sees
// little. So this says when there is enough of it.
import { fullGC } from 'bun:jsc'

const mebibyte = 1024 * 1024

/** So much may lie about where a collection keeps nobody waiting, and so much where it does. */
const enough = 16 * mebibyte
const tooMuch = 4 * enough

/**
 * Nothing else runs while everything is collected, which takes the longer the more is kept: some 30 ms for 64 MiB. Who
 * allows more than this has memory, and the runtime collects in its own time, beside the work.
 */
const keptMax = 128 * mebibyte

export class Leftovers {
  readonly #isFelt: boolean
  readonly #collect: () => void
  #bytes = 0

  /** By default it is collected once what is being done now is done. */
  constructor(bytesMax: number, collect: () => void = () => void setImmediate(fullGC)) {
    this.#isFelt = bytesMax > keptMax
    this.#collect = collect
  }

  add(bytes: number): void {
    this.#bytes += bytes
    this.#collectFrom(tooMuch)
  }

  /** No answer is being made. */
  rest(): void {
    this.#collectFrom(enough)
  }

  #collectFrom(least: number): void {
    if (this.#isFelt || this.#bytes < least) return
    this.#bytes = 0
    this.#collect()
  }
}
