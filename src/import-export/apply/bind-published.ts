// Binds references by collection and slug that did not resolve when an import was prepared. Publications bind to what
// others have published since then, and drafts refer to entries that others have created or moved there.
import { ChangeSet } from '../../content/publish/change-set.ts'
import { contentTarget } from '../../content/publish/change-target.ts'
import { readLiveAddresses } from '../../content/tables/publications.store.ts'
import type { Writes } from '../../database/database.ts'
import { bindEntries, referDrafts } from '../../entries/drafts/bind-unbound.ts'
import { replaceAtRevision } from '../../entries/drafts/republish-asset-users.ts'
import type { ImportWork, PreparedImport } from '../plan/prepared-import.ts'
import { isThere } from '../plan/resolve-references.ts'

const batchSize = 200

/** With more references to bind, the import is prepared again, because other writers wait while they are bound. */
const bindableMax = 500

/** Lists the entries of the import with references to paths at which others have placed entries. */
function listReferrers({ plan, dangling }: PreparedImport): string[] {
  const found = dangling.filter(({ to }) => to.includes('/') && isThere(plan, to))
  return [...new Set(found.map(({ entry }) => entry))]
}

export function canBindPublished(prepared: PreparedImport): boolean {
  return listReferrers(prepared).length <= bindableMax
}

/**
 * Binds the references under the lock, after the content is moved to this revision. Returns the entries whose references
 * changed.
 */
export async function bindPublished(
  writes: Writes,
  { space }: ImportWork,
  prepared: PreparedImport,
  revision: number,
): Promise<readonly string[]> {
  const entries = listReferrers(prepared)
  if (entries.length === 0 || prepared.published.size === 0) return []
  const live = await readLiveAddresses(writes, space, [...prepared.published])
  const published = live.map(({ entry, collection, slug }) => ({ id: entry, collection, slug }))
  const bound: string[] = []
  for (let start = 0; start < entries.length; start += batchSize) {
    const batch = entries.slice(start, start + batchSize)
    const found = await bindEntries(writes, space, prepared.models.byName, published, batch)
    const written = found.filter(({ live }) => live.row.from_revision === revision)
    const ids = written.map(({ live }) => live.row.entry)
    const changes = new ChangeSet(space, revision)
    await replaceAtRevision(writes, changes, written)
    await changes.end(writes, contentTarget(space, revision))
    bound.push(...ids)
  }
  return bound
}

/**
 * Updates the references of drafts under the lock, after live references are bound. A draft refers to the entry at the
 * path, published or not.
 */
export function referToBrought(
  writes: Writes,
  { space }: ImportWork,
  prepared: PreparedImport,
): Promise<void> {
  return referDrafts(writes, space, prepared.models.byName, listReferrers(prepared))
}
