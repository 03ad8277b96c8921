// Derives from the model what queries may name in a collection, and with which operators. The index, the query parameters
// and the schema endpoint use it.
import type { Collection, Field, FieldType, JsonPath, SearchWeight } from '../values/model.ts'

/** Keys of the entry itself. They take precedence over a field of the same name, for which queries write `data.NAME`. */
export const ownKeys = ['id', 'slug', 'publishedAt', 'firstPublishedAt'] as const
export type OwnKey = (typeof ownKeys)[number]

/** Determines the operators and the form of values. `collection` is a key of referenced entries. */
export type QueryType = FieldType | 'id' | 'slug' | 'collection'

export const operators = [
  'eq',
  'ne',
  'in',
  'nin',
  'all',
  'eqi',
  'prefix',
  'lt',
  'lte',
  'gt',
  'gte',
  'exists',
] as const
export type Operator = (typeof operators)[number]

const comparable = ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'exists'] as const

/** Operators on single values. A path with many values also has `all` if its type has `in`. */
export const operatorsOf: Readonly<Record<QueryType, readonly Operator[]>> = {
  text: ['eq', 'ne', 'in', 'nin', 'eqi', 'prefix', 'exists'],
  id: ['eq', 'ne', 'in', 'nin', 'prefix', 'lt', 'lte', 'gt', 'gte'],
  slug: ['eq', 'ne', 'in', 'nin', 'prefix'],
  collection: ['eq', 'ne', 'in', 'nin', 'prefix'],
  integer: comparable,
  number: comparable,
  boolean: ['eq', 'ne', 'exists'],
  date: comparable,
  dateTime: comparable,
  reference: ['eq', 'ne', 'in', 'nin', 'exists'],
  asset: ['exists'],
  richText: ['exists'],
  json: ['exists'],
}

/** Returns the operators in the order of {@link operators}. */
export function allowedOperators(type: QueryType, isMany: boolean): readonly Operator[] {
  const single = operatorsOf[type]
  return isMany && single.includes('in')
    ? operators.filter(name => name === 'all' || single.includes(name))
    : single
}

const sortable: ReadonlySet<QueryType> = new Set([
  'text',
  'integer',
  'number',
  'boolean',
  'date',
  'dateTime',
  'id',
  'slug',
])
const facetable: ReadonlySet<QueryType> = new Set(['text', 'boolean', 'integer', 'reference'])

export function isSortable(type: QueryType, isMany: boolean): boolean {
  return !isMany && sortable.has(type)
}

export function isFacetable(type: QueryType): boolean {
  return facetable.has(type)
}

export function typeOfOwnKey(key: OwnKey): QueryType {
  return key === 'id' || key === 'slug' ? key : 'dateTime'
}

export function isOwnKey(name: string): name is OwnKey {
  return (ownKeys as readonly string[]).includes(name)
}

/**
 * Returns the field with the title of an entry, which has the highest default weight in searches; null if there is no text
 * field.
 */
export function titleFieldOf({
  titleField,
  fields,
}: Pick<Collection, 'titleField' | 'fields'>): string | null {
  return titleField ?? fields.find(({ type, many }) => type === 'text' && !many)?.apiName ?? null
}

/** Returns the title of an entry: the value of the title field, otherwise the first text that is not blank. */
export function findTitle(
  { titleField, fields }: Pick<Collection, 'titleField'> & { readonly fields: readonly TitleField[] },
  data: Readonly<Record<string, unknown>>,
): string | null {
  const texts = fields.filter(({ type, many }) => type === 'text' && !many).map(({ apiName }) => apiName)
  for (const name of titleField === undefined ? texts : [titleField, ...texts]) {
    const value = Object.hasOwn(data, name) ? data[name] : null
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return null
}

type TitleField = Pick<Field, 'apiName' | 'type' | 'many'>

/** Returns the weight of a field in searches; 0 if it is not searched. */
export function searchWeightOf(
  collection: Pick<Collection, 'titleField' | 'fields'>,
  field: Field,
): SearchWeight {
  if (field.query === false || (field.type !== 'text' && field.type !== 'richText')) return 0
  if (field.search !== undefined) return field.search
  if (field.type === 'richText') return 1
  return field.apiName === titleFieldOf(collection) ? 3 : 2
}

/** Describes what queries can do with a field; null if no query may name it. `name` is the field as paths begin with it. */
export function describeQuery(collection: Pick<Collection, 'titleField' | 'fields'>, field: Field) {
  if (field.query === false) return null
  const { apiName, type, many = false, paths = [] } = field
  const name = pathOfField(collection, apiName)
  return {
    name,
    filter: allowedOperators(type, many),
    sort: isSortable(type, many),
    facet: isFacetable(type),
    search: searchWeightOf(collection, field),
    paths: paths.map(({ path, type: pathType, many: hasMany = false }) => ({
      path: `${name}.${path}`,
      type: pathType,
      filter: allowedOperators(pathType, many || hasMany),
    })),
  }
}

export const fieldPrefix = 'data.'

/** Returns the name of the field, or `data.NAME` if the name alone has another meaning. */
function pathOfField({ fields }: Pick<Collection, 'fields'>, name: string): string {
  const escaped = name.startsWith(fieldPrefix) ? name.slice(fieldPrefix.length) : null
  const isOther = isOwnKey(name) || (escaped !== null && fields.some(({ apiName }) => apiName === escaped))
  return isOther ? fieldPrefix + name : name
}

// The names of index fields. Field names cannot contain `@`, `~` or `:`, so these mark the other index fields.

/** The index field of an entry's own key. */
export const ownIndexField = (key: OwnKey): string => `@${key}`
/** Slugs in the order of texts. In {@link ownIndexField}, they are compared exactly. */
export const slugOrderField = '@slug~'
/** One key with all live entries of the collection. */
export const liveIndexField = '@live'
export const fieldIndexField = (name: string): string => name
export const pathIndexField = (name: string, { path }: Pick<JsonPath, 'path'>): string => `${name}:${path}`
/** The index field with the words of a searched field. */
export const wordIndexField = (name: string): string => `~${name}`
