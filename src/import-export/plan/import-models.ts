// Compares the models of an import with those of the space: which collections are saved or removed, and how entries are
// affected.
import { planTerms, type TermPlan } from '../../content/index/index-terms.ts'
import { isIndexedAlike } from '../../content/index/query-index.ts'
import { haveSameShape, isSameModel } from '../../content/model/model-form.ts'
import { linkModel } from '../../content/model/stored-models.ts'
import type { Collection, Component, Components, SpaceModels } from '../../content/values/model.ts'
import type { ImportPlan } from './import-plan.ts'

export interface Models {
  /** The previous models of the space, by API name. */
  readonly known: ReadonlyMap<string, Collection | Component>
  /** The collections after the import. */
  readonly byName: ReadonlyMap<string, Collection>
  /** The models that are new or change, components first. */
  readonly saved: readonly (Collection | Component)[]
  /** API names of existing collections whose entries change their shape. */
  readonly changed: ReadonlySet<string>
  /** Entries that change their collection. */
  readonly moved: ReadonlySet<string>
  /**
   * API names of existing collections whose title field or fields changed, so that derived columns of drafts may change.
   */
  readonly rederived: ReadonlySet<string>
  /** API names of models that are removed. */
  readonly gone: readonly string[]
  /** Existing collections that are indexed in another way because of changed components, as they were. */
  readonly reindexed: readonly Collection[]
  /** The index terms of collections whose indexing does not change. */
  readonly plans: ReadonlyMap<string, TermPlan>
}

/** Returns the models in the form that the importer uses. */
export function toLookups({ byName, changed, rederived }: Models) {
  return { models: byName, changedModels: changed, rederivedModels: rederived }
}

interface ModelsAfter extends Pick<ImportPlan, 'collections' | 'ids' | 'addresses' | 'before'> {
  /** All components after the import. */
  readonly components: Components
}

/** Compares models. A collection that is not in the source is kept while it has entries. */
export function compareModels(known: SpaceModels, after: ModelsAfter, prune: boolean): Models {
  const before = new Map(known.collections.map(each => [each.apiName, each]))
  const saved: (Collection | Component)[] = []
  const changed = new Set<string>()
  const rederived = new Set<string>()
  const isIn =
    ({ components }: Pick<SpaceModels, 'components'>) =>
    (name: string) =>
      components.has(name)
  for (const component of after.components.values()) {
    const old = known.components.get(component.apiName)
    if (old === undefined || !isSameModel(old, component)) saved.push(component)
  }
  const goneComponents = [...known.components.keys()].filter(name => !isIn(after)(name))
  const changesComponents = goneComponents.length > 0 || saved.some(({ apiName }) => isIn(known)(apiName))
  const byName = new Map([
    ...known.collections.map(each => [each.apiName, linkModel(each, after.components)] as const),
    ...after.collections,
  ])
  for (const collection of byName.values()) {
    const { apiName } = collection
    const old = before.get(apiName)
    const isSame = old !== undefined && isSameModel(old, collection)
    // Any component that a value holds may be another one now.
    const hasOtherBlocks = changesComponents && collection.fields.some(({ of }) => of !== undefined)
    if (!isSame) saved.push(collection)
    if (old === undefined || (isSame && !hasOtherBlocks)) continue
    if (hasOtherBlocks || !haveSameShape(old, collection)) changed.add(apiName)
    const isDerivedAlike =
      !hasOtherBlocks && old.titleField === collection.titleField && isSameModel(old, collection)
    if (!isDerivedAlike) rederived.add(apiName)
  }
  const used = new Set(after.collections.keys())
  const moved = new Set<string>()
  for (const id of after.ids) {
    const { collection } = after.addresses.get(id)!
    used.add(collection)
    if ((after.before.get(id)?.collection ?? collection) !== collection) moved.add(id)
  }
  const gone = prune
    ? [...known.collections.map(each => each.apiName).filter(name => !used.has(name)), ...goneComponents]
    : []
  const plans = new Map<string, TermPlan>()
  const reindexed: Collection[] = []
  for (const [name, collection] of byName) {
    const old = before.get(name)
    if (!old || isIndexedAlike(old, collection)) plans.set(name, planTerms(collection))
    else if (changesComponents && old.fields.some(({ of }) => of !== undefined)) reindexed.push(old)
  }
  return {
    ...{ known: new Map([...before, ...known.components]), byName, saved, changed, moved, rederived, gone },
    ...{ reindexed, plans },
  }
}

/** Counts the collections in the source. */
export function countCollections({ collections }: Pick<ImportPlan, 'collections'>, { known, saved }: Models) {
  const own = saved.filter(({ apiName }) => collections.has(apiName))
  const changed = own.filter(({ apiName }) => known.has(apiName)).length
  const created = own.length - changed
  return { created, changed, unchanged: collections.size - own.length }
}
