// Reads every file in use and compares it with its hash. Finds files that a store has lost or damaged. Only files in use
// count, because an interrupted upload leaves a row without a file, which nothing needs.
import { CryptoHasher } from 'bun'
import type { SpaceId } from '../../base/ids.ts'
import type { Database } from '../../database/database.ts'
import { FileLost, type OpenFile, type Store } from '../stores/store.ts'
import { listAssetsWith, listSpacesUsing, storedBlobs } from './blob-lists.store.ts'

export type Defect = 'missing' | 'damaged'

/** A missing or damaged file, and the assets that it belongs to. `space` is the slug. */
export interface DefectiveFile {
  readonly sha256: string
  readonly assets: readonly { readonly space: string; readonly id: string }[]
}

export type DefectiveFiles = Readonly<Record<Defect, readonly DefectiveFile[]>>

export interface FileUsersOptions {
  readonly database: Database
  /** All spaces. The assets of a defective file are looked up in each. */
  readonly spaces: readonly { readonly id: SpaceId; readonly slug: string }[]
}

/** Returns the file with its assets; null if nothing uses it. */
export async function findFileUsers(
  { database, spaces }: FileUsersOptions,
  sha256: string,
): Promise<DefectiveFile | null> {
  const using = await listSpacesUsing(database.reads, sha256)
  if (using.length === 0) return null
  const assets: { space: string; id: string }[] = []
  for (const { id: space, slug } of spaces.filter(({ id }) => using.includes(id))) {
    const ids = await database.snapshot(space, reads => listAssetsWith(reads, space, sha256))
    assets.push(...ids.map(id => ({ space: slug, id })))
  }
  return { sha256, assets }
}

interface VerifyOptions extends FileUsersOptions {
  readonly store: Store
  readonly onProgress?: (checked: number) => void
}

interface StoreReport extends DefectiveFiles {
  readonly checked: number
}

export async function verifyStore(options: VerifyOptions): Promise<StoreReport> {
  const { database, store, onProgress } = options
  const report = { checked: 0, missing: [] as DefectiveFile[], damaged: [] as DefectiveFile[] }
  for await (const { sha256 } of storedBlobs(database.reads)) {
    if ((await listSpacesUsing(database.reads, sha256)).length === 0) continue
    const state = await examine(store, sha256)
    report.checked += 1
    onProgress?.(report.checked)
    // A file that is no longer in use may be missing.
    const faulty = state === 'right' ? null : await findFileUsers(options, sha256)
    if (state !== 'right' && faulty) report[state].push(faulty)
  }
  return report
}

async function examine(store: Store, sha256: string): Promise<'right' | Defect> {
  try {
    return (await hashOf(await store.open(sha256))) === sha256 ? 'right' : 'damaged'
  } catch (error) {
    if (error instanceof FileLost) return 'missing'
    throw error
  }
}

/** Returns the hash in hexadecimal. Only a part of the file is in memory at a time. */
async function hashOf({ body }: OpenFile): Promise<string> {
  const hash = new CryptoHasher('sha256')
  for await (const part of body instanceof Blob ? body.stream() : body) hash.update(part)
  return hash.digest('hex')
}
