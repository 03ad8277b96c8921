// Reads a file through one window, so that the structure of a file of any size can be examined. The readers of each format
// interpret the bytes.
import type { FileHandle } from 'node:fs/promises'

/** The part of a file that is in memory at a time. A segment of a JPEG fits. */
export const windowBytes = 128 * 1024

export class FileBytes {
  readonly size: number
  readonly #handle: FileHandle
  readonly #window = new Uint8Array(windowBytes)
  #start = 0
  #end = 0

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle
    this.size = size
  }

  /** Returns at most the window, or less at the end of the file. The bytes are valid until the next call. */
  async read(offset: number, length: number): Promise<Uint8Array> {
    const wanted = Math.max(0, Math.min(offset + Math.min(length, windowBytes), this.size) - offset)
    if (offset < this.#start || offset + wanted > this.#end) await this.#load(offset)
    return this.#window.subarray(offset - this.#start, Math.min(offset + wanted, this.#end) - this.#start)
  }

  /** Returns null if the file ends before. Valid until the next call. */
  async view(offset: number, length: number): Promise<DataView | null> {
    const bytes = await this.read(offset, length)
    return bytes.length < length ? null : new DataView(bytes.buffer, bytes.byteOffset, length)
  }

  /** Returns the available bytes, each as one character. */
  async latin1(offset: number, length: number): Promise<string> {
    return Buffer.from(await this.read(offset, length)).toString('latin1')
  }

  async #load(offset: number): Promise<void> {
    this.#start = offset
    this.#end = offset
    while (this.#end - offset < windowBytes) {
      const held = this.#end - offset
      const { bytesRead } = await this.#handle.read(this.#window, held, windowBytes - held, this.#end)
      if (bytesRead === 0) return
      this.#end += bytesRead
    }
  }
}
