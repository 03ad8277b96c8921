// The part of the response of `GET /api/v1/public/schema` that the types depend on, and its validation.

export interface SchemaModel {
  readonly collections: readonly SchemaCollection[]
  /** Absent from an older server. */
  readonly components?: readonly SchemaComponent[] | undefined
}

export interface SchemaComponent {
  readonly apiName: string
  readonly name: string
  readonly fields: readonly SchemaField[]
}

export interface SchemaCollection extends SchemaComponent {
  /** True if the collection holds at most one entry. */
  readonly singleton?: boolean | undefined
}

export interface SchemaField {
  readonly apiName: string
  readonly type: string
  readonly many?: boolean | undefined
  /** The collections that references may point to, in rich text too; any collection if absent. */
  readonly to?: readonly string[] | null | undefined
  /** The components whose blocks may stand in the field or in its rich text. */
  readonly of?: readonly string[] | null | undefined
  /** True if a reference is never resolved. */
  readonly link?: boolean | undefined
  readonly required?: boolean | undefined
  /** A newer server may send values of any type. */
  readonly options?: readonly { readonly value?: unknown }[] | null | undefined
  readonly format?: string | undefined
  /** The ways in which queries can use the field; `null` if they cannot name it. */
  readonly query?: SchemaQuery | null | undefined
}

export interface SchemaQuery {
  /** The name of the field in paths. */
  readonly name: string
  readonly filter: readonly string[]
  readonly sort: boolean
  readonly paths: readonly {
    readonly path: string
    readonly type: string
    readonly filter: readonly string[]
  }[]
}

/** Validates the JSON of the schema. Throws a TypeError that names the place of the first mistake. */
export function readSchemaModel(json: unknown): SchemaModel {
  const { collections, components } = objectAt(json, 'the schema')
  checkModels(collections, 'collections')
  checkModels(components ?? [], 'components')
  return json as SchemaModel
}

function checkModels(models: unknown, name: string): void {
  for (const [index, model] of listAt(models, name).entries()) {
    const place = `${name}[${index}]`
    const { apiName, name: title, fields } = objectAt(model, place)
    textAt(apiName, `${place}.apiName`)
    textAt(title, `${place}.name`)
    for (const [number, field] of listAt(fields, `${place}.fields`).entries()) {
      checkField(field, `${place}.fields[${number}]`)
    }
    uniqueAt(fields as SchemaField[], `${place}.fields`)
  }
  uniqueAt(models as SchemaComponent[], name)
}

function uniqueAt(named: readonly { readonly apiName: string }[], place: string): void {
  const names = named.map(({ apiName }) => apiName)
  const repeated = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (repeated < 0) return
  throw new TypeError(
    `This is no schema of Frontlist: ${place}[${repeated}].apiName must be another than that of the others.`,
  )
}

function checkField(field: unknown, place: string): void {
  const { apiName, type, to, of, options, query } = objectAt(field, place)
  textAt(apiName, `${place}.apiName`)
  textAt(type, `${place}.type`)
  textsAt(to ?? [], `${place}.to`)
  textsAt(of ?? [], `${place}.of`)
  for (const [index, option] of listAt(options ?? [], `${place}.options`).entries()) {
    objectAt(option, `${place}.options[${index}]`)
  }
  if (query === undefined || query === null) return
  const { name, filter, paths } = objectAt(query, `${place}.query`)
  textAt(name, `${place}.query.name`)
  textsAt(filter, `${place}.query.filter`)
  for (const [index, path] of listAt(paths, `${place}.query.paths`).entries()) {
    const inside = `${place}.query.paths[${index}]`
    const { path: written, type: valueType, filter: operators } = objectAt(path, inside)
    textAt(written, `${inside}.path`)
    textAt(valueType, `${inside}.type`)
    textsAt(operators, `${inside}.filter`)
  }
}

function objectAt(value: unknown, place: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw new TypeError(`This is no schema of Frontlist: ${place} must be an object.`)
}

function listAt(value: unknown, place: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new TypeError(`This is no schema of Frontlist: ${place} must be a list.`)
}

function textAt(value: unknown, place: string): void {
  if (typeof value !== 'string')
    throw new TypeError(`This is no schema of Frontlist: ${place} must be a string.`)
}

function textsAt(value: unknown, place: string): void {
  for (const [index, text] of listAt(value, place).entries()) textAt(text, `${place}[${index}]`)
}
