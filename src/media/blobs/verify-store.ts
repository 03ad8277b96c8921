// Reads every file in use and compares it with its hash.
import { CryptoHasher } from 'bun'
import { FileLost, type OpenFile, type Store } from '../stores/store.ts'
import { storedBlobs } from './all-blobs.ts'
import { listSpacesUsing } from './blob-lists.store.ts'
import {
  type Defect,
  type DefectiveFile,
  type DefectiveFiles,
  type FileUsersOptions,
  findFileUsers,
} from './defective-files.ts'

export interface VerifyOptions extends FileUsersOptions {
  readonly store: Store
  readonly onProgress?: (checked: number) => void
}

export interface StoreReport extends DefectiveFiles {
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
