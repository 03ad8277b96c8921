// References by collection and slug that meant nothing when an import prepared: they are bound to what others have published
// since then.
import { toPathKey } from '../content/bound-references.ts'
import { ChangeSet } from '../content/change-set.ts'
import { contentTarget } from '../content/change-target.ts'
import { readLiveAddresses } from '../content/publications.store.ts'
import type { Writes } from '../database/database.ts'
import { bindEntries, type PublishedEntry, referDrafts } from '../drafts/bind-unbound.ts'
import { replaceAtRevision } from '../drafts/follow-assets.ts'
import type { ImportWork, PreparedImport } from './prepared-import.ts'

const batchSize = 200

/** With more references to bind, an import prepares again: others wait while they are bound. */
const bindableMax = 500

interface Bindable {
  readonly published: readonly PublishedEntry[]
  /** Of the import, with references to them. */
  readonly entries: readonly string[]
}

async function findBindable(
  writes: Writes,
  { space }: ImportWork,
  { dangling, published: ids }: PreparedImport,
): Promise<Bindable> {
  if (dangling.length === 0 || ids.size === 0) return { published: [], entries: [] }
  const live = await readLiveAddresses(writes, space, [...ids])
  const published = live.map(({ entry, collection, slug }) => ({ id: entry, collection, slug }))
  const paths = new Set(published.map(toPathKey))
  const entries = dangling.filter(({ to }) => paths.has(to)).map(({ entry }) => entry)
  return { published, entries: [...new Set(entries)] }
}

export async function canBindPublished(
  writes: Writes,
  work: ImportWork,
  prepared: PreparedImport,
): Promise<boolean> {
  return (await findBindable(writes, work, prepared)).entries.length <= bindableMax
}

/** Under the lock, once the content is moved to this revision. Returns the entries whose references are others now. */
export async function bindPublished(
  writes: Writes,
  work: ImportWork,
  prepared: PreparedImport,
  revision: number,
): Promise<readonly string[]> {
  const { space } = work
  const { byName } = prepared.models
  const { published, entries } = await findBindable(writes, work, prepared)
  const bound: string[] = []
  for (let start = 0; start < entries.length; start += batchSize) {
    const batch = entries.slice(start, start + batchSize)
    const found = await bindEntries(writes, space, byName, published, batch)
    const written = found.filter(({ live }) => live.row.from_revision === revision)
    const ids = written.map(({ live }) => live.row.entry)
    const changes = new ChangeSet(space, revision)
    await replaceAtRevision(writes, changes, written)
    await changes.end(writes, contentTarget(space, revision))
    bound.push(...ids)
  }
  await referDrafts(writes, space, byName, entries)
  return bound
}
