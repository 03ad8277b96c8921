// Compares the models of an import with those of the space: which collections are saved or removed, and how entries are
// affected.
import { planTerms, type TermPlan } from '../../content/index/index-terms.ts'
import { isIndexedAlike } from '../../content/index/query-index.ts'
import { haveSameShape } from '../../content/model/model-form.ts'
import type { Collection } from '../../content/values/model.ts'
import type { ImportPlan } from './import-plan.ts'

export interface Models {
  /** The previous collections of the space, by API name. */
  readonly known: ReadonlyMap<string, Collection>
  readonly byName: ReadonlyMap<string, Collection>
  readonly saved: readonly Collection[]
  /** API names of existing collections whose entries change their shape. */
  readonly changed: ReadonlySet<string>
  /** Entries that change their collection. */
  readonly moved: ReadonlySet<string>
  /**
   * API names of existing collections whose title field or fields changed, so that derived columns of drafts may change.
   */
  readonly rederived: ReadonlySet<string>
  /** API names of collections that are removed. */
  readonly gone: readonly string[]
  /** The index terms of collections whose indexing does not change. */
  readonly plans: ReadonlyMap<string, TermPlan>
}

/** Returns the models in the form that the importer uses. */
export function toLookups({ byName, changed, rederived }: Models) {
  return { models: byName, changedModels: changed, rederivedModels: rederived }
}

/** Compares models. A collection that is not in the source is kept while it has entries. */
export function compareModels(known: readonly Collection[], plan: ImportPlan, prune: boolean): Models {
  const before = new Map(known.map(each => [each.apiName, each]))
  const saved: Collection[] = []
  const changed = new Set<string>()
  const rederived = new Set<string>()
  for (const collection of plan.collections.values()) {
    const old = before.get(collection.apiName)
    if (Bun.deepEquals(old, collection)) continue
    saved.push(collection)
    if (old === undefined) continue
    if (!haveSameShape(old, collection)) changed.add(collection.apiName)
    const isDerivedAlike =
      old.titleField === collection.titleField && Bun.deepEquals(old.fields, collection.fields)
    if (!isDerivedAlike) rederived.add(collection.apiName)
  }
  const used = new Set(plan.collections.keys())
  const moved = new Set<string>()
  for (const id of plan.ids) {
    const { collection } = plan.addresses.get(id)!
    used.add(collection)
    if ((plan.before.get(id)?.collection ?? collection) !== collection) moved.add(id)
  }
  const gone = prune ? known.map(each => each.apiName).filter(name => !used.has(name)) : []
  const byName = new Map([...before, ...plan.collections])
  const plans = new Map<string, TermPlan>()
  for (const [name, collection] of byName) {
    const old = before.get(name)
    if (!old || isIndexedAlike(old, collection)) plans.set(name, planTerms(collection))
  }
  return { known: before, byName, saved, changed, moved, rederived, gone, plans }
}

/** Counts the collections in the source. */
export function countCollections({ collections }: Pick<ImportPlan, 'collections'>, { known, saved }: Models) {
  const changed = saved.filter(({ apiName }) => known.has(apiName)).length
  const created = saved.length - changed
  return { created, changed, unchanged: collections.size - saved.length }
}
