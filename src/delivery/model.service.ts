// The model of a space as code generators read it.
import type { SpaceId } from '../base/ids.ts'
import type { Json } from '../base/model.ts'
import type { Reads } from '../database/database.ts'
import { listCollections } from './store/published-entries.store.ts'

export async function writeModel(reads: Reads, space: SpaceId): Promise<string> {
  const rows = await listCollections(reads, space)
  return JSON.stringify({
    collections: rows.map(row => ({ ...row, fields: JSON.parse(row.fields) as Json })),
  })
}
