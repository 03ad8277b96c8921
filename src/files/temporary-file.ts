// Files that are being received or rewritten. Their names carry host and process, so that a start can remove what a
// process that died has left. Files that are stored have other names, which this room does not know.
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../base/clock.ts'
import { type RandomBytes, randomBase62 } from '../base/ids.ts'

/** Small parts are gathered up to this size before they are written. */
const bufferBytes = 64 * 1024
const dayMs = 24 * 60 * 60 * 1000
const namePattern = /^[0-9A-Za-z]{20}\.(\d+)\.([^/]+)\.part$/

export interface Digest {
  readonly sha256: string
  readonly size: number
}

/** A file that is written from its start to its end, and hashed on the way. */
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

  static async create(folder: string, random: RandomBytes): Promise<TemporaryFile> {
    const name = `${randomBase62(random, 20)}.${process.pid}.${encodeURIComponent(hostname())}.part`
    const path = join(folder, name)
    return new TemporaryFile(path, await open(path, 'wx+', 0o600))
  }

  get size(): number {
    return this.#written + this.#buffered
  }

  /** Returns when the disk has taken the part, or the buffer has room for it. */
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

  /** Closes and removes it, whatever state it is in. */
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

/**
 * Removes what processes of this host that are gone have left: for the start, before the first file is received. What
 * carries the number of this process is of an earlier one, which a container gives the same number.
 */
export function removeAbandonedFiles(folder: string): Promise<number> {
  const host = encodeURIComponent(hostname())
  return removeFiles(folder, async name => {
    const [, pid, fileHost] = namePattern.exec(name) ?? []
    return fileHost === host && (Number(pid) === process.pid || !isRunning(Number(pid)))
  })
}

/** Removes what is older than a day, of any host: no file takes that long to receive. */
export function removeOldFiles(folder: string, clock: Clock): Promise<number> {
  return removeFiles(folder, async name => {
    if (!namePattern.test(name)) return false
    const modified = await stat(join(folder, name)).catch(() => null)
    return modified !== null && modified.mtimeMs < clock() - dayMs
  })
}

async function removeFiles(folder: string, isLeft: (name: string) => Promise<boolean>): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder)) {
    if (!(await isLeft(name))) continue
    await rm(join(folder, name), { force: true })
    removed++
  }
  return removed
}

/** A process of another user is running too, although it cannot be signalled. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}
