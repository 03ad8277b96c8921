// Reads the collections of a space and their models.
import type { SpaceId } from '../../base/ids.ts'
import { toSpaceModels } from '../../content/model/stored-models.ts'
import type { Collection, SpaceModels } from '../../content/values/model.ts'
import { prepare, query, type Reads } from '../../database/database.ts'

export async function collectionExists(reads: Reads, space: SpaceId, apiName: string): Promise<boolean> {
  return (await reads.first(collectionByName({ space, apiName }))) !== undefined
}

/** Returns the collections of a space, ordered by API name. */
export async function listModels(reads: Reads, space: SpaceId): Promise<readonly Collection[]> {
  return (await readServedModels(reads, space)).collections
}

/** Returns the models of a space without what only editors need. */
export async function readServedModels(reads: Reads, space: SpaceId): Promise<SpaceModels> {
  const { collections, components } = toSpaceModels(await reads.all(modelsOf({ space })))
  const served = collections.map(({ description: _, slugFrom: __, ...collection }) => collection)
  return { collections: served, components }
}

export async function readCollectionNames(reads: Reads, space: SpaceId): Promise<ReadonlySet<string>> {
  return new Set((await reads.all(namesOf({ space }))).map(({ apiName }) => apiName))
}

const collectionByName = prepare(({ space, apiName }: { space: SpaceId; apiName: string }) =>
  query
    .selectFrom('collection')
    .select('api_name')
    .where('space', '=', space)
    .where('api_name', '=', apiName)
    .where('kind', '=', 'collection'),
)

const modelsOf = prepare(({ space }: { space: SpaceId }) =>
  query
    .selectFrom('collection')
    .select(['kind', 'api_name', 'name', 'fields', 'title_field', 'settings'])
    .where('space', '=', space)
    .orderBy('api_name'),
)

const namesOf = prepare(({ space }: { space: SpaceId }) =>
  query
    .selectFrom('collection')
    .select('api_name as apiName')
    .where('space', '=', space)
    .where('kind', '=', 'collection'),
)
