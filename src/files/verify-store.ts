// Reads every file that is in use, and compares it with its hash.
import { CryptoHasher } from 'bun'
import type { SpaceId } from '../base/ids.ts'
import type { Database } from '../database/database.ts'
import { FileLost, type OpenFile, type Store } from '../storage/store.ts'
import { storedBlobs } from './all-blobs.ts'
import { listAssetsWith, listSpacesUsing } from './blob-lists.store.ts'

export interface VerifyOptions {
  readonly database: Database
  readonly store: Store
  /** All spaces: whose assets a missing file belongs to is looked up in each. */
  readonly spaces: readonly { readonly id: SpaceId; readonly slug: string }[]
  readonly onProgress?: (checked: number) => void
}

/** A file that is not as it should be, and the assets that it belongs to; `space` is its slug. */
export interface FaultyFile {
  readonly sha256: string
  readonly assets: readonly { readonly space: string; readonly id: string }[]
}

export interface StoreReport {
  readonly checked: number
  readonly missing: readonly FaultyFile[]
  readonly damaged: readonly FaultyFile[]
}

export async function verifyStore(options: VerifyOptions): Promise<StoreReport> {
  const { database, store, onProgress } = options
  const report = { checked: 0, missing: [] as FaultyFile[], damaged: [] as FaultyFile[] }
  for await (const { sha256 } of storedBlobs(database.reads)) {
    if ((await listSpacesUsing(database.reads, sha256)).length === 0) continue
    const state = await examine(store, sha256)
    report.checked += 1
    onProgress?.(report.checked)
    // A file that has fallen out of use meanwhile may be missing.
    const using = state === 'right' ? [] : await listSpacesUsing(database.reads, sha256)
    if (state !== 'right' && using.length > 0) {
      report[state].push({ sha256, assets: await findAssets(options, sha256, using) })
    }
  }
  return report
}

async function examine(store: Store, sha256: string): Promise<'right' | 'missing' | 'damaged'> {
  try {
    return (await hashOf(await store.open(sha256))) === sha256 ? 'right' : 'damaged'
  } catch (error) {
    if (error instanceof FileLost) return 'missing'
    throw error
  }
}

/** In hexadecimal; holds a part of the file at a time. */
async function hashOf({ body }: OpenFile): Promise<string> {
  const hash = new CryptoHasher('sha256')
  for await (const part of body instanceof Blob ? body.stream() : body) hash.update(part)
  return hash.digest('hex')
}

async function findAssets(
  { database, spaces }: VerifyOptions,
  sha256: string,
  using: readonly string[],
): Promise<FaultyFile['assets']> {
  const found: { space: string; id: string }[] = []
  for (const { id: space, slug } of spaces.filter(({ id }) => using.includes(id))) {
    const ids = await database.snapshot(space, reads => listAssetsWith(reads, space, sha256))
    found.push(...ids.map(id => ({ space: slug, id })))
  }
  return found
}
