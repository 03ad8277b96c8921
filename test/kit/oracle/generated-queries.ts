// A space and queries of it, generated from a seed: values that are easily confused, ties, drafts, targets that are not
// published, overlays, and each operator on each kind of path.
import type { Json, Values } from '../../../src/content/values/model.ts'
import type { EntryRecord, ImportRecord } from '../../../src/import-export/read/records.ts'
import { draftCanary } from '../app/test-space.ts'
import type { Condition, GeneratedQuery, OracleCollection, Path } from './oracle-types.ts'

/** mulberry32. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 on, below the limit. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let value = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return Math.floor((((value ^ (value >>> 14)) >>> 0) / 2 ** 32) * limit)
  }

  chance(percent: number): boolean {
    return this.below(100) < percent
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!
  }

  some<Item>(items: readonly Item[], max: number): Item[] {
    return Array.from({ length: this.below(max + 1) }, () => this.pick(items))
  }
}

type FieldRecord = OracleCollection['fields'][number]

const text = (apiName: string, rest: Partial<FieldRecord> = {}): FieldRecord => ({
  apiName,
  type: 'text',
  ...rest,
})
const plain = (apiName: string, type: string, many = false): FieldRecord => ({
  apiName,
  type,
  ...(many && { many }),
})

export const queriedCollections: readonly OracleCollection[] = [
  {
    apiName: 'posts',
    fields: [
      text('title'),
      plain('body', 'richText'),
      plain('price', 'number'),
      plain('votes', 'integer'),
      plain('open', 'boolean'),
      plain('at', 'dateTime'),
      plain('day', 'date'),
      plain('dates', 'date', true),
      { ...text('tags', { search: 3 }), many: true },
      plain('scores', 'integer', true),
      plain('days', 'dateTime', true),
      plain('author', 'reference'),
      plain('cats', 'reference', true),
      plain('rel', 'reference', true),
      plain('cover', 'asset'),
      {
        ...plain('meta', 'json'),
        paths: [
          { path: 'weight', type: 'number' },
          { path: 'all.t', type: 'text', many: true },
          { path: 'all.at', type: 'dateTime', many: true },
        ],
      },
      text('a.b', { search: 0 }),
      text('slug'),
    ],
  },
  {
    apiName: 'authors',
    fields: [
      text('name'),
      plain('born', 'integer'),
      plain('country', 'reference'),
      plain('likes', 'reference', true),
    ],
  },
  {
    apiName: 'cats',
    fields: [text('name'), text('shelf'), plain('rank', 'number'), plain('parent', 'reference')],
  },
  { apiName: 'countries', fields: [text('name'), plain('size', 'number'), plain('cover', 'asset')] },
]

const targets: Readonly<Record<string, readonly string[]>> = {
  author: ['authors'],
  cats: ['cats'],
  country: ['countries'],
  likes: ['cats'],
  parent: ['cats'],
}

/** What of a path is drawn from, and with which operators. */
interface PathKind {
  readonly path: Path
  readonly type: string
  readonly isMany: boolean
}

