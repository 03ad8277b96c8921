// Files that a store has lost or damaged, as reported by its commands. Only files in use count, because an interrupted
// upload leaves a row without a file, which nothing needs.
import type { SpaceId } from '../../base/ids.ts'
import type { Database } from '../../database/database.ts'
import { listAssetsWith, listSpacesUsing } from './blob-lists.store.ts'

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
