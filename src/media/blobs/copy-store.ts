// Copies all files to another store, so that the setting can be changed to it. Can be repeated: what is there is skipped.
import { Refusal } from '../../base/errors/errors.ts'
import type { RandomBytes } from '../../base/ids.ts'
import { FileLost, type Store } from '../stores/store.ts'
import type { ProcessName } from '../stores/temporary-files.ts'
import { storedBlobs } from './all-blobs.ts'
import {
  type Defect,
  type DefectiveFile,
  type DefectiveFiles,
  type FileUsersOptions,
  findFileUsers,
} from './defective-files.ts'
import { TemporaryFile } from './temporary-file.ts'

export interface CopyOptions extends FileUsersOptions {
  /** The store of this database, identified. */
  readonly from: Store
  /** Belongs to no database yet, or to this one. */
  readonly to: Store
  /** For files on their way. */
  readonly temporary: {
    readonly folder: string
    readonly process: ProcessName
    readonly random: RandomBytes
  }
  readonly onProgress?: (done: number) => void
}

/** With the files in use that `from` does not have, or has changed. */
export interface CopyReport extends DefectiveFiles {
  readonly copied: number
  readonly skipped: number
  /** Of what was copied. */
  readonly bytes: number
}

/**
 * The id of the store is written at the end: a server that is started with an unfinished copy serves no files, instead
 * of some.
 */
export async function copyStore(options: CopyOptions): Promise<CopyReport> {
  const { database, from, to, onProgress } = options
  const id = await from.readIdentity()
  if (id === null) throw new Refusal(`${from.location} has no id yet. Start the server with it once.`)
  await requireOwn(to, id)
  const report = {
    ...{ copied: 0, skipped: 0, bytes: 0 },
    ...{ missing: [] as DefectiveFile[], damaged: [] as DefectiveFile[] },
  }
  const sizeInTarget = sizesInOrder(to)
  for await (const { sha256, size } of storedBlobs(database.reads)) {
    const result = (await sizeInTarget(sha256)) === size ? 'skipped' : await copyFile(options, sha256)
    if (result === 'missing' || result === 'damaged') {
      const faulty = await findFileUsers(options, sha256)
      if (faulty) report[result].push(faulty)
    } else report[result] += 1
    if (result === 'copied') report.bytes += size
    onProgress?.(report.copied + report.skipped)
  }
  await to.writeIdentity(id)
  await requireOwn(to, id)
  return report
}

async function requireOwn(to: Store, id: string): Promise<void> {
  const present = await to.readIdentity()
  if (present === null || present === id) return
  throw new Refusal(`${to.location} belongs to another database. Choose an empty folder or prefix.`)
}

/** Sizes of the files of a store, asked for in ascending order of their hashes: both lists are gone through once. */
function sizesInOrder(store: Store): (sha256: string) => Promise<number | null> {
  const files = flatten(store)
  let next = files.next()
  return async sha256 => {
    for (;;) {
      const { value, done } = await next
      if (done || value.sha256 > sha256) return null
      if (value.sha256 === sha256) return value.size
      next = files.next()
    }
  }
}

async function* flatten(store: Store) {
  for await (const page of store.list()) yield* page
}

async function copyFile({ from, to, temporary }: CopyOptions, sha256: string): Promise<'copied' | Defect> {
  const file = await TemporaryFile.create(temporary.folder, temporary.process, temporary.random)
  try {
    const { body } = await from.open(sha256)
    for await (const part of body instanceof Blob ? body.stream() : body) await file.write(part)
    if ((await file.finish()).sha256 !== sha256) return 'damaged'
    await to.put(sha256, file.path)
    return 'copied'
  } catch (error) {
    if (error instanceof FileLost) return 'missing'
    throw error
  } finally {
    await file.discard()
  }
}
