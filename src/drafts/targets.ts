// How the references of drafts are resolved among entries that were read.
import { EntryPaths } from '../content/address-index.ts'
import { toReleasedSlug } from '../content/entries.store.ts'
import type { TargetRow } from '../content/entry-targets.store.ts'
import type { FindTarget } from '../content/field-rules.ts'
import type { ReferenceValue } from '../content/field-values.ts'

export interface Targets {
  readonly find: (reference: ReferenceValue) => TargetRow | null
  readonly findTarget: FindTarget
  /** Null if the reference means nothing. */
  readonly idOf: (reference: ReferenceValue) => string | null
}

/** For binding references: an archived entry has an id, and no path. */
export function toAddresses(rows: readonly TargetRow[]): EntryPaths {
  const addresses = new EntryPaths()
  for (const { id, collection, slug, state } of rows) {
    addresses.set(id, { collection, slug: state === 'archived' ? toReleasedSlug(id) : slug })
  }
  return addresses
}

export function targetsAmong(rows: readonly TargetRow[]): Targets {
  const byId = new Map(rows.map(row => [row.id, row]))
  const byPath = new Map(
    rows.filter(({ state }) => state !== 'archived').map(row => [`${row.collection}/${row.slug}`, row]),
  )
  const find: Targets['find'] = to =>
    ('id' in to ? byId.get(to.id) : byPath.get(`${to.collection}/${to.slug}`)) ?? null
  return {
    find,
    findTarget: to => {
      const row = find(to)
      return row && { collection: row.collection, state: row.state === 'changed' ? 'live' : row.state }
    },
    // An entry with this id may come.
    idOf: to => ('id' in to ? to.id : (find(to)?.id ?? null)),
  }
}
