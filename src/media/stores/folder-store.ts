// Stores files in a folder of this host, or in one that all nodes share.
import { statSync } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Refusal } from '../../base/errors.ts'
import type { RandomBytes } from '../../base/ids.ts'
import {
  FileLost,
  fromKey,
  identityName,
  parseIdentity,
  type Store,
  type StoredFile,
  StoreUnavailable,
  toKey,
  withinLimit,
} from './store.ts'
import { newTemporaryPath, type ProcessName } from './temporary-files.ts'

export interface FolderStoreOptions {
  readonly process: ProcessName
  readonly random: RandomBytes
}

export function createFolderStore(path: string, { process, random }: FolderStoreOptions): Store {
  const folder = resolve(path)
  const location = `file:${folder}`
  const temporaryFolder = join(folder, 'temporary')
  const pathOf = (sha256: string) => join(folder, toKey(sha256))

  /** Converts errors of the file system to errors of the store. */
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      throw toStoreError(error, location)
    }
  }

  /**
   * Returns null if the folder does not have the file. Throws if the folder itself is missing, because then nothing is
   * known.
   */
  const orNull = async <Result>(work: () => Promise<Result>): Promise<Result | null> => {
    try {
      return await work()
    } catch (error) {
      if (!isMissing(error)) throw error
      await stat(folder)
      return null
    }
  }

  /** Syncs a folder and its parents up to the root of the store, so that new names survive a power failure. */
  const syncFolders = async (from: string) => {
    for (let at = from; at.length >= folder.length; at = dirname(at)) await sync(at)
  }

  /** Writes a file in the temporary folder with `write`, syncs it, and moves it into position with `place`. */
  const viaTemporary = async (
    write: (temporary: string) => Promise<unknown>,
    place: (temporary: string) => Promise<void>,
  ) => {
    const temporary = await newTemporaryPath(temporaryFolder, process, random)
    try {
      await write(temporary)
      await sync(temporary)
      await place(temporary)
    } finally {
      await rm(temporary, { force: true })
    }
  }

  const readIdentity = () =>
    attempt(async () => {
      const text = await orNullWithoutFolder(() => readFile(join(folder, identityName), 'utf8'))
      if (text === null) return null
      const id = parseIdentity(text)
      if (id === null) throw new StoreUnavailable(`${location}: ${identityName} holds no id of a store.`)
      return id
    })

  return {
    location,
    temporaryFolder,
    readIdentity,
    put: (sha256, source) =>
      attempt(async () => {
        const target = pathOf(sha256)
        await mkdir(dirname(target), { recursive: true })
        await sync(source)
        try {
          await rename(source, target)
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
          await viaTemporary(
            temporary => copyFile(source, temporary),
            temporary => rename(temporary, target),
          )
        }
        await syncFolders(dirname(target))
      }),
    open: (sha256, range) =>
      attempt(async () => {
        const path = pathOf(sha256)
        const found = await orNull(() => stat(path))
        if (found === null) throw new FileLost(sha256, location)
        const { start, end } = range ?? { start: 0, end: found.size }
        if (end > found.size) {
          throw new StoreUnavailable(`${location}: ${sha256} has ${found.size} bytes, fewer than ${end}.`)
        }
        const file = Bun.file(path)
        return { size: end - start, body: range ? file.slice(start, end) : file }
      }),
    openNow: sha256 => {
      const path = pathOf(sha256)
      const size = sizeOrNull(path)
      return size === null ? null : { size, body: Bun.file(path) }
    },
    stat: sha256 =>
      attempt(async () => {
        const found = await orNull(() => stat(pathOf(sha256)))
        return found && { size: found.size }
      }),
    delete: (sha256, limitMs) =>
      attempt(async () => {
        await withinLimit(
          limitMs,
          orNull(() => unlink(pathOf(sha256))),
          () => new StoreUnavailable(`${location}: the deletion of ${sha256} took more than ${limitMs} ms.`),
        )
      }),
    list: async function* () {
      for (const outer of (await attempt(() => orNullWithoutFolder(() => foldersIn(folder)))) ?? []) {
        const page = await attempt(() => filesIn(folder, outer))
        if (page.length > 0) yield page
      }
    },
    writeIdentity: id =>
      attempt(async () => {
        await mkdir(folder, { recursive: true })
        await viaTemporary(
          temporary => Bun.write(temporary, `${id}\n`),
          async temporary => {
            try {
              await link(temporary, join(folder, identityName))
            } catch (error) {
              if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
            }
          },
        )
        await syncFolders(folder)
        const present = await readIdentity()
        if (present === null)
          throw new StoreUnavailable(`${location}: ${identityName} was written and is missing.`)
        return present
      }),
  }
}

/** Returns null if the path is missing. A store that was never written to may have no folder yet. */
async function orNullWithoutFolder<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Returns null on any error. */
function sizeOrNull(path: string): number | null {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? null
  } catch {
    return null
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Returns the folders whose names are two hexadecimal digits, ascending. */
async function foldersIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter(name => /^[0-9a-f]{2}$/.test(name)).sort()
}

/** Lists files. The folders below this one, at most 256, are read in parallel. */
async function filesIn(folder: string, outer: string): Promise<StoredFile[]> {
  const inner = await foldersIn(join(folder, outer))
  const pages = await Promise.all(
    inner.map(async name => {
      const names = await readdir(join(folder, outer, name))
      return Promise.all(names.sort().map(file => toStoredFile(folder, `${outer}/${name}/${file}`)))
    }),
  )
  return pages.flat().filter(file => file !== null)
}

/** Returns null if the path is not a file of a store, or was deleted in the meantime. */
async function toStoredFile(folder: string, key: string): Promise<StoredFile | null> {
  const sha256 = fromKey(key)
  const found = sha256 && (await orNullWithoutFolder(() => stat(join(folder, key))))
  return sha256 && found ? { sha256, size: found.size } : null
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

function toStoreError(error: unknown, location: string): unknown {
  const { code, message, syscall } = error as NodeJS.ErrnoException
  if (!(error instanceof Error) || syscall === undefined) return error
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new Refusal('The disk of the file store is full. Nothing was stored.', [], 'storage_full')
  }
  return new StoreUnavailable(`${location}: ${message}`)
}
