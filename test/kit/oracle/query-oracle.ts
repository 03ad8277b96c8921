// What a queried list must contain, worked out in the simplest way from plain entries: no index, no sets, no plan. Of src
// it uses the fold only.
import { fold } from '../../../src/content/values/query-text.ts'

import type {
  Condition,
  Expected,
  GeneratedQuery,
  Json,
  OracleCollection,
  OracleEntry,
  OracleField,
  Path,
  Scalar,
} from './oracle-types.ts'
import { compareScalars, dig, matches, toScalar } from './oracle-values.ts'
import { pairsOf, plainText, type Run, runsOf } from './oracle-words.ts'

/** Values of one type: as in the model, or of an entry itself. */
interface Leaf {
  readonly type: string
  readonly values: readonly Scalar[]
}

const ownTypes: Readonly<Record<string, string>> = {
  id: 'id',
  slug: 'slug',
  collection: 'collection',
  publishedAt: 'dateTime',
  firstPublishedAt: 'dateTime',
}
const rangeOperators = ['lt', 'lte', 'gt', 'gte']

export class Oracle {
  readonly #collections: ReadonlyMap<string, OracleCollection>
  readonly #entries: ReadonlyMap<string, OracleEntry>

  constructor(collections: readonly OracleCollection[], entries: readonly OracleEntry[]) {
    this.#collections = new Map(collections.map(collection => [collection.apiName, collection]))
    this.#entries = new Map(entries.map(entry => [entry.id, entry]))
  }

