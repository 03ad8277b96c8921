// Derives from the model what queries may name in a collection, and with which operators. The index, the query parameters
// and the schema endpoint use it.
import { type Operator, operators, parseExact, type QueryFacts } from '../fields/query-facts.ts'
import { fieldTypes, typeOf } from '../fields/registry.ts'
import { searchWeightOf } from '../fields/text-facts.ts'
import type { Collection, Field, FieldType, JsonPath } from '../values/model.ts'

/** Keys of the entry itself. They take precedence over a field of the same name, for which queries write `data.NAME`. */
export const ownKeys = ['id', 'slug', 'publishedAt', 'firstPublishedAt'] as const
export type OwnKey = (typeof ownKeys)[number]

/** Determines the operators and the form of values. `collection` is a key of referenced entries. */
export type QueryType = FieldType | 'id' | 'slug' | 'collection'

/** The facts of the keys of an entry itself. */
const ownFacts: Readonly<Record<Exclude<QueryType, FieldType>, QueryFacts>> = {
  id: {
    operators: ['eq', 'ne', 'in', 'nin', 'prefix', 'lt', 'lte', 'gt', 'gte'],
    isSortable: true,
    parse: parseExact,
  },
  slug: {
    operators: ['eq', 'ne', 'in', 'nin', 'prefix'],
    isSortable: true,
    // Slugs are stored in Unicode NFC, and found by either form.
    parse: (operator, text) => parseExact(operator, text.normalize('NFC')),
  },
  collection: { operators: ['eq', 'ne', 'in', 'nin', 'prefix'], parse: parseExact },
}

const facts = {
  ...Object.fromEntries(fieldTypes.map(type => [type, typeOf({ type }).query])),
  ...ownFacts,
} as Readonly<Record<QueryType, QueryFacts>>

export const queryTypes = Object.keys(facts) as readonly QueryType[]

export function factsOf(type: QueryType): QueryFacts {
  return facts[type]
}

/** Returns the operators in the order of {@link operators}. */
export function allowedOperators(type: QueryType, isMany: boolean): readonly Operator[] {
  const single = facts[type].operators
  return isMany && single.includes('in')
    ? operators.filter(name => name === 'all' || single.includes(name))
    : single
}

export function isSortable(type: QueryType, isMany: boolean): boolean {
  return !isMany && facts[type].isSortable === true
}

function isFacetable(type: QueryType): boolean {
  return facts[type].isFacetable === true
}

export function typeOfOwnKey(key: OwnKey): QueryType {
  return key === 'id' || key === 'slug' ? key : 'dateTime'
}

export function isOwnKey(name: string): name is OwnKey {
  return (ownKeys as readonly string[]).includes(name)
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
