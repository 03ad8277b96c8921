// The model as clients see it: fields, and what queries may do with each. What the model says for queries is shown by its
// effect.
import type { Collection, Field } from '../../content/model.ts'
import {
  allowedOperators,
  isFacetable,
  isSortable,
  type Operator,
  searchWeightOf,
} from '../../content/query-model.ts'
import { pathOfField } from './path-steps.ts'
import { CollectionModel } from './space-model.ts'

/** Null for fields that no query may name. */
export interface QueryDescription {
  /** As a path writes the field. */
  readonly name: string
  readonly filter: readonly Operator[]
  readonly sort: boolean
  readonly facet: boolean
  /** The weight in searches; 0 means the field is not searched. */
  readonly search: number
  /** Of a `json` field: what is inside, as a path writes it. */
  readonly paths: readonly {
    readonly path: string
    readonly type: string
    readonly filter: readonly Operator[]
  }[]
}

export function describeCollection(collection: Collection) {
  const model = new CollectionModel(collection)
  const { apiName, name, fields } = collection
  return { apiName, name, fields: fields.map(field => describeField(model, field)) }
}

function describeField(model: CollectionModel, field: Field) {
  const { apiName, type, many, to } = field
  return {
    apiName,
    type,
    ...(many !== undefined && { many }),
    ...(to !== undefined && { to }),
    query: field.query === false ? null : describeQuery(model, field),
  }
}

function describeQuery(model: CollectionModel, field: Field): QueryDescription {
  const { apiName, type, many = false, paths = [] } = field
  const name = pathOfField([model], apiName, false)
  return {
    name,
    filter: allowedOperators(type, many),
    sort: isSortable(type, many),
    facet: isFacetable(type),
    search: searchWeightOf(model.collection, field),
    paths: paths.map(({ path, type: pathType, many: hasMany = false }) => ({
      path: `${name}.${path}`,
      type: pathType,
      filter: allowedOperators(pathType, many || hasMany),
    })),
  }
}