  response(query: GeneratedQuery): Expected {
    const { collection, conditions, sort, search, variant, page, perPage } = query
    const view = new View(this.#collections, this.#entries, variant)
    const all = [...this.#entries.values()].filter(entry => entry.collection === collection)
    const found = all
      .filter(entry => view.holds(entry, conditions))
      .flatMap(entry => {
        const tier = search === null ? 0 : view.tierOf(entry, search)
        return tier === null ? [] : [{ entry, tier }]
      })
    found.sort((a, b) => {
      if (sort.length === 0 && a.tier !== b.tier) return a.tier - b.tier
      return view.compare(a.entry, b.entry, sort)
    })
    const ids = found.map(({ entry }) => entry.id)
    return { count: ids.length, ids: ids.slice((page - 1) * perPage, page * perPage) }
  }
}

/** The entries as one variant shows them. */
class View {
  readonly #collections: ReadonlyMap<string, OracleCollection>
  readonly #entries: ReadonlyMap<string, OracleEntry>
  readonly #variant: string | null

  constructor(
    collections: ReadonlyMap<string, OracleCollection>,
    entries: ReadonlyMap<string, OracleEntry>,
    variant: string | null,
  ) {
    this.#collections = collections
    this.#entries = entries
    this.#variant = variant
  }

  holds(entry: OracleEntry, conditions: readonly Condition[]): boolean {
    const filter = conditions.filter(({ group }) => group === 'filter')
    const together = filter.filter(condition => !standsAlone(condition))
    const not = conditions.filter(({ group }) => group === 'not')
    const any = Map.groupBy(
      conditions.filter(({ group }) => group.startsWith('any')),
      ({ group }) => (group === 'any.1' ? 'any' : group),
    )
    return (
      this.#together(entry, together) &&
      filter.filter(standsAlone).every(condition => this.#one(entry, condition)) &&
      not.every(condition => !this.#one(entry, condition)) &&
      [...any.values()].every(group => group.some(condition => this.#one(entry, condition)))
    )
  }

  /** All conditions are about one target of each reference, and ranges on a field about one value. */
  #together(entry: OracleEntry, conditions: readonly Condition[]): boolean {
    const byName = Map.groupBy(conditions, ({ path }) => path[0]!)
    return [...byName].every(([name, sent]) => {
      const leaf = this.#leaf(entry, name)
      const own = leaf.type === 'reference' ? sent.map(toTarget) : sent
      const here = own.filter(({ path }) => path.length === 1)
      const beyond = own.filter(({ path }) => path.length > 1)
      const rest = beyond.map(condition => ({ ...condition, path: condition.path.slice(1) }))
      const ranges = here.filter(({ operator }) => rangeOperators.includes(operator))
      const others = here.filter(({ operator }) => !rangeOperators.includes(operator))
      const isInRanges = (value: Scalar) => ranges.every(range => matches(leaf.type, value, range))
      return (
        (ranges.length === 0 || leaf.values.some(isInRanges)) &&
        others.every(condition => this.#one(entry, condition)) &&
        (rest.length === 0 || this.#targets(entry, name).some(target => this.#together(target, rest)))
      )
    })
  }

  #one(entry: OracleEntry, condition: Condition): boolean {
    const { operator, value } = condition
    if (operator === 'ne') return !this.#one(entry, { ...condition, operator: 'eq' })
    if (operator === 'nin') return !this.#one(entry, { ...condition, operator: 'in' })
    if (operator === 'exists') return this.#some(entry, condition.path, () => true) === (value === 'true')
    if (operator === 'all')
      return (value as readonly string[]).every(one =>
        this.#one(entry, { ...condition, operator: 'eq', value: one }),
      )
    return this.#some(entry, condition.path, (type, one) => matches(type, one, condition))
  }

  #some(entry: OracleEntry, path: Path, test: (type: string, value: Scalar) => boolean): boolean {
    const [name, ...rest] = path as [string, ...string[]]
    if (rest.length > 0) return this.#targets(entry, name).some(target => this.#some(target, rest, test))
    const { type, values } = this.#leaf(entry, name)
    return values.some(value => test(type, value))
  }

  #targets(entry: OracleEntry, field: string): OracleEntry[] {
    const value = this.#value(entry, field)
    const list = Array.isArray(value) ? value : [value]
    return list.flatMap(one => this.#entries.get((one as { id?: string } | null)?.id ?? '') ?? [])
  }

  #value(entry: OracleEntry, field: string): Json {
    const overlay = this.#variant === null ? undefined : entry.overlays[this.#variant]
    // An overlay that holds null for a field does not set it.
    return overlay?.[field] ?? entry.values[field] ?? null
  }

  #leaf(entry: OracleEntry, name: string): Leaf {
    if (Object.hasOwn(ownTypes, name))
      return { type: ownTypes[name]!, values: [entry[name as 'id' | 'publishedAt'] ?? []].flat() }
    const [fieldName, inside] = name.replace(/^data\./, '').split(':') as [string, string?]
    const field = this.#collections.get(entry.collection)?.fields.find(({ apiName }) => apiName === fieldName)
    if (field === undefined) return { type: 'none', values: [] }
    const value = this.#value(entry, fieldName)
    if (inside !== undefined) {
      const path = field.paths!.find(one => one.path === inside)!
      const found = dig(value, inside.split('.'), path.many ?? false)
      return { type: path.type, values: found.flatMap(one => toScalar(path.type, one)) }
    }
    if (field.type === 'reference')
      return { type: 'reference', values: this.#targets(entry, fieldName).map(({ id }) => id) }
    const list = field.many ? ((value ?? []) as readonly Json[]) : value === null ? [] : [value]
    if (['asset', 'richText', 'json'].includes(field.type))
      return { type: field.type, values: list.length > 0 ? [true] : [] }
    return { type: field.type, values: list.flatMap(one => toScalar(field.type, one)) }
  }

  compare(a: OracleEntry, b: OracleEntry, sort: readonly string[]): number {
    for (const key of sort) {
      const isDescending = key.startsWith('-')
      const name = isDescending ? key.slice(1) : key
      const [left, right] = [this.#sortValue(a, name), this.#sortValue(b, name)]
      if (left === null && right === null) continue
      if (left === null || right === null) return left === null ? 1 : -1
      const order = compareScalars(left, right)
      if (order !== 0) return isDescending ? -order : order
    }
    const [left, right] = [a.publishedAt ?? Infinity, b.publishedAt ?? Infinity]
    return left === right ? compareScalars(a.id, b.id) : right - left
  }

  #sortValue(entry: OracleEntry, name: string): Scalar | null {
    const { type, values } = this.#leaf(entry, name)
    const value = values[0] ?? null
    if (typeof value !== 'string' || type === 'id') return value
    return [...fold(value)].slice(0, 100).join('')
  }

  /** 0 is the best; null if not every word occurs. */
  tierOf(entry: OracleEntry, search: string): number | null {
    const fields = this.#collections.get(entry.collection)!.fields
    const title = fields.find(({ type, many }) => type === 'text' && !many)
    const weightOf = (field: OracleField) =>
      field.search ?? (field.type === 'richText' ? 1 : field === title ? 3 : 2)
    const searched = fields
      .filter(({ type }) => type === 'text' || type === 'richText')
      .map(field => ({ weight: weightOf(field), tokens: this.#tokens(entry, field) }))
    const words = runsOf(fold(search))
    const occursIn = ({ text, isUnspaced }: Run, weight: number) =>
      searched.some(
        field =>
          field.weight >= weight &&
          field.weight > 0 &&
          (isUnspaced
            ? pairsOf(text).every(pair => field.tokens.has(pair))
            : [...field.tokens].some(token => {
                const word = [...text].slice(0, 64).join('')
                return token === word || ([...word].length >= 3 && token.startsWith(word))
              })),
      )
    const tier = [3, 2, 1].findIndex(weight => words.every(word => occursIn(word, weight)))
    return tier < 0 ? null : tier
  }

  #tokens(entry: OracleEntry, field: OracleField): Set<string> {
    const value = this.#value(entry, field.apiName)
    const texts = field.many ? ((value ?? []) as readonly Json[]) : [value]
    const tokens = new Set<string>()
    for (const text of texts) {
      for (const { text: run, isUnspaced } of runsOf(fold(plainText(text)))) {
        if (!isUnspaced) tokens.add([...run].slice(0, 64).join(''))
        else for (const one of [...run, ...pairsOf(run)]) tokens.add(one)
      }
    }
    return tokens
  }
}

function standsAlone({ operator, value }: Condition): boolean {
  return ['ne', 'nin', 'all'].includes(operator) || (operator === 'exists' && value === 'false')
}

/** What a reference is equal to is the id of its target; whether it has one, the entry itself tells. */
function toTarget(condition: Condition): Condition {
  const { path, operator } = condition
  return path.length === 1 && operator !== 'exists' ? { ...condition, path: [path[0]!, 'id'] } : condition
}
