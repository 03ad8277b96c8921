// Converts the request to a program with the typed client, and generates the types that it imports. The type generator is
// loaded when a snippet is shown.
import { generateTypes } from '../../../../client/src/codegen/generate-types.ts'
import { quote, toKey } from '../../../../client/src/codegen/type-names.ts'
import type { QueryType } from '../../../../src/content/model/query-model.ts'
import { toNumberLiteral, truths } from '../../../fields/typed-value.ts'
import type { Condition, ConditionGroup } from '../request/conditions.ts'
import { findPath, type QueryModel } from '../request/path-options.ts'
import { queryValuesOf } from '../request/query-values.ts'
import type { TryRequest } from '../request/try-request.ts'

interface ClientParts {
  /** The origin of the server. */
  readonly origin: string
  /** Null uses the variable `FRONTLIST_KEY` in place of the secret. */
  readonly key: string | null
  readonly request: TryRequest
  readonly models: readonly QueryModel[]
  readonly components: readonly QueryModel[]
}

/** Returns the program, and the content of its `frontlist.ts`: null if the space does not have the collection. */
export function toClientSnippet({ origin, key, request, models, components }: ClientParts) {
  const isTyped = models.some(({ apiName }) => apiName === request.collection)
  const secret = key === null ? 'process.env.FRONTLIST_KEY!' : quote(key)
  const program = `import { createClient } from '@frontlist/client'
${isTyped ? "import type { Model } from './frontlist'\n" : ''}
const client = createClient${isTyped ? '<Model>' : ''}({ url: ${quote(origin)}, key: ${secret} })

${toClientCall(request, models)}`
  const schema = { collections: models, components }
  return { program, types: isTyped ? generateTypes(schema, { url: origin }) : null }
}

type Models = readonly QueryModel[]
/** A name and the source text of its value. */
type Member = readonly [name: string, value: string]

/** The maximum length of a line. */
const lineMax = 100

/** Converts the request of the form to a call of the typed client. */
export function toClientCall(request: TryRequest, models: Models): string {
  const { collection, slug } = request
  const start =
    slug === null
      ? `const page = await client.list(${quote(collection)}`
      : `const entry = await client.get(${quote(collection)}, ${quote(slug)}`
  const options = toOptions(request, models)
  if (options.length === 0) return `${start})`
  const line = `${start}, ${toObject(options)})`
  if (line.length <= lineMax) return line
  const lines = options.map(([name, value]) => `  ${toKey(name)}: ${value},`)
  return [`${start}, {`, ...lines, '})'].join('\n')
}

function toOptions(request: TryRequest, models: Models): readonly Member[] {
  const ofEntries: readonly (Member | null)[] = [
    request.depth === '' ? null : ['depth', toNumberLiteral(request.depth) ?? quote(request.depth)],
    request.variants.length === 0 ? null : ['variants', toList(request.variants.map(quote))],
    toFields(request, models),
  ]
  const { q, sort, page, perPage, queryVariant } = request
  const ofLists: readonly (Member | null)[] = [
    ...toConditions(request, models),
    sort.length === 0 ? null : ['sort', sort.length === 1 ? quote(sort[0]!) : toList(sort.map(quote))],
    q === '' ? null : ['q', quote(q)],
    page === '' ? null : ['page', toNumberLiteral(page) ?? quote(page)],
    perPage === '' ? null : ['perPage', toNumberLiteral(perPage) ?? quote(perPage)],
    queryVariant === '' ? null : ['queryVariant', quote(queryVariant)],
  ]
  return [...ofEntries, ...(request.slug === null ? ofLists : [])].filter(member => member !== null)
}

/** Converts the groups of `any` to a list, because their numbers have no meaning. */
function toConditions(request: TryRequest, models: Models): readonly Member[] {
  const groups = Map.groupBy(request.conditions, ({ group }) => group)
  const textOf = (group: ConditionGroup) => toGroup(groups.get(group) ?? [], request.collection, models)
  const anyGroups = [...groups.keys()].filter(group => group.startsWith('any')).sort()
  return [
    ...(groups.has('filter') ? [['filter', textOf('filter')] as const] : []),
    ...(anyGroups.length > 0 ? [['any', toList(anyGroups.map(textOf))] as const] : []),
    ...(groups.has('not') ? [['not', textOf('not')] as const] : []),
  ]
}

function toGroup(conditions: readonly Condition[], collection: string, models: Models): string {
  const byPath = Map.groupBy(conditions, ({ path }) => path)
  const members = [...byPath].map(([path, ofPath]): Member => {
    const type = findPath(models, collection, path)?.type
    // An object cannot have the same operator twice. The server refuses that too.
    const values = new Map(ofPath.map(({ operator, value }) => [operator, toValue(type, operator, value)]))
    const only = values.size === 1 ? values.get('eq') : undefined
    return [path, only ?? toObject([...values])]
  })
  return toObject(members)
}

const listOperators: ReadonlySet<string> = new Set(['in', 'nin', 'all'])

/** A value that does not fit its type stays a string as typed, so that the compiler and the server report the error. */
function toValue(type: QueryType | undefined, operator: string, text: string): string {
  if (operator === 'exists') return truths.includes(text) ? text : quote(text)
  return listOperators.has(operator)
    ? toList(splitList(text).map(item => toScalar(type, item)))
    : toScalar(type, text)
}

function toScalar(type: QueryType | undefined, text: string): string {
  return queryValuesOf(type).toLiteral?.(text) ?? quote(text)
}

/** Splits the text at commas. `\,` is a comma in a value, and `\\` a backslash. */
function splitList(text: string): readonly string[] {
  const items = ['']
  for (const [piece, escaped] of text.matchAll(/\\([\\,])|./gsu)) {
    if (piece === ',') items.push('')
    else items[items.length - 1] += escaped ?? piece
  }
  return items
}

/** Field names by level. */
interface FieldTree extends Map<string, FieldTree> {}

function toFields({ collection, fields }: TryRequest, models: Models): Member | null {
  if (fields.length === 0) return null
  const omitted = fields.flatMap(name => (name.startsWith('-') ? [quote(name.slice(1))] : []))
  if (omitted.length === fields.length) return ['omit', toList(omitted)]
  const own = models.find(({ apiName }) => apiName === collection)?.fields.map(({ apiName }) => apiName) ?? []
  const tree: FieldTree = new Map()
  // `*` includes all own fields for the server. The client needs the individual names.
  for (const name of fields.flatMap(each => (each === '*' && own.length > 0 ? own : [each]))) {
    let level = tree
    for (const part of own.includes(name) ? [name] : name.split('.')) {
      const below: FieldTree = level.get(part) ?? new Map()
      level.set(part, below)
      level = below
    }
  }
  const isFlat = [...tree.values()].every(below => below.size === 0)
  return ['fields', isFlat ? toList([...tree.keys()].map(quote)) : toFieldText(tree)]
}

function toFieldText(tree: FieldTree): string {
  if (tree.size === 0) return 'true'
  if (tree.has('*')) return quote('*')
  return toObject([...tree].map(([name, below]) => [name, toFieldText(below)]))
}

function toObject(members: readonly Member[]): string {
  return `{ ${members.map(([name, value]) => `${toKey(name)}: ${value}`).join(', ')} }`
}

function toList(texts: readonly string[]): string {
  return `[${texts.join(', ')}]`
}
