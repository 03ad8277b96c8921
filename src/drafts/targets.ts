// How the references of drafts are resolved among entries that were read.
import type { TargetRow } from '../content/entry-targets.store.ts'
import type { FindTarget } from '../content/field-rules.ts'
import type { ReferenceValue } from '../content/field-values.ts'

export interface Targets {
  readonly find: (reference: ReferenceValue) => TargetRow | null
  readonly findTarget: FindTarget
  /** Null if the reference means nothing. */
  readonly idOf: (reference: ReferenceValue) => string | null
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
