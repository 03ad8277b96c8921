// The model of a space as code generators read it.
import type { SpaceId } from '../base/ids.ts'
import type { Json } from '../base/model.ts'
import type { Database } from '../database/database.ts'
import { listCollections } from './content.store.ts'

export async function readModel(database: Database, space: SpaceId): Promise<Json> {
  const rows = await listCollections(database.reads, space)
  return { collections: rows.map(row => ({ ...row, fields: JSON.parse(row.fields) as Json })) }
}
