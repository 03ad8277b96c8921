// The TypeScript types of a model. Pure: the same model gives the same text, in the model's order, without times or
// versions, so a file changes only if the model does.
import { isJson, toFieldType } from './field-types.ts'
import { FilterTypes, filterPathsOf } from './filter-types.ts'
import { JsonTypes } from './json-types.ts'
import { readSchemaModel, type SchemaCollection, type SchemaField } from './schema-model.ts'
import { quote, TypeNames, toComment, toKey, toTypeName, union } from './type-names.ts'

export interface GenerateTypesOptions {
  /** Where the model comes from, for the first line. */
  readonly url?: string | undefined
  /** Narrows types by `required` and `options`: for spaces whose live entries all obey the model's rules. */
  readonly trustRules?: boolean | undefined
  /** Types of JSON fields: `{ 'books.formats': './types.ts#Formats' }`. */
  readonly jsonTypes?: Readonly<Record<string, string>> | undefined
}

/** How every generated text begins. */
export const generatedStart = '// Made by frontlist-types'

const packageName = '@frontlist/client'
/** What the package exports under these names is what generated types are made of. */
const imported = ['Asset', 'Depth', 'Entry', 'Many', 'Model', 'One', 'RichText', 'Where']
/** What else the text means something by. */
const reserved = ['Date', 'boolean', 'default', 'never', 'null', 'number', 'string', 'unknown']

/** Generates TypeScript from the JSON of `GET /api/v1/public/schema`. Throws a TypeError if it is something else. */
export function generateTypes(model: unknown, options: GenerateTypesOptions = {}): string {
  const { collections } = readSchemaModel(model)
  const { url, trustRules = false, jsonTypes = {} } = options
  const names = new TypeNames([...imported, ...reserved])
  const typeNames = collections.map(({ apiName }) =>
    names.take(toTypeName(apiName), name => [`${name}Data`, `${name}Entry`]),
  )
  const context: Context = {
    trustsRules: trustRules,
    imports: new Set(),
    filters: new FilterTypes(names),
    jsonTypes: new JsonTypes(jsonTypes, collections, names),
  }
  const data = collections.map((collection, index) => dataLines(collection, typeNames[index]!, context))
  const members = collections.flatMap((collection, index) =>
    memberLines(collection, typeNames[index]!, context),
  )
  const entries = collections.map(({ apiName }, index) => {
    return `export type ${typeNames[index]}Entry<D extends Depth = 0> = Entry<Model, ${quote(apiName)}, D>`
  })
  if (collections.length > 0) for (const name of ['Depth', 'Entry']) context.imports.add(name)
  if (context.filters.lines.length > 0) context.imports.add('Where')
  const parts = [
    [
      `${generatedStart}${url === undefined ? '' : ` out of the model of ${toComment(url)}`}. Do not edit.`,
      ...(context.imports.size > 0
        ? [`import type { ${[...context.imports].sort().join(', ')} } from '${packageName}'`]
        : []),
      ...context.jsonTypes.importLines,
    ],
    ...data,
    context.filters.lines,
    members.length > 0 ? ['export interface Model {', ...members, '}'] : ['export type Model = {}'],
    entries,
  ]
  return `${parts
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`
}

interface Context {
  readonly trustsRules: boolean
  /** Names that the text imports of the package. */
  readonly imports: Set<string>
  readonly filters: FilterTypes
  readonly jsonTypes: JsonTypes
}

function dataLines({ apiName, name, fields }: SchemaCollection, typeName: string, context: Context) {
  return [
    `/** ${toComment(name) || toComment(apiName)} */`,
    `export interface ${typeName}Data {`,
    ...fields.map(field => `  ${toKey(field.apiName)}: ${typeOf(apiName, field, context)}`),
    '}',
  ]
}

function typeOf(
  collection: string,
  field: SchemaField,
  { trustsRules, imports, jsonTypes }: Context,
): string {
  const jsonType = isJson(field) ? jsonTypes.typeOf(collection, field.apiName) : null
  const { text, imports: needed } = toFieldType(field, { trustsRules, jsonType })
  for (const name of needed) imports.add(name)
  return text
}

function memberLines(
  { apiName, singleton, fields }: SchemaCollection,
  typeName: string,
  { filters }: Context,
) {
  const paths = fields.flatMap(filterPathsOf)
  const sorts = fields.flatMap(({ query }) => (query?.sort ? [quote(query.name)] : []))
  return [
    `  ${toKey(apiName)}: {`,
    `    data: ${typeName}Data`,
    ...(paths.length === 0
      ? ['    filter: {}']
      : [
          '    filter: {',
          ...paths.map(([path, kind]) => `      ${toKey(path)}: ${filters.toType(kind)}`),
          '    }',
        ]),
    `    sort: ${union(sorts)}`,
    ...(singleton ? ['    singleton: true'] : []),
    '  }',
  ]
}
