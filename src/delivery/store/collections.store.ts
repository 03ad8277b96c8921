// Reads the collections of a space and their models.
import type { SpaceId } from '../../base/ids.ts'
import type { Collection, Field } from '../../content/values/model.ts'
import { prepare, query, type Reads } from '../../database/database.ts'

export async function collectionExists(reads: Reads, space: SpaceId, apiName: string): Promise<boolean> {
  return (await reads.first(collectionByName({ space, apiName }))) !== undefined
}

/** Returns the models of a space, ordered by API name. */
export async function listModels(reads: Reads, space: SpaceId): Promise<readonly Collection[]> {
  const rows = await reads.all(modelsOf({ space }))
  return rows.map(({ titleField, settings, fields, ...row }) => ({
    ...row,
    ...(titleField !== null && { titleField }),
    ...((JSON.parse(settings) as Pick<Collection, 'singleton'>).singleton && { singleton: true }),
    fields: JSON.parse(fields) as Field[],
  }))
}

export async function readCollectionNames(reads: Reads, space: SpaceId): Promise<ReadonlySet<string>> {
  return new Set((await reads.all(namesOf({ space }))).map(({ apiName }) => apiName))
}

const collectionByName = prepare(({ space, apiName }: { space: SpaceId; apiName: string }) =>
  query
    .selectFrom('collection')
    .select('api_name')
    .where('space', '=', space)
    .where('api_name', '=', apiName),
)

const modelsOf = prepare(({ space }: { space: SpaceId }) =>
  query
    .selectFrom('collection')
    .select(['api_name as apiName', 'name', 'fields', 'title_field as titleField', 'settings'])
    .where('space', '=', space)
    .orderBy('api_name'),
)

const namesOf = prepare(({ space }: { space: SpaceId }) =>
  query.selectFrom('collection').select('api_name as apiName').where('space', '=', space),
)