const texts = [
  '',
  'a',
  'A',
  'b',
  'Caf\u00e9',
  'Cafe\u0301',
  'CAFE',
  'cafe noir',
  'Stra\u00dfe',
  'STRASSE',
  'strasse',
  '\u00d8y',
  'oy',
  '\u0130stanbul',
  '\u0131stanbul',
  '\ufb01ne',
  'fine',
  '\ud835\udc9c',
  '\uffee',
  '\u{1f30a} wave',
  'tide tables',
  'Tide, (table)',
  'a,b\\c',
  '%5B]&=+ #?',
  "x' or 1=1 --",
  '\u65e5\u672c\u8a9e\u306e\u672c',
  '\u672c',
  '\u30b3\u30fc\u30d2\u30fc',
  '\u0e20\u0e32\u0e29\u0e32',
  '\u03c3\u03c2\u03a3',
  `${'y'.repeat(100)}1`,
  `${'y'.repeat(100)}2`,
  `${'z'.repeat(260)}1`,
  `${'z'.repeat(260)}2`,
  ' tab\t',
  '\u1e9b\u0323',
] as const
const bodies: readonly Json[] = [
  'tide and tables',
  '<p>tide</p>tables',
  'ta<b>bl</b>es &amp; tide',
  { type: 'doc', content: [{ text: 'tide' }, { other: 'hidden', value: 'caf\u00e9' }] },
  '\u65e5\u672c',
  [],
]
const numbers = [-3, -0.5, 0, 0.1, 1, 2, 9.5, 10, 1e21, 5e-324, -1e300]
const integers = [-3, 0, 1, 2, 3, 9, 10, 9007199254740991]
const times = [
  '2023-12-31T23:59:59.999Z',
  '2024-01-01T00:00:00.000Z',
  '2024-02-29T12:00:00.000Z',
  '2024-03-07T00:00:00.000Z',
  '2024-03-07T23:59:59.999Z',
  '2024-03-08T00:00:00.000Z',
  '2024-12-31T23:30:00.000Z',
  '2025-01-01T00:00:00.000Z',
]
const dates = ['2023', '2024', '2025', '2024-02', '2024-03', '2024-12', '2024-02-29', '2024-03-07', '2030']
const calendarDays = ['0001-01-01', '2023-12-31', '2024-02-29', '2024-03-07', '2025-01-01', '9999-12-31']
const words = ['tide', 'table', 'ta', 'tables', 'cafe', 'CAF\u00c9', 'a', 'y', 'strasse', '\u672c', '\u65e5\u672c', '\u8a9e\u306e', '\u30b3\u30fc', 'wave', 'oy', 'yyy', 'hidden', '\u65e5\u672c\u8a9e\u306e\u672c', '\u30b3\u30fc\u30d2\u30fc', '\u0e20\u0e32'] // biome-ignore format: a list
const asset = { url: '/a.jpg' }
const variantIds = ['de', 'vip'] as const

export interface Sizes {
  readonly posts: number
  readonly authors: number
  readonly cats: number
  readonly countries: number
}

const prefixes = { posts: 'p', authors: 'a', cats: 'c', countries: 'n' } as const
type CollectionName = keyof typeof prefixes
const allCollections = Object.keys(prefixes) as readonly CollectionName[]

interface ChangeOptions {
  readonly collections?: readonly CollectionName[]
  /** Secret drafts must not be published: they contain the canary. */
  readonly drafts?: 'secret' | 'publishable'
}

export class GeneratedQueries {
  readonly #random: Random
  readonly #ids: Readonly<Record<CollectionName, readonly string[]>>
  readonly #kinds: readonly PathKind[]

