// Publishes and unpublishes entries within a transaction, given their ids.
import type { Clock } from '../base/clock.ts'
import { Refusal } from '../base/errors.ts'
import type { SpaceId } from '../base/ids.ts'
import { EntryPaths } from '../content/address-index.ts'
import { type BindingListener, bindReferences } from '../content/bind-references.ts'
import { type ChangeSet, contentTarget, isSameContent } from '../content/change-set.ts'
import { readCollections } from '../content/collections.store.ts'
import { compileValues } from '../content/compile-entry.ts'
import { type EntryRow, readEntries, readTargets } from '../content/entries.store.ts'
import { EntrySizes } from '../content/entry-size.ts'
import { checkOverlays, compileOverlays, parseValues, parseVariants } from '../content/entry-values.ts'
import { checkValues } from '../content/field-values.ts'
import type { Collection } from '../content/model.ts'
import { listLive, readHistory, readLive } from '../content/publications.store.ts'
import { listReferences } from '../content/references.ts'
import { readsWithin, type Writes } from '../database/database.ts'

/** Broken references in a draft were reported when it was imported. */
const reportedByImport: BindingListener = { onDangling: () => {}, onForbidden: () => {} }

/** Publishes the draft of each entry; returns the ids of entries that this changes. */
export async function publishDrafts(
  writes: Writes,
  changes: ChangeSet,
  ids: readonly string[],
  clock: Clock,
): Promise<ReadonlySet<string>> {
  const { space } = changes
  const models = new Map((await readCollections(writes, space)).map(model => [model.apiName, model]))
  const live = await readLive(writes, space, ids)
  const history = await readHistory(writes, space, ids)
  const now = clock()
  const changed = new Set<string>()
  const sizes = new EntrySizes()
  for (const entry of await readEntries(writes, space, ids)) {
    const fields = models.get(entry.collection)?.fields ?? []
    const publication = await compileDraft(writes, space, entry, fields)
    const current = live.get(entry.id)
    if (current && isSameContent(current, publication)) continue
    const { version, firstPublishedAt } = history.get(entry.id) ?? { version: 0, firstPublishedAt: now }
    const { id, collection, slug } = entry
    const next = {
      ...publication,
      entry: id,
      collection,
      slug,
      version: version + 1,
      firstPublishedAt: Math.min(firstPublishedAt, now),
      publishedAt: now,
    }
    if (current) changes.replace(current, next)
    else changes.open(next)
    changed.add(id)
    sizes.add(id, `${collection}/${slug}`, publication)
  }
  await changes.flush(writes, contentTarget(space, changes.revision))
  const oversized = await sizes.findOversized(writes, space)
  if (oversized.length > 0) {
    const reasons = oversized.map(({ where, reason }) => `${where}: ${reason}.`)
    throw new Refusal(
      'Nothing was published: an entry would be too large to be served.',
      reasons,
      'entry_too_large',
    )
  }
  return changed
}

/** Unpublishes each entry; returns the ids of those that were live. */
export async function unpublishEntries(
  writes: Writes,
  changes: ChangeSet,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const live = await listLive(writes, changes.space, ids)
  for (const id of live) changes.close(id)
  return new Set(live)
}

async function compileDraft(writes: Writes, space: SpaceId, entry: EntryRow, fields: Collection['fields']) {
  const errors: string[] = []
  const context = { onError: (message: string) => void errors.push(message) }
  const values = checkValues(fields, parseValues(entry.data), context)
  const overlays = checkOverlays(fields, parseVariants(entry.variants), context)
  if (errors.length > 0) {
    const message = `The draft ${entry.collection}/${entry.slug} does not fit its model.`
    throw new Refusal(message, errors, 'draft_invalid')
  }
  const references = [values, ...overlays.values()].flatMap(each => listReferences(fields, each))
  const addresses = new EntryPaths()
  for (const { id, ...address } of await readTargets(readsWithin(writes), space, references)) {
    addresses.set(id, address)
  }
  const bind = bindReferences(entry.id, addresses, reportedByImport)
  return { values: compileValues(fields, values, bind), overlays: compileOverlays(fields, overlays, bind) }
}
