// Checks who may change an asset. If live content or a scheduled draft shows it, the caller needs the right to publish.
import { assertRights } from '../../access/access-problems.ts'
import { rightsOf } from '../../access/rights.ts'
import type { Caller } from '../../base/caller.ts'
import type { SpaceId } from '../../base/ids.ts'
import {
  isAssetShown,
  isInScheduledText,
  readScheduledDrafts,
} from '../../content/tables/asset-uses.store.ts'
import { listAddresses } from '../../content/tables/assets.store.ts'
import { toAssetPath } from '../../content/values/asset-paths.ts'
import type { Reads } from '../../database/database.ts'

/** Throws unless the caller may change the asset. The id may also be one that content names although no asset has it. */
export async function requireChangeable(reads: Reads, caller: Caller, id: string): Promise<void> {
  if (rightsOf(caller).includes('publish')) return
  if (await isShownToReaders(reads, caller.space, id)) assertRights(caller, ['write', 'publish'])
}

async function isShownToReaders(reads: Reads, space: SpaceId, id: string): Promise<boolean> {
  if (await isAssetShown(reads, space, id)) return true
  const name = `"id":${JSON.stringify(id)}`
  const drafts = await readScheduledDrafts(reads, space, id)
  if (drafts.some(({ data, variants }) => `${data}${variants}`.includes(name))) return true
  const addresses = await listAddresses(reads, space, id)
  const paths = addresses.map(({ sha256, filename }) => toAssetPath(space, sha256, filename))
  return isInScheduledText(reads, space, paths)
}
