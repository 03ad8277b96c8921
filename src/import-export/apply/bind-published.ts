// References by collection and slug that meant nothing when an import prepared: they are bound to what others have published
// since then, and drafts refer to what others have brought there.
import { ChangeSet } from '../../content/publish/change-set.ts'
import { contentTarget } from '../../content/publish/change-target.ts'
import { readLiveAddresses } from '../../content/tables/publications.store.ts'
import type { Writes } from '../../database/database.ts'
import { bindEntries, referDrafts } from '../../entries/drafts/bind-unbound.ts'
import { replaceAtRevision } from '../../entries/drafts/republish-asset-users.ts'
import type { ImportWork, PreparedImport } from '../plan/prepared-import.ts'
import { isThere } from '../plan/resolve-references.ts'

const batchSize = 200

/** With more references to bind, an import prepares again: others wait while they are bound. */
const bindableMax = 500

/** The entries of the import with references to paths that others have brought entries to. */
function listReferrers({ plan, dangling }: PreparedImport): string[] {
  const found = dangling.filter(({ to }) => to.includes('/') && isThere(plan, to))
  return [...new Set(found.map(({ entry }) => entry))]
}

export function canBindPublished(prepared: PreparedImport): boolean {
  return listReferrers(prepared).length <= bindableMax
}

/** Under the lock, once the content is moved to this revision. Returns the entries whose references are others now. */
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

/** Under the lock, once what is live is bound: drafts refer to what is at their paths, published or not. */
export function referToBrought(
  writes: Writes,
  { space }: ImportWork,
  prepared: PreparedImport,
): Promise<void> {
  return referDrafts(writes, space, prepared.models.byName, listReferrers(prepared))
}
