// Connects the fields of a model with the components of the space, so that the blocks of a field can be read.
import {
  type Component,
  type Components,
  componentsKey,
  type Field,
} from '../../../src/content/values/model.ts'

interface Model {
  readonly fields: readonly unknown[]
}

/** Returns the model with fields that know all components, as the fields of these components do. */
export function withComponents<Known extends Model>(model: Known, components: readonly Component[]): Known {
  const byName = new Map<string, Component>()
  for (const component of components) {
    byName.set(component.apiName, { ...component, fields: connect(component.fields, byName) })
  }
  return { ...model, fields: connect(model.fields as readonly Field[], byName) }
}

function connect(fields: readonly Field[], components: Components): readonly Field[] {
  return fields.map(field => (field.of ? { ...field, [componentsKey]: components } : field))
}
