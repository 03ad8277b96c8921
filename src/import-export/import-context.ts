// What an import says of itself, and how references are resolved when it ends.
import type { By } from '../base/by.ts'
import type { EntryPaths } from '../content/address-index.ts'
import type { ReferenceValue } from '../content/field-values.ts'
import type { WriteContext } from '../drafts/draft-write.ts'

/** Who changes what an import changes. */
export const importer: By = { kind: 'import', name: 'frontlist import' }

export function targetsIn(addresses: EntryPaths): Pick<WriteContext, 'findTarget' | 'idOf'> {
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
