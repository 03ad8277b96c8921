// Updates what depends on the assets that an import has written, in its transaction: live content outside of the import
// that shows them, and drafts that name them. The import's own content already shows them.
import { listServed, listStagedDrafts } from '../../bulk/stage.store.ts'
import { ChangeSet, contentTarget } from '../../content/publish/change-set.ts'
import { listShowing } from '../../content/tables/publications.store.ts'
import { readsWithin, type Writes } from '../../database/database.ts'
import { rewritePublications, updateDerivedColumns } from '../../entries/drafts/republish-asset-users.ts'
import { releaseBlobs } from '../../media/blobs/blobs.store.ts'
import { toLookup } from '../plan/import-plan.ts'
import type { ImportWork, PreparedImport } from '../plan/prepared-import.ts'

/** Returns the entries whose responses may have changed. */
export async function followImported(
  writes: Writes,
  { space, clock, stage }: ImportWork,
  { assets, othersAssets }: PreparedImport,
  revision: number,
): Promise<readonly string[]> {
  const own = assets.planned.ids
  const others = [...othersAssets]
  if (own.length + others.length === 0) return []
  const changes = new ChangeSet(space, revision)
  const isWritten = toLookup(await listServed(writes))
  const showing = await listShowing(readsWithin(writes), space, own)
  const late = others.length === 0 ? [] : await listShowing(readsWithin(writes), space, others)
  const entries = [...new Set([...showing.filter(entry => !isWritten(entry)), ...late])]
  // The staged index entries were built before these assets changed.
  await stage.index?.revise(writes, late.filter(isWritten))
  await rewritePublications(writes, changes, entries)
  await changes.end(writes, contentTarget(space, revision))
  if (own.length > 0) await updateDerivedColumns(writes, space, own, toLookup(await listStagedDrafts(writes)))
  if (others.length > 0) await updateDerivedColumns(writes, space, others)
  const replaced = assets.changed.flatMap(({ before, after }) =>
    before.blob === after.blob ? [] : [before.blob],
  )
  if (replaced.length > 0) await releaseBlobs(writes, space, replaced, clock())
  return changes.isServed ? entries : []
}
