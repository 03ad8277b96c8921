// Turns stored rows into models, and lets their fields know the components of the space.
import {
  type Collection,
  type Component,
  type Components,
  componentsKey,
  type Field,
  type SpaceModels,
} from '../values/model.ts'

export interface ModelRow {
  readonly kind: string
  readonly api_name: string
  readonly name: string
  readonly fields: string
  readonly title_field: string | null
  readonly settings: string
}

/** The properties of a model that only editors need. */
export type ModelSettings = Pick<Collection, 'description' | 'slugFrom' | 'singleton' | 'previewUrl'> &
  Pick<Component, 'icon'>

export function toCollection(row: ModelRow): Collection {
  const { description, icon: _, ...others } = JSON.parse(row.settings) as ModelSettings
  return { ...toCommon(row, description), ...others, fields: JSON.parse(row.fields) as Field[] }
}

export function toComponent(row: ModelRow): Component {
  const { description, icon } = JSON.parse(row.settings) as ModelSettings
  return {
    kind: 'component',
    ...toCommon(row, description),
    ...(icon !== undefined && { icon }),
    fields: JSON.parse(row.fields) as Field[],
  }
}

function toCommon({ api_name, name, title_field }: ModelRow, description: string | undefined) {
  return {
    apiName: api_name,
    name,
    ...(description !== undefined && { description }),
    ...(title_field !== null && { titleField: title_field }),
  }
}

/** Returns models of stored rows, whose fields know the components of the space. */
export function toSpaceModels(rows: readonly ModelRow[]): SpaceModels {
  const components = linkComponents(rows.filter(({ kind }) => kind === 'component').map(toComponent))
  const collections = rows.filter(({ kind }) => kind === 'collection').map(toCollection)
  return { components, collections: collections.map(each => linkModel(each, components)) }
}

/** Returns the components, whose fields know each other. */
export function linkComponents(components: readonly Component[]): Components {
  const linked = new Map<string, Component>()
  for (const component of components) linked.set(component.apiName, linkModel(component, linked))
  return linked
}

/** Returns the model with fields that know the components of the space. */
export function linkModel<Model extends Collection | Component>(model: Model, components: Components): Model {
  return { ...model, fields: linkFields(model.fields, components) }
}

export function linkFields(fields: readonly Field[], components: Components): readonly Field[] {
  return fields.map(field => (field.of === undefined ? field : { ...field, [componentsKey]: components }))
}

export function isComponent(model: Collection | Component): model is Component {
  return 'kind' in model
}
