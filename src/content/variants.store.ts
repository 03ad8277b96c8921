// SQL statements for the variants that editors may choose: the only ones that write them.
import type { SpaceId } from '../base/ids.ts'
import { columnsOf, runInParts } from '../database/bulk.ts'
import { query, type Reads, type Writes } from '../database/database.ts'

export const variantKinds = ['audience', 'locale'] as const
export type VariantKind = (typeof variantKinds)[number]

export interface Variant {
  readonly id: string
  readonly name: string
  readonly kind: VariantKind
}

/** By id. */
export async function readVariants(reads: Reads, space: SpaceId): Promise<Variant[]> {
  const rows = await reads.all(
    query.selectFrom('variant').select(['id', 'name', 'kind']).where('space', '=', space).orderBy('id'),
  )
  return rows.map(row => ({ ...row, kind: row.kind as VariantKind }))
}

const columns = ['space', 'id', 'name', 'kind'] as const

/** Audiences of these ids, where there are none yet. */
export async function addVariants(writes: Writes, space: SpaceId, ids: Iterable<string>): Promise<void> {
  const rows = [...ids].map(id => ({ space, id, name: id, kind: 'audience' }))
  await runInParts(writes, 'addVariants', columns, rows, part =>
    writes
      .insertInto('variant')
      .values(part.map(row => columnsOf(row, columns)))
      .onConflict(conflict => conflict.doNothing()),
  )
}
