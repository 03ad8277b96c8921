// What the references of an entry mean when an import ends.
import type { AddressIndex } from '../../content/publish/bind-references.ts'
import { type BoundReferences, toPathKey } from '../../content/publish/bound-references.ts'
import type { ReferenceBinder } from '../../content/publish/compile-entry.ts'
import type { ReferenceValue } from '../../content/values/field-values.ts'
import type { WriteContext } from '../../entries/drafts/draft-write.ts'
import { isMoved } from './existing-entries.ts'
import type { ImportPlan } from './import-plan.ts'

interface Referrer {
  /** What the references of what is live of it meant before. */
  readonly bound: BoundReferences | undefined
  readonly isInSource: boolean
}

/**
 * A reference by collection and slug that means an entry stays with it, unless the import moves the entry away from that
 * path, or brings another one there and has the reference too. Others mean what is at their path, live or as a draft: these
 * are never two entries.
 */
export function addressesFor(plan: ImportPlan, { bound, isInSource }: Referrer): AddressIndex {
  const { addresses, before, liveSlugs } = plan
  if (bound === undefined && liveSlugs.size === 0) return addresses
  const leaves = (id: string, collection: string, slug: string) =>
    isMoved(plan, id) && before.idAt(collection, slug) === id
  const isBrought = (id: string) => before.get(id) === undefined || isMoved(plan, id)
  return {
    get: id => addresses.get(id),
    idAt: (collection, slug) => {
      const owner = addresses.idAt(collection, slug) ?? liveSlugs.get(`${collection}\n${slug}`)
      const id = bound?.get(toPathKey({ collection, slug })) ?? null
      if (id === null || addresses.get(id) === undefined || leaves(id, collection, slug)) return owner
      return isInSource && owner !== undefined && isBrought(owner) ? owner : id
    },
  }
}

/** For what is live: a reference that meant nothing before goes on meaning nothing where there is only a draft. */
export function withoutDrafts(
  bind: ReferenceBinder,
  { notLive }: ImportPlan,
  bound: BoundReferences | undefined,
): ReferenceBinder {
  if (bound === undefined) return bind
  return (reference, field) => {
    const result = bind(reference, field)
    const meantNothing = !('id' in reference) && bound.get(toPathKey(reference)) === null
    return meantNothing && notLive.has(result.id ?? '') ? { id: null, settled: false } : result
  }
}

/** Whether an entry that others have created or moved meanwhile is what a dangling reference means: an id, or a path. */
export function isThere({ addresses, liveSlugs }: ImportPlan, to: string): boolean {
  const slash = to.indexOf('/')
  if (slash < 0) return addresses.get(to) !== undefined
  const [collection, slug] = [to.slice(0, slash), to.slice(slash + 1)]
  return addresses.idAt(collection, slug) !== undefined || liveSlugs.has(`${collection}\n${slug}`)
}

export function targetsIn(addresses: AddressIndex): Pick<WriteContext, 'findTarget' | 'idOf'> {
  const idOf = (to: ReferenceValue) => ('id' in to ? to.id : (addresses.idAt(to.collection, to.slug) ?? null))
  return {
    idOf,
    findTarget: to => {
      const id = idOf(to)
      const address = id === null ? undefined : addresses.get(id)
      // Whether it is live decides about warnings only, which are not stored.
      return address === undefined ? null : { collection: address.collection, state: 'live' }
    },
  }
}
