// Resolves the references of an entry as they will be when an import ends.
import type { AddressIndex } from '../../content/publish/bind-references.ts'
import { type BoundReferences, toPathKey } from '../../content/publish/bound-references.ts'
import type { ReferenceBinder } from '../../content/publish/compile-entry.ts'
import type { ReferenceValue } from '../../content/values/field-values.ts'
import type { WriteContext } from '../../entries/drafts/draft-write.ts'
import { isMoved } from './existing-entries.ts'
import type { ImportPlan } from './import-plan.ts'

interface Referrer {
  /** The previous targets of the live references. */
  readonly bound: BoundReferences | undefined
  readonly isInSource: boolean
}

/**
 * Returns the index that resolves references by collection and slug. A reference stays with its current target, unless
 * the import moves the target away from that path, or places another entry there and the source has the reference too.
 * Other references resolve to the entry at their path, live or as a draft, which is never ambiguous.
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

/** For live references: one that did not resolve before still does not resolve if its path only has a draft. */
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

/**
 * Checks whether the target of a dangling reference, an id or a path, exists now because another writer created or moved it.
 */
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
      // The state affects only warnings, which are not stored.
      return address === undefined ? null : { collection: address.collection, state: 'live' }
    },
  }
}
