// Describes the model for clients: the fields, and how queries can use each. Settings for queries appear only as their
// effect in `query`.

import { describedProperties, type FieldView } from '../../content/model/model.schema.ts'
import { describeQuery, describeQueryInBlocks } from '../../content/model/query-model.ts'
import type { Collection, Component, Field, SpaceModels } from '../../content/values/model.ts'

/** Describes the collections and the components of a space. */
export function describeModel({ collections, components }: SpaceModels) {
  return {
    collections: collections.map(describeCollection),
    components: [...components.values()].map(describeComponent),
  }
}

function describeComponent({ apiName, name, fields }: Component) {
  return { apiName, name, fields: fields.map(field => describeField(field, describeQueryInBlocks(field))) }
}

export function describeCollection(collection: Collection) {
  const { apiName, name, singleton, fields } = collection
  return {
    apiName,
    name,
    ...(singleton && { singleton }),
    fields: fields.map(field => describeField(field, describeQuery(collection, field))),
  }
}

function describeField(field: Field, query: FieldView['query']): FieldView {
  const { apiName, type, many, to } = field
  return {
    apiName,
    type,
    ...(many !== undefined && { many }),
    ...(to !== undefined && { to }),
    ...describeProperties(field),
    query,
  }
}

function describeProperties(field: Field): Partial<FieldView> {
  const said = describedProperties.filter(name => field[name] !== undefined)
  return Object.fromEntries(said.map(name => [name, field[name]]))
}
