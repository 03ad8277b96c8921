// SQL statements that read the former names of fields. Read-only.
import type { SpaceId } from '../../base/ids.ts'
import { query, type Reads } from '../../database/database.ts'
import { FieldNames, type NamingOperation } from './field-names.ts'

export async function readFieldNames(reads: Reads, space: SpaceId, collection: string): Promise<FieldNames> {
  const rows = await reads.all(
    query
      .selectFrom('model_change')
      .select('operations')
      .where('space', '=', space)
      .where('collection', '=', collection)
      .orderBy('model_version'),
  )
  return new FieldNames(
    rows.map(({ operations }) => ({ operations: JSON.parse(operations) as NamingOperation[] })),
  )
}