  constructor(seed: number, sizes: Sizes) {
    this.#random = new Random(seed)
    const idsOf = (name: CollectionName) =>
      Array.from({ length: sizes[name] }, (_, index) => `${prefixes[name]}${index}`)
    this.#ids = {
      posts: idsOf('posts'),
      authors: idsOf('authors'),
      cats: idsOf('cats'),
      countries: idsOf('countries'),
    }
    this.#kinds = kindsFrom('posts', [], false)
  }

  records(): ImportRecord[] {
    const models = queriedCollections.map(({ apiName, fields }): ImportRecord => {
      const withTargets = fields.map(field =>
        targets[field.apiName] && field.type === 'reference'
          ? { ...field, to: targets[field.apiName] }
          : field,
      )
      return { type: 'collection', apiName, name: apiName, fields: withTargets } as ImportRecord
    })
    return [...models, ...queriedCollections.flatMap(collection => this.#entriesOf(collection))]
  }

  /** A change of a few entries: some published, some withdrawn, some with other values. */
  changes(
    max: number,
    { collections = allCollections, drafts = 'secret' }: ChangeOptions = {},
  ): EntryRecord[] {
    const all = collections.flatMap(apiName => this.#ids[apiName].map(id => ({ apiName, id })))
    const chosen = new Map(this.#random.some(all, max).map(one => [one.id, one]))
    return [...chosen.values()].map(({ apiName, id }) => {
      const collection = queriedCollections.find(one => one.apiName === apiName)!
      const entry = this.#entry(collection, id)
      return drafts === 'secret' ? entry : { ...entry, data: this.#values(collection, 75) }
    })
  }

  /** Overlays for an entry of that collection. */
  overlays(collection: string): Readonly<Record<string, Values>> {
    return this.#overlays(queriedCollections.find(({ apiName }) => apiName === collection)!)
  }

  #entriesOf(collection: OracleCollection): EntryRecord[] {
    return this.#ids[collection.apiName as CollectionName].map(id => this.#entry(collection, id))
  }

  #entry(collection: OracleCollection, id: string): EntryRecord {
    const random = this.#random
    const isLive = random.chance(80)
    const values = this.#values(collection, 75)
    const variants = this.#overlays(collection)
    const draft = collection.apiName === 'countries' ? {} : { [collection.fields[0]!.apiName]: draftCanary }
    return {
      type: 'entry',
      collection: collection.apiName,
      id,
      slug: random.chance(50) ? id : `${random.pick(['Sl\u00fcg', 'slug', 'SLUG', 'x y'])}-${id}`,
      data: { ...values, ...draft },
      ...(isLive && {
        publishedAt: `2026-01-0${1 + random.below(5)}T00:00:00.000Z`,
        liveData: values,
        variants,
      }),
    }
  }

  #overlays(collection: OracleCollection): Readonly<Record<string, Values>> {
    const ids = variantIds.filter(() => this.#random.chance(25))
    return Object.fromEntries(ids.map(variant => [variant, this.#values(collection, 30)]))
  }

  #values({ fields }: OracleCollection, percent: number): Values {
    const values: Record<string, Json> = {}
    for (const field of fields) {
      if (this.#random.chance(percent)) values[field.apiName] = this.#value(field)
    }
    return values
  }

  #value(field: FieldRecord): Json {
    const random = this.#random
    if (random.chance(5)) return field.many ? [] : null
    const one = () => this.#single(field)
    return field.many ? Array.from({ length: random.below(4) }, one) : one()
  }

  #single({ apiName, type }: FieldRecord): Json {
    const random = this.#random
    switch (type) {
      case 'text':
        return random.pick(texts)
      case 'richText':
        return random.pick(bodies)
      case 'number':
        return random.pick(numbers)
      case 'integer':
        return random.pick(integers)
      case 'boolean':
        return random.chance(50)
      case 'date':
        return random.pick(calendarDays)
      case 'dateTime':
        return random.pick(times)
      case 'asset':
        return asset
      case 'reference':
        return { id: this.#target(targets[apiName] ?? ['posts', 'authors', 'cats', 'countries']) }
      default:
        return this.#meta()
    }
  }

  #target(collections: readonly string[]): string {
    return this.#random.pick(this.#ids[this.#random.pick(collections) as CollectionName])
  }

  #meta(): Json {
    const random = this.#random
    const item = (): Json => ({ t: random.pick<Json>(texts), at: random.pick<Json>([...times, 'x', 5]) })
    return {
      weight: random.pick<Json>([...numbers, 'heavy', null]),
      all: random.chance(70) ? Array.from({ length: random.below(3) }, item) : item(),
    }
  }

  query(): GeneratedQuery {
    const random = this.#random
    const conditions = new Map<string, Condition>()
    const add = (condition: Condition) => {
      const { group, path, operator } = condition
      const id = path.at(-1) === 'id' && path.length > 1 ? path.slice(0, -1) : path
      conditions.set(JSON.stringify([group === 'any.1' ? 'any' : group, id, operator]), condition)
    }
    for (let count = random.below(5); count > 0; count--) add(this.#condition([...conditions.values()]))
    if (random.chance(10)) for (const condition of this.#onOneTarget()) add(condition)
    const search = random.chance(20)
      ? [random.pick(words), ...random.some(words, 2)].join(random.pick([' ', ', ', '-']))
      : null
    return {
      collection: 'posts',
      conditions: [...conditions.values()],
      sort: random.chance(50) ? this.#sort() : [],
      search,
      variant: random.chance(30) ? random.pick(['de', 'vip', 'nobody']) : null,
      page: random.chance(60) ? 1 : 1 + random.below(6),
      perPage: random.pick([1, 2, 3, 7, 1000]),
    }
  }

  #sort(): string[] {
    const random = this.#random
    const names = ['id', 'slug', 'publishedAt', 'firstPublishedAt', 'title', 'price', 'votes', 'open', 'at', 'day', 'a.b', 'data.slug'] // biome-ignore format: a list
    const chosen = new Set([random.pick(names), ...random.some(names, 2)])
    return [...chosen].map(name => (random.chance(50) ? `-${name}` : name))
  }

  /** Often about the same target or value as another one of `filter`. */
  #condition(others: readonly Condition[]): Condition {
    const random = this.#random
    const filter = others.filter(({ group }) => group === 'filter')
    const related = random.chance(50) && filter.length > 0 ? random.pick(filter).path : null
    const length = random.pick([1, 1, 1, 2, 2, 3])
    const kinds = this.#kinds.filter(({ path }) =>
      related === null ? path.length === length : path[0] === related[0],
    )
    const kind = random.pick(kinds)
    const ranges = related === null ? [] : operatorsOf(kind).filter(name => /^[lg]te?$/.test(name))
    const operator = random.pick(ranges.length > 0 && random.chance(50) ? ranges : operatorsOf(kind))
    const group =
      related === null
        ? random.pick(['filter', 'filter', 'filter', 'not', 'any', 'any.1', 'any.2', 'any.5'])
        : 'filter'
    const one = () => this.#operand(kind, operator)
    const isList = ['in', 'nin', 'all'].includes(operator)
    const list = Array.from({ length: 1 + random.below(3) }, one)
    // The list of the empty text alone cannot be told from an empty list.
    const value = isList ? (list.join('') === '' ? ['a'] : list) : one()
    return { group, path: kind.path, operator, value }
  }

  /** Which target of a reference it is, beside something that many targets have: seldom drawn by chance. */
  #onOneTarget(): Condition[] {
    const random = this.#random
    const reference = random.pick(
      this.#kinds.filter(({ path, type }) => type === 'reference' && path.length < 3),
    )
    const beyond = this.#kinds.filter(
      ({ path }) => path.length > reference.path.length && startsWith(path, reference.path),
    )
    const other = random.pick(beyond)
    const range = operatorsOf(other).find(name => name === 'gte')
    const operator = range ?? (operatorsOf(other).includes('exists') ? 'exists' : 'prefix')
    const value = operator === 'exists' ? 'true' : this.#operand(other, operator)
    const path = random.chance(50) ? reference.path : [...reference.path, 'id']
    const ids = Array.from({ length: 3 }, () => this.#operand(reference, 'in'))
    return [
      { group: 'filter', path: other.path, operator, value },
      { group: 'filter', path, operator: 'in', value: ids },
    ]
  }

  #operand({ path, type }: PathKind, operator: string): string {
    const random = this.#random
    if (operator === 'exists') return random.pick(['true', 'false'])
    switch (type) {
      case 'text': {
        const value = random.pick(texts.filter(one => one.length <= 200))
        if (operator !== 'prefix') return value
        return [...value].slice(0, 1 + random.below(3)).join('') || 'a'
      }
      case 'number':
        return random.pick(['-3', '-0.5', '-0', '0', '0.10', '1', '2.0', '9.5', '10', '10.01'])
      case 'integer':
        return random.pick(['-3', '0', '1', '2', '2.5', '3.0', '9', '10', '9007199254740991'])
      case 'boolean':
        return random.pick(['true', 'false'])
      case 'date':
        return random.pick([...calendarDays, ...dates])
      case 'dateTime':
        return random.chance(50) ? random.pick(dates) : random.pick([...times, '2024-03-07T01:00:00+01:00'])
      case 'collection':
        return random.pick(operator === 'prefix' ? ['c', 'cats', 'x'] : [...Object.keys(prefixes), 'none'])
      case 'slug':
        return random.pick(
          operator === 'prefix' ? ['S', 'slug', 'Sl\u00fc', 'p1'] : ['p1', 'a1', 'slug-p2', 'c1'],
        )
      case 'id':
        return operator === 'prefix'
          ? random.pick(['p', 'p1', 'c', 'x'])
          : this.#target(targets[path.at(-2) ?? ''] ?? Object.keys(prefixes))
      default:
        return this.#target(targets[path.at(-1)!] ?? Object.keys(prefixes))
    }
  }

  /** The same query, written in one of many ways. */
  toPath({ collection, conditions, sort, search, variant, page, perPage }: GeneratedQuery): string {
    const random = this.#random
    const parts = conditions.map(({ group, path, operator, value }) => {
      const hasOperator = operator !== 'eq' || random.chance(30)
      const name = `${group}[${path.join('.').replace(':', '.')}]${hasOperator ? `[${operator}]` : ''}`
      const list = Array.isArray(value)
        ? value.map((one: string) => one.replaceAll(/[\\,]/g, '\\$&')).join(',')
        : (value as string)
      return `${this.#encode(name)}=${this.#encode(list)}`
    })
    if (sort.length > 0) parts.push(`sort=${this.#encode(sort.join(','))}`)
    if (search !== null) parts.push(`q=${this.#encode(search)}`)
    if (variant !== null) parts.push(`queryVariant=${variant}`)
    if (page !== 1) parts.push(`page=${page}`)
    if (perPage !== 20) parts.push(`perPage=${perPage}`)
    const shuffled = parts
      .map(part => ({ part, at: random.below(1000) }))
      .sort((a, b) => a.at - b.at)
      .map(({ part }) => part)
    return `/content/${collection}?${shuffled.join('&')}`
  }

  #encode(value: string): string {
    const encoded = encodeURIComponent(value)
    if (this.#random.chance(50)) return encoded
    return encoded.replaceAll('%20', '+').replaceAll('%5B', '[').replaceAll('%5D', ']').replaceAll('%2C', ',')
  }
}

