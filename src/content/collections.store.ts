// SQL statements for models: the only ones that write collections.
import type { SpaceId } from '../base/ids.ts'
import { isIn, query, type Reads, type Writes } from '../database/database.ts'
import type { Collection, Field } from './model.ts'

export async function readCollections(writes: Writes, space: SpaceId): Promise<Collection[]> {
  return (await collectionsOf(writes, space).execute()).map(toCollection)
}

/** The same, outside a write transaction. */
export async function readModels(reads: Reads, space: SpaceId): Promise<Collection[]> {
  return (await reads.all(collectionsOf(query, space))).map(toCollection)
}

export async function readModelPage(
  reads: Reads,
  space: SpaceId,
  { limit, offset }: { limit: number; offset: number },
): Promise<Collection[]> {
  return (await reads.all(collectionsOf(query, space).limit(limit).offset(offset))).map(toCollection)
}

export async function findModel(reads: Reads, space: SpaceId, apiName: string): Promise<Collection | null> {
  const row = await reads.first(collectionsOf(query, space).where('api_name', '=', apiName))
  return row ? toCollection(row) : null
}

function collectionsOf(db: Writes, space: SpaceId) {
  return db
    .selectFrom('collection')
    .select(['api_name', 'name', 'title_field', 'fields'])
    .where('space', '=', space)
    .orderBy('api_name')
}

interface CollectionRow {
  readonly api_name: string
  readonly name: string
  readonly title_field: string | null
  readonly fields: string
}

function toCollection({ api_name, name, title_field, fields }: CollectionRow): Collection {
  return {
    apiName: api_name,
    name,
    ...(title_field !== null && { titleField: title_field }),
    fields: JSON.parse(fields) as Field[],
  }
}

export async function saveCollection(writes: Writes, space: SpaceId, collection: Collection): Promise<void> {
  const { apiName, name, titleField: title_field = null } = collection
  const fields = JSON.stringify(collection.fields)
  await writes
    .insertInto('collection')
    .values({ space, api_name: apiName, name, title_field, fields })
    .onConflict(conflict =>
      conflict.columns(['space', 'api_name']).doUpdateSet({ name, title_field, fields }),
    )
    .execute()
}

export async function deleteCollections(
  writes: Writes,
  space: SpaceId,
  apiNames: readonly string[],
): Promise<void> {
  await writes.deleteFrom('collection').where('space', '=', space).where(isIn('api_name', apiNames)).execute()
}
