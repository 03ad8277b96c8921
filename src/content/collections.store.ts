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
    .select(['api_name', 'name', 'fields', 'title_field'])
    .where('space', '=', space)
    .orderBy('api_name')
}

interface CollectionRow {
  readonly api_name: string
  readonly name: string
  readonly fields: string
  readonly title_field: string | null
}

function toCollection({ api_name, name, fields, title_field }: CollectionRow): Collection {
  const titleField = title_field === null ? null : { titleField: title_field }
  return { apiName: api_name, name, ...titleField, fields: JSON.parse(fields) as Field[] }
}

export async function saveCollection(writes: Writes, space: SpaceId, collection: Collection): Promise<void> {
  const { apiName, name, titleField = null } = collection
  const set = { name, fields: JSON.stringify(collection.fields), title_field: titleField }
  await writes
    .insertInto('collection')
    .values({ space, api_name: apiName, ...set })
    .onConflict(conflict => conflict.columns(['space', 'api_name']).doUpdateSet(set))
    .execute()
}

export async function deleteCollections(
  writes: Writes,
  space: SpaceId,
  apiNames: readonly string[],
): Promise<void> {
  await writes.deleteFrom('collection').where('space', '=', space).where(isIn('api_name', apiNames)).execute()
}

/** What of a model decides about the index. */
export type IndexedModel = Pick<Collection, 'titleField' | 'fields'>

/** By collection; null if its entries are not indexed yet. */
export async function readIndexedModels(
  writes: Writes,
  space: SpaceId,
): Promise<ReadonlyMap<string, IndexedModel | null>> {
  const rows = await writes
    .selectFrom('collection')
    .select(['api_name', 'indexed_model'])
    .where('space', '=', space)
    .execute()
  return new Map(
    rows.map(row => [
      row.api_name,
      row.indexed_model === null ? null : (JSON.parse(row.indexed_model) as IndexedModel),
    ]),
  )
}

export async function saveIndexedModel(
  writes: Writes,
  space: SpaceId,
  { apiName, titleField, fields }: Collection,
): Promise<void> {
  const model = { ...(titleField !== undefined && { titleField }), fields } satisfies IndexedModel
  await writes
    .updateTable('collection')
    .set({ indexed_model: JSON.stringify(model) })
    .where('space', '=', space)
    .where('api_name', '=', apiName)
    .execute()
}

/** As if no entry was indexed. */
export async function forgetIndexedModels(writes: Writes, space: SpaceId): Promise<void> {
  await writes.updateTable('collection').set({ indexed_model: null }).where('space', '=', space).execute()
}