function startsWith(path: Path, beginning: Path): boolean {
  return beginning.every((name, at) => name === path[at])
}

function operatorsOf({ type, isMany }: PathKind): readonly string[] {
  const single: Readonly<Record<string, readonly string[]>> = {
    text: ['eq', 'ne', 'in', 'nin', 'eqi', 'prefix', 'exists'],
    id: ['eq', 'ne', 'in', 'nin', 'prefix', 'lt', 'lte', 'gt', 'gte'],
    slug: ['eq', 'ne', 'in', 'nin', 'prefix'],
    collection: ['eq', 'ne', 'in', 'nin', 'prefix'],
    integer: ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'exists'],
    number: ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'exists'],
    boolean: ['eq', 'ne', 'exists'],
    date: ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'exists'],
    dateTime: ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'exists'],
    reference: ['eq', 'ne', 'in', 'nin', 'exists'],
  }
  const own = single[type] ?? ['exists']
  return isMany && own.includes('in') ? [...own, 'all'] : own
}

/** Every path of a collection, through at most two references. */
function kindsFrom(collection: string, before: Path, isMany: boolean): PathKind[] {
  const { fields } = queriedCollections.find(({ apiName }) => apiName === collection)!
  const own: PathKind[] = [
    { path: [...before, 'id'], type: 'id', isMany },
    { path: [...before, 'slug'], type: 'slug', isMany },
    { path: [...before, 'publishedAt'], type: 'dateTime', isMany },
    { path: [...before, 'firstPublishedAt'], type: 'dateTime', isMany },
    ...(before.length > 0 ? [{ path: [...before, 'collection'], type: 'collection', isMany }] : []),
  ]
  return [
    ...own,
    ...fields.flatMap((field): PathKind[] => {
      const name = field.apiName === 'slug' ? 'data.slug' : field.apiName
      const path = [...before, name]
      const hasMany = isMany || field.many === true
      const inside = (field.paths ?? []).map(one => ({
        path: [...before, `${name}:${one.path}`],
        type: one.type,
        isMany: isMany || one.many === true,
      }))
      const beyond =
        field.type === 'reference' && before.length < 2
          ? (targets[name] ?? ['posts', 'cats', 'countries']).flatMap(target =>
              kindsFrom(target, path, hasMany),
            )
          : []
      return [{ path, type: field.type, isMany: hasMany }, ...inside, ...beyond]
    }),
  ]
}
