// SQL statements for models. Only this file writes collections and the history of their models, which
// authoring/models/models.store.ts reads.
import { sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { isIn, prepare, query, type Reads, readsWithin, type Writes } from '../../database/database.ts'
import type { Collection, Field } from '../values/model.ts'

const allModels = prepare(({ space }: { space: SpaceId }) => collectionsOf(space))
const modelByName = prepare(({ space, apiName }: { space: SpaceId; apiName: string }) =>
  collectionsOf(space).where('api_name', '=', apiName),
)

export async function readCollections(writes: Writes, space: SpaceId): Promise<Collection[]> {
  return readModels(readsWithin(writes), space)
}

/** Reads all models, outside a write transaction. */
export async function readModels(reads: Reads, space: SpaceId): Promise<Collection[]> {
  return (await reads.all(allModels({ space }))).map(toCollection)
}

export async function readModelPage(
  reads: Reads,
  space: SpaceId,
  { limit, offset }: { limit: number; offset: number },
): Promise<Collection[]> {
  return (await reads.all(collectionsOf(space).limit(limit).offset(offset))).map(toCollection)
}

export async function findModel(reads: Reads, space: SpaceId, apiName: string): Promise<Collection | null> {
  const row = await reads.first(modelByName({ space, apiName }))
  return row ? toCollection(row) : null
}

function collectionsOf(space: SpaceId) {
  return query
    .selectFrom('collection')
    .select(['api_name', 'name', 'fields', 'title_field', 'settings'])
    .where('space', '=', space)
    .orderBy('api_name')
}

interface CollectionRow {
  readonly api_name: string
  readonly name: string
  readonly fields: string
  readonly title_field: string | null
  readonly settings: string
}

/** The properties of a model that only editors need. */
type ModelSettings = Pick<Collection, 'description' | 'slugFrom' | 'singleton' | 'previewUrl'>

function toCollection({ api_name, name, fields, title_field, settings }: CollectionRow): Collection {
  const { description, ...others } = JSON.parse(settings) as ModelSettings
  return {
    apiName: api_name,
    name,
    ...(description !== undefined && { description }),
    ...(title_field !== null && { titleField: title_field }),
    ...others,
    fields: JSON.parse(fields) as Field[],
  }
}

/** Inserts a collection, or updates it and increments the version of its model. Returns the version. */
export async function saveCollection(
  writes: Writes,
  space: SpaceId,
  collection: Collection,
): Promise<number> {
  const { apiName, name, titleField = null, description, slugFrom, singleton, previewUrl } = collection
  const settings: ModelSettings = {
    ...(description !== undefined && { description }),
    ...(slugFrom !== undefined && { slugFrom }),
    ...(singleton && { singleton }),
    ...(previewUrl !== undefined && { previewUrl }),
  }
  const set = {
    name,
    fields: JSON.stringify(collection.fields),
    title_field: titleField,
    settings: JSON.stringify(settings),
  }
  const { model_version: modelVersion } = await writes
    .insertInto('collection')
    .values({ space, api_name: apiName, ...set })
    .onConflict(conflict =>
      conflict
        .columns(['space', 'api_name'])
        .doUpdateSet({ ...set, model_version: sql`collection.model_version + 1` }),
    )
    .returning('model_version')
    .executeTakeFirstOrThrow()
  return modelVersion
}

export async function deleteCollections(
  writes: Writes,
  space: SpaceId,
  apiNames: readonly string[],
): Promise<void> {
  await writes.deleteFrom('collection').where('space', '=', space).where(isIn('api_name', apiNames)).execute()
}

/** The part of a model that determines the index. */
export type IndexedModel = Pick<Collection, 'titleField' | 'fields'>

/** A collection's current model, and the model by which its entries are indexed. */
export interface CollectionToIndex {
  readonly apiName: string
  readonly isIndexed: boolean
  /** True if both models are equal. The functions below parse JSON only when they are called. */
  readonly isUnchanged: boolean
  readonly readModel: () => IndexedModel
  readonly readIndexedModel: () => IndexedModel
}

/** Reads the revision of the space, which is also that of its index, and its collections. */
export async function readIndexState(writes: Writes, space: SpaceId) {
  const rows = await writes
    .selectFrom('space')
    .leftJoin('collection', join => join.on('collection.space', '=', space))
    .select(['revision', 'api_name', 'fields', 'title_field', 'indexed_model'])
    .where('space.id', '=', space)
    .execute()
  const collections = rows.flatMap(({ api_name: apiName, fields, title_field, indexed_model }) => {
    if (apiName === null || fields === null) return []
    const text = toIndexedText(title_field, fields)
    return [
      {
        apiName,
        isIndexed: indexed_model !== null,
        isUnchanged: indexed_model === text,
        readModel: () => fromIndexedText(text),
        readIndexedModel: () => fromIndexedText(indexed_model ?? text),
      } satisfies CollectionToIndex,
    ]
  })
  return { indexed: rows[0]?.revision ?? 0, collections }
}

/** Returns the title field on one line, then the fields as they are stored. */
function toIndexedText(titleField: string | null, fields: string): string {
  return `${titleField ?? ''}\n${fields}`
}

function fromIndexedText(text: string): IndexedModel {
  const at = text.indexOf('\n')
  const titleField = text.slice(0, at)
  return { ...(titleField !== '' && { titleField }), fields: JSON.parse(text.slice(at + 1)) as Field[] }
}

/** Records that the entries are indexed by the current model. */
export async function saveIndexedModel(writes: Writes, space: SpaceId, apiName: string): Promise<void> {
  await writes
    .updateTable('collection')
    .set({ indexed_model: sql<string>`coalesce(title_field, '') || ${'\n'} || fields` })
    .where('space', '=', space)
    .where('api_name', '=', apiName)
    .execute()
}

/** Marks all collections of the space as not indexed. */
export async function forgetIndexedModels(writes: Writes, space: SpaceId): Promise<void> {
  await writes.updateTable('collection').set({ indexed_model: null }).where('space', '=', space).execute()
}

export async function readModelVersion(reads: Reads, space: SpaceId, collection: string): Promise<number> {
  const row = await reads.first(
    query
      .selectFrom('collection')
      .select('model_version')
      .where('space', '=', space)
      .where('api_name', '=', collection),
  )
  return row?.model_version ?? 0
}

/** The time for which drafts are kept in the form before a change of their model, in milliseconds. */
export const retentionMs = 90 * 24 * 60 * 60 * 1000

interface NewModelChange {
  /** The version of the model after the change. */
  readonly modelVersion: number
  readonly at: number
  readonly operations: readonly object[]
  readonly before: Collection
  readonly by: string
}

export async function insertModelChange(
  writes: Writes,
  space: SpaceId,
  collection: string,
  { modelVersion, at, operations, before, by }: NewModelChange,
): Promise<void> {
  await writes
    .insertInto('model_change')
    .values({
      space,
      collection,
      model_version: modelVersion,
      at,
      by,
      operations: JSON.stringify(operations),
      before: JSON.stringify(before),
    })
    .execute()
}

/** Returns a time for the next change. No two changes of a collection have the same time. */
export async function nextChangeTime(
  writes: Writes,
  space: SpaceId,
  collections: readonly string[],
  now: number,
): Promise<number> {
  const newest = await writes
    .selectFrom('model_change')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('space', '=', space)
    .where(isIn('collection', collections))
    .executeTakeFirst()
  return Math.max(now, (newest?.at ?? 0) + 1)
}

/** Deletes the history of removed collections, so that new collections with the same names do not inherit it. */
export async function deleteModelChanges(
  writes: Writes,
  space: SpaceId,
  collections: readonly string[],
): Promise<void> {
  await writes
    .deleteFrom('model_change')
    .where('space', '=', space)
    .where(isIn('collection', collections))
    .execute()
}
