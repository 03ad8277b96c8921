// Caches results on disk and evicts the least recently used. The files are authoritative: this process only remembers their
// order and size, and sets their times so that the order survives a restart.
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, statSync, unlinkSync } from 'node:fs'
import { open, readdir, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '../../base/clock.ts'

interface CacheOptions {
  readonly folder: string
  /** The limit of bytes on the disk. Nothing is cached if it is 0; a larger file is not cached. */
  readonly bytesMax: number
  readonly clock: Clock
}

export interface CachedImage {
  readonly path: string
  readonly size: number
}

interface Entry {
  readonly size: number
  /** The time to which the file's time was last set. */
  readonly touchedAt: number
}

const hashPattern = /^[0-9a-f]{64}$/
const namePattern = /^[a-z0-9][a-z0-9.,-]*$/
/** If a file is used several times within this time, only the first use is written to the disk. */
const touchMs = 60_000
/** The block size of most file systems. */
const blockBytes = 4096

const onDisk = (size: number) => Math.ceil(size / blockBytes) * blockBytes

export class ImageCache {
  readonly #options: CacheOptions
  /** The entries by their path in the folder, from the least to the most recently used. */
  #entries = new Map<string, Entry>()
  #bytes = 0
  /** Resolves once the files of earlier processes are known. */
  readonly ready: Promise<void>

  constructor(options: CacheOptions) {
    this.#options = options
    this.ready = this.#load()
  }

  /** The bytes on the disk in whole blocks, so that very many small files do not exceed the limit many times over. */
  get bytes(): number {
    return this.#bytes
  }

  find(sha256: string, name: string): CachedImage | null {
    return this.finder(sha256, name)()
  }

  /**
   * Returns {@link find} for a file that is looked up repeatedly. The file exists when it returns, and a reader that has
   * opened it can still read it after an eviction.
   */
  finder(sha256: string, name: string): () => CachedImage | null {
    const key = keyOf(sha256, name)
    const path = join(this.#options.folder, key)
    return () => this.#findAt(key, path)
  }

  #findAt(key: string, path: string): CachedImage | null {
    const known = this.#entries.get(key)
    // The file may have been removed by hand. Its size never changes, and `stat` takes twice as long as a check for
    // existence.
    const size = known && existsSync(path) ? known.size : statSync(path, { throwIfNoEntry: false })?.size
    if (size === undefined) {
      this.#drop(key)
      return null
    }
    const touchedAt = known?.touchedAt ?? 0
    const now = this.#options.clock()
    const isDue = now - touchedAt >= touchMs
    this.#set(key, { size, touchedAt: isDue ? now : touchedAt })
    // The file may have been evicted in the meantime.
    if (isDue) void utimes(path, now / 1000, now / 1000).catch(() => {})
    return { path, size }
  }

  /** Moves a finished file into the cache. Returns null if it is too large; it then stays in place. */
  async add(sha256: string, name: string, file: string): Promise<CachedImage | null> {
    const key = keyOf(sha256, name)
    const { size } = await stat(file)
    if (onDisk(size) > this.#options.bytesMax) return null
    const now = this.#options.clock()
    await flush(file, now)
    await this.ready
    const path = join(this.#options.folder, key)
    moveInto(file, path)
    this.#set(key, { size, touchedAt: now })
    this.#evict()
    return { path, size }
  }

  /** Removes all results of a file. Returns their number. */
  forget(sha256: string): number {
    const folder = dirname(join(this.#options.folder, keyOf(sha256, 'any')))
    const names = listFolder(folder).filter(name => namePattern.test(name))
    for (const name of names) this.#remove(keyOf(sha256, name))
    return names.length
  }

  #set(key: string, entry: Entry): void {
    this.#drop(key)
    this.#entries.set(key, entry)
    this.#bytes += onDisk(entry.size)
  }

  #drop(key: string): void {
    this.#bytes -= onDisk(this.#entries.get(key)?.size ?? 0)
    this.#entries.delete(key)
  }

  #evict(): void {
    for (const key of this.#entries.keys()) {
      if (this.#bytes <= this.#options.bytesMax) return
      this.#remove(key)
    }
  }

  #remove(key: string): void {
    this.#drop(key)
    const path = join(this.#options.folder, key)
    tolerate(() => unlinkSync(path))
    // Fails while there are other results of the same file.
    tolerate(() => rmdirSync(dirname(path)))
  }

  async #load(): Promise<void> {
    const { folder } = this.#options
    const files: { readonly key: string; readonly size: number; readonly time: number }[] = []
    for (const group of await listLater(folder)) {
      for (const sha256 of await listLater(join(folder, group))) {
        if (!hashPattern.test(sha256)) continue
        for (const name of await listLater(join(folder, group, sha256))) {
          if (!namePattern.test(name)) continue
          const key = keyOf(sha256, name)
          const { size, mtimeMs } = await stat(join(folder, key)).catch(() => ({ size: 0, mtimeMs: 0 }))
          if (size > 0) files.push({ key, size, time: mtimeMs })
        }
      }
    }
    // Entries that were used during the loading are the most recent ones.
    const used = this.#entries
    this.#entries = new Map()
    this.#bytes = 0
    files.sort((a, b) => a.time - b.time)
    for (const { key, size, time } of files) if (!used.has(key)) this.#set(key, { size, touchedAt: time })
    for (const [key, entry] of used) this.#set(key, entry)
    this.#evict()
  }
}

/** Throws a RangeError for names that could lead to a file elsewhere. */
function keyOf(sha256: string, name: string): string {
  if (!hashPattern.test(sha256) || !namePattern.test(name)) throw new RangeError(`${sha256}/${name}`)
  return join(sha256.slice(0, 2), sha256, name)
}

/** Syncs the file, so that a power failure does not leave a name without content. */
async function flush(file: string, now: number): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.utimes(now / 1000, now / 1000)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function moveInto(file: string, path: string): void {
  const move = () => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    renameSync(file, path)
  }
  try {
    move()
  } catch (error) {
    // Another process has just removed the empty folder.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    move()
  }
}

function tolerate(work: () => void): void {
  try {
    work()
  } catch {
    // It was already removed, or another process uses it.
  }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function listLater(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
