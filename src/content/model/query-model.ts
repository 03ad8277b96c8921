// Derives from the model what queries may name in a collection, and with which operators. The index, the query parameters
// and the schema endpoint use it.
import { type Operator, operators, parseExact, type QueryFacts } from '../fields/query-facts.ts'
import { fieldTypes, typeOf } from '../fields/registry.ts'
import { searchWeightInBlocks, searchWeightOf } from '../fields/text-facts.ts'
import type { Collection, Field, FieldType, JsonPath } from '../values/model.ts'

/** Keys of the entry itself. They take precedence over a field of the same name, for which queries write `data.NAME`. */
export const ownKeys = ['id', 'slug', 'publishedAt', 'firstPublishedAt'] as const
export type OwnKey = (typeof ownKeys)[number]

/** The name of a block's component in paths. No field of a component has this name. */
export const componentName = 'component'

/**
 * Determines the operators and the form of values. `collection` is a key of referenced entries, `componentName` is the name of
 * a block's component.
 */
export type QueryType = FieldType | 'id' | 'slug' | 'collection' | 'componentName'

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
  componentName: { operators: ['eq', 'ne', 'in', 'nin'], parse: parseExact },
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

/** Checks whether the values of a field are blocks, whose fields paths can name. */
export function holdsBlocks({ type }: Pick<Field, 'type'>): boolean {
  return facts[type].hasBlocks === true
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
  return {
    ...describePaths(field, pathOfField(collection, field.apiName)),
    sort: isSortable(field.type, field.many === true),
    facet: isFacetable(field.type),
    search: searchWeightOf(collection, field),
  }
}

/** Describes what queries can do with a field of a component; null if no query may name it. */
export function describeQueryInBlocks(field: Field): ReturnType<typeof describeQuery> {
  if (field.query === false) return null
  return {
    ...describePaths(field, field.apiName),
    sort: false,
    facet: false,
    search: searchWeightInBlocks(field),
  }
}

function describePaths({ type, many = false, paths = [] }: Field, name: string) {
  return {
    name,
    filter: allowedOperators(type, many),
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

// The names of index fields. Field names cannot contain `@`, `~`, `/` or `:`, so these mark the other index fields.

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
/** An index field with values of blocks. `outer` is the index field of the field that holds the blocks. */
export const blockIndexField = (outer: string, name: string): string => `${outer}${insideMark}${name}`

/** Ends a name that stands for all index fields inside of the one before it. */
export const insideMark = '/'

/** Splits off the path into JSON, if the index field has one. */
export function splitJsonPath(indexField: string): readonly [field: string, path: string | null] {
  const at = indexField.indexOf(':')
  return at < 0 ? [indexField, null] : [indexField.slice(0, at), indexField.slice(at + 1)]
}

/**
 * Returns the index field of the entry's own field if this one has values of blocks, otherwise the same. A variant that sets
 * the field sets all of its blocks.
 */
export function outerIndexField(indexField: string): string {
  const at = splitJsonPath(indexField)[0].indexOf(insideMark)
  return at < 0 ? indexField : indexField.slice(0, at)
}

/** Checks whether an index field has the values of a field of the entry itself, rather than values inside of it. */
export function isOwnField(indexField: string): boolean {
  return !indexField.includes(':') && !indexField.includes(insideMark)
}
