// What a queried list must contain, worked out in the simplest way from plain entries: no index, no sets, no plan. Of src
// it uses the fold only.
import { fold } from '../../src/content/query-text.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type Values = Readonly<Record<string, Json>>

export interface OracleField {
  readonly apiName: string
  readonly type: string
  readonly many?: boolean
  readonly search?: number
  readonly paths?: readonly { readonly path: string; readonly type: string; readonly many?: boolean }[]
}

export interface OracleCollection {
  readonly apiName: string
  readonly fields: readonly OracleField[]
}

/** A published entry; drafts are not given to the oracle at all. */
export interface OracleEntry {
  readonly id: string
  readonly collection: string
  readonly slug: string
  readonly publishedAt: number
  readonly firstPublishedAt: number
  readonly values: Values
  readonly overlays: Readonly<Record<string, Values>>
}

/** The last name of a path may be that of an entry itself, or begin with `data.`; one in `json` has a colon. */
export type Path = readonly string[]

export interface Condition {
  readonly group: string
  readonly path: Path
  readonly operator: string
  /** Decoded; a list for `in`, `nin` and `all`. */
  readonly value: string | readonly string[]
}

export interface GeneratedQuery {
  readonly collection: string
  readonly conditions: readonly Condition[]
  readonly sort: readonly string[]
  readonly search: string | null
  readonly variant: string | null
  readonly page: number
  readonly perPage: number
}

export interface Expected {
  readonly count: number
  readonly ids: readonly string[]
}

type Scalar = string | number | boolean

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
    return [...byName].every(([name, own]) => {
      const here = own.filter(({ path }) => path.length === 1)
      const beyond = own.filter(({ path }) => path.length > 1)
      const rest = beyond.map(condition => ({ ...condition, path: condition.path.slice(1) }))
      const ranges = here.filter(({ operator }) => rangeOperators.includes(operator))
      const others = here.filter(({ operator }) => !rangeOperators.includes(operator))
      const leaf = this.#leaf(entry, name)
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
      return { type: ownTypes[name]!, values: [entry[name as 'id' | 'publishedAt']] }
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
    return b.publishedAt - a.publishedAt || compareScalars(a.id, b.id)
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

function toScalar(type: string, value: Json): Scalar[] {
  if (type === 'date' || type === 'dateTime') {
    const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
    return Number.isNaN(time) ? [] : [time]
  }
  const wanted = type === 'text' ? 'string' : type === 'boolean' ? 'boolean' : 'number'
  return typeof value === wanted ? [value as Scalar] : []
}

/** Lists are gone into only if the path has many values. */
function dig(value: Json, keys: readonly string[], many: boolean): Json[] {
  if (Array.isArray(value)) return many ? value.flatMap((one: Json) => dig(one, keys, many)) : []
  const [key, ...rest] = keys
  if (key === undefined) return [value]
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return []
  return dig((value as Values)[key]!, rest, many)
}

function matches(type: string, value: Scalar, { operator, value: sent }: Condition): boolean {
  if (operator === 'in') return (sent as readonly string[]).some(one => equals(type, value, one))
  const text = sent as string
  if (operator === 'eq') return equals(type, value, text)
  if (operator === 'eqi') return fold(value as string) === fold(text)
  if (operator === 'prefix')
    return type === 'text' ? fold(value as string).startsWith(fold(text)) : (value as string).startsWith(text)
  const isTime = type === 'date' || type === 'dateTime'
  const [from, to] = isTime ? timesOf(text) : [parse(type, text), parse(type, text)]
  const isPart = isTime && from !== to
  switch (operator) {
    case 'lt':
      return compareScalars(value, from) < 0
    case 'gte':
      return compareScalars(value, from) >= 0
    case 'lte':
      return isPart ? Number(value) < Number(to) : compareScalars(value, to) <= 0
    case 'gt':
      return isPart ? Number(value) >= Number(to) : compareScalars(value, to) > 0
    default:
      throw new Error(`The oracle has no operator ${operator}.`)
  }
}

function equals(type: string, value: Scalar, text: string): boolean {
  if (type === 'date' || type === 'dateTime') {
    const [from, to] = timesOf(text)
    return from === to ? value === from : Number(value) >= from && Number(value) < to
  }
  if (type === 'text') return (value as string).normalize('NFC') === text.normalize('NFC')
  const sent = parse(type, text)
  return sent === 0 ? value === 0 : value === sent
}

function parse(type: string, text: string): Scalar {
  if (type === 'boolean') return text === 'true'
  return type === 'integer' || type === 'number' ? Number(text) : text
}

/** A part of a date is the time that it covers, its end not included; a whole time is both. */
function timesOf(text: string): [number, number] {
  const parts = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(text)
  if (parts === null) return [Date.parse(text), Date.parse(text)]
  const [year, month, day] = parts.slice(1).map(part => (part === undefined ? null : Number(part)))
  const at = (y: number, m: number, d: number) => new Date(0).setUTCFullYear(y, m, d)
  if (month === null) return [at(year!, 0, 1), at(year! + 1, 0, 1)]
  if (day === null) return [at(year!, month! - 1, 1), at(year!, month!, 1)]
  return [at(year!, month! - 1, day!), at(year!, month! - 1, day! + 1)]
}

/** Strings by code point. */
function compareScalars(a: Scalar, b: Scalar): number {
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b)
  const [left, right] = [[...a], [...b]]
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = left[index]!.codePointAt(0)! - right[index]!.codePointAt(0)!
    if (order !== 0) return order
  }
  return left.length - right.length
}

interface Run {
  readonly text: string
  readonly isUnspaced: boolean
}

const isOfWord = /^[\p{L}\p{M}\p{Nd}]$/u
const isUnspacedScript =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]$/u
const isInherited = /^\p{Script=Inherited}$/u

function runsOf(text: string): Run[] {
  const runs: { text: string; isUnspaced: boolean }[] = []
  let open = false
  for (const character of text) {
    const last = open ? runs.at(-1)! : null
    open = isOfWord.test(character)
    if (!open) continue
    const isUnspaced = isUnspacedScript.test(character)
    if (last !== null && (last.isUnspaced === isUnspaced || isInherited.test(character)))
      last.text += character
    else runs.push({ text: character, isUnspaced })
  }
  return runs
}

/** A single character is looked for itself. */
function pairsOf(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => characters[index]! + character)
}

const inline = 'a b i em strong span code sub sup u s mark small'.split(' ')
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }

/** Tags and references as the generated texts have them. */
function plainText(value: Json): string {
  if (typeof value !== 'string') return documentText(value)
  if (!/<\/?[A-Za-z]/.test(value)) return value
  return value
    .replace(/<\/?([A-Za-z]+)[^>]*>/g, (_, name: string) => (inline.includes(name.toLowerCase()) ? '' : ' '))
    .replace(/&(\w+);/g, (whole, name: string) => named[name] ?? whole)
}

function documentText(value: Json): string {
  if (typeof value !== 'object' || value === null) return ''
  if (Array.isArray(value)) return value.map(documentText).join('\n')
  return Object.entries(value)
    .map(([key, inner]) =>
      typeof inner === 'string' && ['text', 'value'].includes(key) ? inner : documentText(inner),
    )
    .join('\n')
}
