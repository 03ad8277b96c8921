// Results on disk, least recently used out first. The files are the truth: this process only remembers their order and
// size, and sets their times so that the order survives a restart.
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, statSync, unlinkSync } from 'node:fs'
import { open, readdir, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '../../base/clock.ts'

export interface CacheOptions {
  readonly folder: string
  /** Of the disk. Nothing is cached if 0, nor a file that needs more than this. */
  readonly bytesMax: number
  readonly clock: Clock
}

export interface CachedImage {
  readonly path: string
  readonly size: number
}

interface Entry {
  readonly size: number
  /** When the file's time was set. */
  readonly touchedAt: number
}

const hashPattern = /^[0-9a-f]{64}$/
const namePattern = /^[a-z0-9][a-z0-9.,-]*$/
/** Of uses that follow each other within this time, only the first is written to the disk. */
const touchMs = 60_000
/** Of most file systems. */
const blockBytes = 4096

const onDisk = (size: number) => Math.ceil(size / blockBytes) * blockBytes

export class ImageCache {
  readonly #options: CacheOptions
  /** From the least to the most recently used, by their path in the folder. */
  #entries = new Map<string, Entry>()
  #bytes = 0
  /** Settles once the files of earlier processes are known. */
  readonly ready: Promise<void>

  constructor(options: CacheOptions) {
    this.#options = options
    this.ready = this.#load()
  }

  /** As the disk counts them, so that very many small files do not take many times the limit. */
  get bytes(): number {
    return this.#bytes
  }

  find(sha256: string, name: string): CachedImage | null {
    return this.finder(sha256, name)()
  }

  /**
   * {@link find} for one that is looked for again and again. The file is there when it returns, and stays readable for a
   * reader that has opened it.
   */
  finder(sha256: string, name: string): () => CachedImage | null {
    const key = keyOf(sha256, name)
    const path = join(this.#options.folder, key)
    return () => this.#findAt(key, path)
  }

  #findAt(key: string, path: string): CachedImage | null {
    const known = this.#entries.get(key)
    // It may have been removed by hand. The size does not change, and asking for it takes twice as long.
    const size = known && existsSync(path) ? known.size : statSync(path, { throwIfNoEntry: false })?.size
    if (size === undefined) {
      this.#drop(key)
      return null
    }
    const touchedAt = known?.touchedAt ?? 0
    const now = this.#options.clock()
    const isDue = now - touchedAt >= touchMs
    this.#set(key, { size, touchedAt: isDue ? now : touchedAt })
    // It may have been evicted meanwhile.
    if (isDue) void utimes(path, now / 1000, now / 1000).catch(() => {})
    return { path, size }
  }

  /** Moves a finished file into the cache; null if it is too large, and stays where it is. */
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

  /** Removes all results of a file; returns how many there were. */
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
    // What has been used since is newer.
    const used = this.#entries
    this.#entries = new Map()
    this.#bytes = 0
    files.sort((a, b) => a.time - b.time)
    for (const { key, size, time } of files) if (!used.has(key)) this.#set(key, { size, touchedAt: time })
    for (const [key, entry] of used) this.#set(key, entry)
    this.#evict()
  }
}

/** Throws a RangeError for what could name a file elsewhere. */
function keyOf(sha256: string, name: string): string {
  if (!hashPattern.test(sha256) || !namePattern.test(name)) throw new RangeError(`${sha256}/${name}`)
  return join(sha256.slice(0, 2), sha256, name)
}

/** A power failure must not leave a name without content. */
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
    // It is gone already, or another process uses it.
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
