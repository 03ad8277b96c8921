// What the content API must answer, worked out in the simplest way from the records that were imported. It knows the
// contract and the record format, and nothing of src.

export interface NaiveField {
  readonly apiName: string
  readonly type: string
  readonly format?: 'portableText'
  readonly many?: boolean
  readonly to?: readonly string[]
  readonly link?: boolean
}

export interface NaiveCollection {
  readonly type: 'collection'
  readonly apiName: string
  readonly name: string
  readonly fields: readonly NaiveField[]
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
type Values = Readonly<Record<string, Json>>

export interface NaiveEntry {
  readonly type: 'entry'
  readonly collection: string
  readonly id: string
  readonly slug?: string
  readonly publishedAt?: string
  readonly data?: Values
  readonly liveData?: Values
  readonly variants?: Readonly<Record<string, Values>>
}

/** Fields that are named one behind the other: `author.name` is `['author', 'name']`. `*` means all. */
export type NaivePath = readonly string[]

export interface NaiveQuery {
  readonly depth: number
  readonly variants: readonly string[]
  /** What `data` holds; absent means all fields. */
  readonly fields?: readonly NaivePath[]
}

interface Output {
  readonly [key: string]: unknown
}

interface Times {
  readonly version: number
  readonly firstPublishedAt: number
  readonly publishedAt: number
}

export class NaiveContent {
  readonly #collections = new Map<string, NaiveCollection>()
  readonly #entries = new Map<string, NaiveEntry>()
  readonly #times = new Map<string, Times>()

  collection(collection: NaiveCollection): void {
    this.#collections.set(collection.apiName, collection)
  }

  /** Every publication of a test is a change: its content or its time is new. */
  put(entry: NaiveEntry, now: number): void {
    this.#entries.set(entry.id, entry)
    if (!entry.liveData) return
    const before = this.#times.get(entry.id)
    const publishedAt = entry.publishedAt ? Date.parse(entry.publishedAt) : now
    this.#times.set(entry.id, {
      version: (before?.version ?? 0) + 1,
      firstPublishedAt: Math.min(before?.firstPublishedAt ?? publishedAt, publishedAt),
      publishedAt,
    })
  }

  ordered(collection: string): NaiveEntry[] {
    const published = [...this.#entries.values()].filter(
      entry => entry.liveData !== undefined && entry.collection === collection,
    )
    const time = (entry: NaiveEntry) => this.#times.get(entry.id)!.publishedAt
    return published.sort((a, b) => time(b) - time(a) || compareCodePoints(a.id, b.id))
  }

  list(collection: string, page: number, perPage: number, query: NaiveQuery): Output {
    const all = this.ordered(collection)
    const wanted = all.filter((_, index) => index >= (page - 1) * perPage && index < page * perPage)
    return {
      list: wanted.map(entry => this.#output(entry, query, query.fields)),
      count: all.length,
      pagesCount: Math.ceil(all.length / perPage),
    }
  }

  doc(entry: NaiveEntry, query: NaiveQuery): Output {
    return { doc: this.#output(entry, query, query.fields) }
  }

  #output(
    entry: NaiveEntry,
    { depth, variants }: NaiveQuery,
    fields: readonly NaivePath[] = [['*']],
  ): Output {
    const times = this.#times.get(entry.id)!
    const applied: string[] = []
    const data: Record<string, unknown> = {}
    for (const field of this.#collections.get(entry.collection)!.fields) {
      if (!fields.some(([name]) => name === field.apiName || name === '*')) continue
      const parts = fields.filter(([name, ...rest]) => name === field.apiName && rest.length > 0)
      let value = own(entry.liveData!, field.apiName)
      const winner = variants.find(id => own(own(entry.variants ?? {}, id) ?? {}, field.apiName) !== null)
      if (winner !== undefined) {
        applied.push(winner)
        value = own(own(entry.variants!, winner)!, field.apiName)
      }
      const resolve = (target: NaiveEntry, isLink: boolean): Output => {
        if (isLink) return stubOf(target)
        const below = { depth: depth - 1, variants }
        if (field.type === 'reference' && parts.length > 0)
          return this.#output(
            target,
            below,
            parts.map(([, ...rest]) => rest),
          )
        return depth > 0 ? this.#output(target, below) : stubOf(target)
      }
      data[field.apiName] = this.#value(field, value, resolve)
    }
    return {
      ...stubOf(entry),
      version: times.version,
      firstPublishedAt: new Date(times.firstPublishedAt).toISOString(),
      publishedAt: new Date(times.publishedAt).toISOString(),
      ...(variants.length > 0 && { variantsApplied: variants.filter(id => applied.includes(id)) }),
      data,
    }
  }

  #value(
    field: NaiveField,
    value: Json | undefined,
    resolve: (target: NaiveEntry, isLink: boolean) => Output,
  ): unknown {
    if (value === undefined || value === null) return field.many ? [] : null
    const refer = (reference: Json, isLink: boolean): unknown => {
      const target = this.#target(reference as Values)
      return target ? resolve(target, isLink) : null
    }
    const inside = (part: Json): unknown => {
      if (typeof part !== 'object' || part === null) return part
      if (Array.isArray(part)) return (part as readonly Json[]).map(inside)
      const members = Object.entries(part as Values).map(([key, member]) => {
        const isReference = key === 'entry' && typeof member === 'object'
        return [key, isReference ? refer(member, (part as Values)._type === 'entryLink') : inside(member)]
      })
      return Object.fromEntries(members)
    }
    const one = (item: Json): unknown => {
      if (field.format === 'portableText') return inside(item)
      return field.type === 'reference' ? refer(item, field.link === true) : stored(field.type, item)
    }
    if (!field.many) return one(value)
    const items = (value as readonly Json[]).map(one)
    return field.type === 'reference' ? items.filter(item => item !== null) : items
  }

  #target(reference: Values): NaiveEntry | null {
    const found = [...this.#entries.values()].find(entry =>
      'id' in reference
        ? entry.id === reference.id
        : entry.collection === reference.collection && (entry.slug ?? entry.id) === reference.slug,
    )
    return found?.liveData ? found : null
  }
}

/** Null where there is none; a field may be called `constructor`. */
function own<Value>(object: Readonly<Record<string, Value>>, key: string): Value | null {
  return Object.hasOwn(object, key) ? object[key]! : null
}

function stubOf(entry: NaiveEntry): Output {
  return { id: entry.id, collection: entry.collection, slug: entry.slug ?? entry.id }
}

function stored(type: string, value: Json): Json {
  if (type === 'dateTime') return new Date(value as string).toISOString()
  if (type !== 'asset') return value
  const asset = value as Values
  const keys = ['url', 'title', 'contentType', 'width', 'height', 'size']
  return Object.fromEntries(keys.map(key => [key, asset[key] ?? null]))
}

function compareCodePoints(a: string, b: string): number {
  const [left, right] = [[...a], [...b]].map(text => text.map(character => character.codePointAt(0)!))
  for (let place = 0; place < Math.min(left!.length, right!.length); place++) {
    const difference = left![place]! - right![place]!
    if (difference !== 0) return difference
  }
  return left!.length - right!.length
}
