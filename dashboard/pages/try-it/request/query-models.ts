// Reduces collections to the properties that the form needs: their fields, and the queries that each field supports. No
// React here.
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import { describeQuery } from '../../../../src/content/model/query-model.ts'
import type { Collection, Field } from '../../../../src/content/values/model.ts'

export interface QueryField extends Pick<Field, 'apiName' | 'name' | 'type' | 'many' | 'to'> {
  /** Null if queries cannot use the field. */
  readonly query: ReturnType<typeof describeQuery>
}

export interface QueryModel {
  readonly apiName: string
  readonly name: string
  readonly singleton?: boolean | undefined
  readonly fields: readonly QueryField[]
}

export function toQueryModel(
  view: Pick<CollectionModelView, 'apiName' | 'name' | 'singleton' | 'fields'>,
): QueryModel {
  const collection = view as Collection
  const { apiName, name, singleton, fields } = collection
  return {
    apiName,
    name,
    ...(singleton && { singleton }),
    fields: fields.map(field => ({ ...field, query: describeQuery(collection, field) })),
  }
}
