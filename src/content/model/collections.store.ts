// SQL statements for models. Only this file writes collections and the history of their models, which
// authoring/models/models.store.ts reads.
import { sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { isIn, prepare, query, type Reads, readsWithin, type Writes } from '../../database/database.ts'
import type { Collection, Component, Components, Field, SpaceModels } from '../values/model.ts'
import {
  isComponent,
  linkComponents,
  linkFields,
  linkModel,
  type ModelSettings,
  toCollection,
  toComponent,
  toSpaceModels,
} from './stored-models.ts'

const modelsOf = prepare(({ space }: { space: SpaceId }) => selectModels(space))
const componentsOf = prepare(({ space }: { space: SpaceId }) =>
  selectModels(space).where('kind', '=', 'component'),
)
const collectionByName = prepare(({ space, apiName }: { space: SpaceId; apiName: string }) =>
  selectModels(space).where('api_name', '=', apiName).where('kind', '=', 'collection'),
)

export async function readCollections(writes: Writes, space: SpaceId): Promise<readonly Collection[]> {
  return readModels(readsWithin(writes), space)
}

/** Reads all collections with the components of their fields, outside a write transaction. */
export async function readModels(reads: Reads, space: SpaceId): Promise<readonly Collection[]> {
  return (await readSpaceModels(reads, space)).collections
}

/** Reads the collections and the components of a space. */
export async function readSpaceModels(reads: Reads, space: SpaceId): Promise<SpaceModels> {
  return toSpaceModels(await reads.all(modelsOf({ space })))
}

export async function readModelPage(
  reads: Reads,
  space: SpaceId,
  { kind, limit, offset }: { kind: ModelKind; limit: number; offset: number },
): Promise<readonly (Collection | Component)[]> {
  const rows = await reads.all(selectModels(space).where('kind', '=', kind).limit(limit).offset(offset))
  return rows.map(row => (kind === 'component' ? toComponent(row) : toCollection(row)))
}

/** Finds a collection. Its fields know the components of the space. */
export async function findModel(reads: Reads, space: SpaceId, apiName: string): Promise<Collection | null> {
  const row = await reads.first(collectionByName({ space, apiName }))
  if (!row) return null
  const model = toCollection(row)
  if (!model.fields.some(({ of }) => of !== undefined)) return model
  return linkModel(model, await readComponents(reads, space))
}

const noComponents: Components = new Map()

/** Reads the components of a space, whose fields know each other. */
export async function readComponents(reads: Reads, space: SpaceId): Promise<Components> {
  return linkComponents((await reads.all(componentsOf({ space }))).map(toComponent))
}

function selectModels(space: SpaceId) {
  return query
    .selectFrom('collection')
    .select(['kind', 'api_name', 'name', 'fields', 'title_field', 'settings'])
    .where('space', '=', space)
    .orderBy('api_name')
}

export type ModelKind = 'collection' | 'component'

/** Inserts a model, or updates it and increments its version. Returns the version. */
export async function saveModel(
  writes: Writes,
  space: SpaceId,
  model: Collection | Component,
): Promise<number> {
  const { apiName, name, titleField = null, description } = model
  const { slugFrom, singleton, previewUrl, icon }: Partial<Collection & Component> = model
  const settings: ModelSettings = {
    ...(icon !== undefined && { icon }),
    ...(description !== undefined && { description }),
    ...(slugFrom !== undefined && { slugFrom }),
    ...(singleton && { singleton }),
    ...(previewUrl !== undefined && { previewUrl }),
  }
  const set = {
    name,
    fields: JSON.stringify(model.fields),
    title_field: titleField,
    settings: JSON.stringify(settings),
  }
  const { model_version: modelVersion } = await writes
    .insertInto('collection')
    .values({ space, api_name: apiName, kind: isComponent(model) ? 'component' : 'collection', ...set })
    .onConflict(conflict =>
      conflict
        .columns(['space', 'api_name'])
        .doUpdateSet({ ...set, model_version: sql`collection.model_version + 1` }),
    )
    .returning('model_version')
    .executeTakeFirstOrThrow()
  return modelVersion
}

export async function deleteModels(
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
    .leftJoin('collection', join =>
      join.on('collection.space', '=', space).on('collection.kind', '=', 'collection'),
    )
    .select(['revision', 'api_name', 'fields', 'title_field', 'indexed_model'])
    .where('space.id', '=', space)
    .execute()
  // Most spaces have no fields of blocks, whose components need not be read then.
  const hasBlocks = rows.some(({ fields }) => fields?.includes('"of":[') === true)
  const components = hasBlocks ? await readComponents(readsWithin(writes), space) : noComponents
  const collections = rows.flatMap(({ api_name: apiName, fields, title_field, indexed_model }) => {
    if (apiName === null || fields === null) return []
    const text = toIndexedText(title_field, fields)
    const link = (model: IndexedModel) => ({ ...model, fields: linkFields(model.fields, components) })
    return [
      {
        apiName,
        isIndexed: indexed_model !== null,
        isUnchanged: indexed_model === text,
        readModel: () => link(fromIndexedText(text)),
        readIndexedModel: () => link(fromIndexedText(indexed_model ?? text)),
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

/** Records that the entries are indexed by this model, which is not the current one. */
export async function saveIndexedAs(
  writes: Writes,
  space: SpaceId,
  apiName: string,
  { titleField = null, fields }: { readonly titleField?: string | null; readonly fields: readonly Field[] },
): Promise<void> {
  await writes
    .updateTable('collection')
    .set({ indexed_model: toIndexedText(titleField, JSON.stringify(fields)) })
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
