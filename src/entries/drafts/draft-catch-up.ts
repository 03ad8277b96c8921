// Derives what is stored beside drafts where it is missing: after the migration that added those columns, and of drafts that
// an older version of Frontlist has written since.
import type { Clock } from '../../base/clock.ts'
import type { SpaceId } from '../../base/ids.ts'
import { readCollections } from '../../content/model/collections.store.ts'
import { addVariants } from '../../content/model/variants.store.ts'
import { ChangeSet } from '../../content/publish/change-set.ts'
import { contentTarget } from '../../content/publish/change-target.ts'
import { checkOverlays, parseValues, parseVariants } from '../../content/publish/entry-values.ts'
import { readFindAsset } from '../../content/publish/find-asset.ts'
import {
  type EntryRow,
  hasUnderived,
  listUnderived,
  readEntries,
} from '../../content/tables/entries.store.ts'
import { readTargets } from '../../content/tables/entry-targets.store.ts'
import { readPublicationTimes } from '../../content/tables/publication-reads.store.ts'
import { type LivePublication, readLive } from '../../content/tables/publications.store.ts'
import { readRevisions } from '../../content/tables/revision.store.ts'
import { listAssetNames } from '../../content/values/asset-names.ts'
import { checkValues } from '../../content/values/field-values.ts'
import type { Collection } from '../../content/values/model.ts'
import { listReferences } from '../../content/values/references.ts'
import { type Database, readsWithin, type Writes } from '../../database/database.ts'
import { toContentText } from './draft-row.ts'
import { toDraft, toDraftWrite } from './draft-write.ts'
import { targetsAmong } from './targets.ts'

const batchSize = 500
const ignoreErrors = { onError: () => {} }

interface Space {
  readonly id: SpaceId
}

/** Each batch is a transaction, so that writers wait for none of them long. */
export async function catchUpDrafts(
  database: Database,
  listSpaces: () => Promise<readonly Space[]>,
  clock: Clock,
): Promise<void> {
  for (const { id } of await listSpaces()) {
    const isBehind = () => database.snapshot(id, reads => hasUnderived(reads, id))
    while (await isBehind()) await database.transaction(writes => deriveSome(writes, id, clock()), id)
  }
}

async function deriveSome(writes: Writes, space: SpaceId, now: number): Promise<void> {
  const rows = await readEntries(writes, space, await listUnderived(writes, space, batchSize))
  const ids = rows.map(({ id }) => id)
  const models = new Map((await readCollections(writes, space)).map(model => [model.apiName, model]))
  const live = await readLive(readsWithin(writes), space, ids)
  const times = await readPublicationTimes(writes, space, ids)
  const changes = new ChangeSet(space, (await readRevisions(writes, space)).served)
  const variants = new Set<string>()
  for (const row of rows) {
    const { firstPublishedAt = now, lastPublishedAt = now } = times.get(row.id) ?? {}
    const old = {
      ...row,
      created_at: row.created_at || firstPublishedAt,
      updated_at: row.updated_at || lastPublishedAt,
    }
    const publication = live.get(row.id)
    await derive(writes, changes, old, models.get(row.collection), publication)
    const drafted = Object.keys(parseVariants(row.variants))
    for (const id of [...drafted, ...(publication?.overlays.keys() ?? [])]) variants.add(id)
  }
  await changes.flush(writes, contentTarget(space, changes.revision))
  await addVariants(writes, space, variants)
}

async function derive(
  writes: Writes,
  changes: ChangeSet,
  old: EntryRow,
  model: Collection | undefined,
  publication: LivePublication | undefined,
): Promise<void> {
  const fields = model?.fields ?? []
  const values = checkValues(fields, parseValues(old.data), ignoreErrors)
  const overlays = checkOverlays(fields, parseVariants(old.variants), ignoreErrors)
  const references = [values, ...overlays.values()].flatMap(each => listReferences(fields, each))
  const targets = await readTargets(readsWithin(writes), changes.space, references)
  const { id, collection, slug, data, variants, archived_at: archivedAt } = old
  const { draftVersion, pathVersions } = toDraft(old)
  const reads = readsWithin(writes)
  const names = listAssetNames(fields, { data: parseValues(old.data), variants: parseVariants(old.variants) })
  const {
    draft,
    references: rows,
    assets,
  } = toDraftWrite(
    old,
    {
      ...{ id, collection, draftVersion, pathVersions, version: null },
      content: { slug, values, overlays },
      // As they are, even if they do not fit the model.
      texts: { data, variants },
    },
    {
      model: model ?? { fields },
      live: publication ? toContentText(publication) : null,
      publishedAt: publication?.row.published_at ?? null,
      ...targetsAmong(targets),
      findAsset: await readFindAsset(reads, changes.space, names),
      ...{ archivedAt, at: old.updated_at, by: old.updated_by },
    },
  )
  changes.changeEntry(draft, rows, assets)
}
