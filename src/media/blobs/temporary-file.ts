// Files that are being received or rewritten. Their names contain the process, so that a start can remove the files of
// processes that died.
import { type FileHandle, open, rm } from 'node:fs/promises'
import type { RandomBytes } from '../../base/ids.ts'
import { newTemporaryPath, type ProcessName } from '../stores/temporary-files.ts'

/** Small parts are buffered up to this size before they are written. */
const bufferBytes = 64 * 1024

interface Digest {
  readonly sha256: string
  readonly size: number
}

/** A file that is written sequentially and hashed at the same time. */
export class TemporaryFile {
  readonly path: string
  readonly handle: FileHandle
  readonly #hash = new Bun.CryptoHasher('sha256')
  readonly #buffer = new Uint8Array(bufferBytes)
  #buffered = 0
  #written = 0

  private constructor(path: string, handle: FileHandle) {
    this.path = path
    this.handle = handle
  }

  static async create(folder: string, process: ProcessName, random: RandomBytes): Promise<TemporaryFile> {
    const path = await newTemporaryPath(folder, process, random)
    return new TemporaryFile(path, await open(path, 'wx+', 0o600))
  }

  get size(): number {
    return this.#written + this.#buffered
  }

  /** Resolves when the part is written or buffered. */
  async write(part: Uint8Array): Promise<void> {
    this.#hash.update(part)
    if (this.#buffered + part.length > bufferBytes) await this.flush()
    if (part.length > bufferBytes) return this.#append(part)
    this.#buffer.set(part, this.#buffered)
    this.#buffered += part.length
  }

  async flush(): Promise<void> {
    const part = this.#buffer.subarray(0, this.#buffered)
    this.#buffered = 0
    await this.#append(part)
  }

  /** Makes the file durable and closes it. */
  async finish(): Promise<Digest> {
    await this.flush()
    await this.handle.sync()
    await this.handle.close()
    return { sha256: this.#hash.digest('hex'), size: this.#written }
  }

  /** Closes and removes the file in any state. */
  async discard(): Promise<void> {
    await this.handle.close().catch(() => {})
    await rm(this.path, { force: true })
  }

  async #append(part: Uint8Array): Promise<void> {
    for (let at = 0; at < part.length; ) {
      const { bytesWritten } = await this.handle.write(part, at, part.length - at, this.#written)
      at += bytesWritten
      this.#written += bytesWritten
    }
  }
}
