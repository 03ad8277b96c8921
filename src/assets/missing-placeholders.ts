// Placeholders of images that got none when they were uploaded: it took too long, or no images were made then.
import type { SpaceId } from '../base/ids.ts'
import { lockRevision } from '../content/revision.store.ts'
import { type Database, readsWithin } from '../database/database.ts'
import { followAssets } from '../drafts/follow-assets.ts'
import { inPages } from '../files/all-blobs.ts'
import { listAssetsWith, listWithoutThumbhash } from '../files/blob-lists.store.ts'
import { type BlobRow, saveThumbhash } from '../files/blobs.store.ts'
import { transformableTypes } from '../images/transformation.ts'
import { FileLost } from '../storage/store.ts'
import type { FileSettings } from './assets.ts'
import { toLocalFile } from './image-maker.ts'

interface PlaceholderParts {
  readonly database: Database
  readonly files: FileSettings
  readonly spaces: readonly { readonly id: SpaceId }[]
  readonly isStopped: () => boolean
}

const pageLength = 100
/** All of them wait behind each other, and behind everything that somebody waits for. */
const client = 'cleanup'

/** Those that cannot be made are tried again by the next run. */
export async function makeMissingPlaceholders(parts: PlaceholderParts): Promise<void> {
  const { database, isStopped } = parts
  const list = (after: string) => listWithoutThumbhash(database.reads, transformableTypes, after, pageLength)
  for await (const page of inPages(list)) {
    for (const blob of page) {
      if (isStopped()) return
      const thumbhash = await makePlaceholder(parts, blob)
      if (thumbhash !== null) await save(parts, blob.sha256, thumbhash)
    }
  }
}

async function makePlaceholder({ files }: PlaceholderParts, blob: BlobRow): Promise<string | null> {
  const { images, store, uploads } = files
  const { sha256, content_type: contentType } = blob
  if (images === null || contentType === null) return null
  const source = () => toLocalFile(store, sha256, uploads)
  try {
    return await images.thumbhash({ source, sha256, contentType, client, priority: 'cleanup' })
  } catch (error) {
    // `verify` names it; the others still get theirs.
    if (error instanceof FileLost) return null
    throw error
  }
}

/** What live content shows of the file has it from the next response on. */
async function save(
  { database, spaces }: PlaceholderParts,
  sha256: string,
  thumbhash: string,
): Promise<void> {
  await database.transaction(writes => saveThumbhash(writes, sha256, thumbhash))
  for (const { id: space } of spaces) {
    await database.transaction(async writes => {
      await lockRevision(writes, space)
      const assets = await listAssetsWith(readsWithin(writes), space, sha256)
      if (assets.length > 0) await followAssets(writes, space, assets, { entriesMax: null })
    }, space)
  }
}
