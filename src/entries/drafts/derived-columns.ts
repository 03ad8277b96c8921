// Updates the derived columns of drafts whose named assets have changed. The drafts themselves stay unchanged.
import type { SpaceId } from '../../base/ids.ts'
import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'
import { readCollections } from '../../content/model/collections.store.ts'
import { checkOverlays, parseValues, parseVariants } from '../../content/publish/entry-values.ts'
import { readFindAsset } from '../../content/publish/find-asset.ts'
import { listNaming } from '../../content/tables/draft-assets.store.ts'
import {
  type DerivedState,
  type EntryRow,
  readEntries,
  setDerived,
} from '../../content/tables/entries.store.ts'
import { listAssetNames } from '../../content/values/asset-names.ts'
import type { FindTarget } from '../../content/values/field-rules.ts'
import { checkValues } from '../../content/values/field-values.ts'
import type { Collection } from '../../content/values/model.ts'
import { listReferences } from '../../content/values/references.ts'
import { readsWithin, type Writes } from '../../database/database.ts'
import { deriveColumns } from './draft-row.ts'
import { readDraftTargets } from './targets.ts'

const batchSize = 200
const ignoreErrors = { onError: () => {} }

/** Updates all drafts that name these assets, except those for which `isCurrent` returns true. */
export async function updateDerivedColumns(
  writes: Writes,
  space: SpaceId,
  assets: readonly string[],
  isCurrent: (entry: string) => boolean = () => false,
): Promise<void> {
  const reads = readsWithin(writes)
  let models: ReadonlyMap<string, Collection> | null = null
  for (let after = ''; ; ) {
    const entries = await listNaming(reads, space, assets, { after, limit: batchSize })
    const last = entries.at(-1)
    if (last === undefined) return
    models ??= new Map((await readCollections(writes, space)).map(model => [model.apiName, model]))
    const outdated = entries.filter(entry => !isCurrent(entry))
    await update(writes, space, await readEntries(writes, space, outdated), models)
    after = last
    await yieldToEventLoop()
  }
}

async function update(
  writes: Writes,
  space: SpaceId,
  rows: readonly EntryRow[],
  models: ReadonlyMap<string, Collection>,
): Promise<void> {
  const drafts = rows.flatMap(row => {
    const model = models.get(row.collection)
    const content = { slug: row.slug, data: parseValues(row.data), variants: parseVariants(row.variants) }
    return model ? [{ row, model, content }] : []
  })
  const names = drafts.flatMap(({ model, content }) => listAssetNames(model.fields, content))
  const findAsset = await readFindAsset(readsWithin(writes), space, names)
  const changed = new Map<string, DerivedState>()
  for (const { row, model, content } of drafts) {
    // Without `accept`, the only problem of an asset is that it is missing. That is a warning, and `problems` counts errors.
    const isJudged = model.fields.some(({ accept }) => accept !== undefined)
    const findTarget = isJudged ? await readFindTarget(writes, space, row, model) : findNothing
    const { columns } = deriveColumns(model, content, { findTarget, findAsset })
    const { picture } = columns
    const problems = isJudged ? columns.problems : row.problems
    if (picture !== row.picture || problems !== row.problems) changed.set(row.id, { picture, problems })
  }
  if (changed.size > 0) await setDerived(writes, space, changed)
}

const findNothing: FindTarget = () => null

async function readFindTarget(
  writes: Writes,
  space: SpaceId,
  { id, data, variants }: EntryRow,
  { fields }: Collection,
): Promise<FindTarget> {
  const values = checkValues(fields, parseValues(data), ignoreErrors)
  const overlays = checkOverlays(fields, parseVariants(variants), ignoreErrors)
  const references = [values, ...overlays.values()].flatMap(each => listReferences(fields, each))
  if (references.length === 0) return findNothing
  return (await readDraftTargets(readsWithin(writes), space, id, references)).findTarget
}
