// Copies all files to another store, to switch the setting to it afterwards. Repeatable: existing files are skipped.
import { Refusal } from '../../base/errors.ts'
import type { RandomBytes } from '../../base/ids.ts'
import { FileLost, type Store } from '../stores/store.ts'
import type { ProcessName } from '../stores/temporary-files.ts'
import { storedBlobs } from './blob-lists.store.ts'
import { TemporaryFile } from './temporary-file.ts'
import {
  type Defect,
  type DefectiveFile,
  type DefectiveFiles,
  type FileUsersOptions,
  findFileUsers,
} from './verify-store.ts'

interface CopyOptions extends FileUsersOptions {
  /** The store of this database, with a verified identity. */
  readonly from: Store
  /** The target, which must belong to no database yet, or to this one. */
  readonly to: Store
  /** For files that are being copied. */
  readonly temporary: {
    readonly folder: string
    readonly process: ProcessName
    readonly random: RandomBytes
  }
  readonly onProgress?: (done: number) => void
}

/** Also lists the files in use that are missing or damaged in `from`. */
interface CopyReport extends DefectiveFiles {
  readonly copied: number
  readonly skipped: number
  /** The bytes of the copied files. */
  readonly bytes: number
}

/**
 * Copies the files. The id of the store is written at the end, so that a server that is started with an unfinished copy
 * serves no files instead of only some.
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

/**
 * Looks up the sizes of a store's files. The hashes must be requested in ascending order, so that each list is read once.
 */
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
