// The model as clients see it: fields, and what queries may do with each. What the model says for queries is shown by its
// effect.

import { describedProperties, type FieldView, type QueryDescription } from '../../content/model.schema.ts'
import type { Collection, Field } from '../../content/model.ts'
import { allowedOperators, isFacetable, isSortable, searchWeightOf } from '../../content/query-model.ts'
import { pathOfField } from './path-steps.ts'
import { CollectionModel } from './space-model.ts'

export function describeCollection(collection: Collection) {
  const model = new CollectionModel(collection)
  const { apiName, name, fields } = collection
  return { apiName, name, fields: fields.map(field => describeField(model, field)) }
}

function describeField(model: CollectionModel, field: Field): FieldView {
  const { apiName, type, many, to } = field
  return {
    apiName,
    type,
    ...(many !== undefined && { many }),
    ...(to !== undefined && { to }),
    ...describeProperties(field),
    query: field.query === false ? null : describeQuery(model, field),
  }
}

function describeProperties(field: Field): Partial<FieldView> {
  const said = describedProperties.filter(name => field[name] !== undefined)
  return Object.fromEntries(said.map(name => [name, field[name]]))
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
