// TypeScript types of a response, from the schemas of a space and the depth of the request. No React here.

import type { Field, FieldType } from '../../../src/content/model.ts'

/** The part of a collection that is needed. */
export interface Model {
  readonly apiName: string
  readonly fields: readonly TypedField[]
}

type TypedField = Pick<Field, 'apiName' | 'type' | 'many' | 'to'>

export interface EntryTypes {
  /** The type of the whole response. */
  readonly responseType: string
  /** The declarations that the type needs. */
  readonly declarations: string
}

interface TypeRequest {
  /** API name. */
  readonly collection: string
  readonly depth: number
  readonly single: boolean
  /** Whether the request names variants: then each entry lists the applied ones. */
  readonly variants: boolean
}

/** The maximum depth of a request. */
const depthMax = 10

export function toEntryTypes(models: readonly Model[], wanted: TypeRequest): EntryTypes {
  const writer = new TypeWriter(models, wanted)
  const entry = writer.entryAt(wanted.collection, wanted.depth)
  const data = writer.writeAll()
  const responseType = wanted.single ? `{ doc: ${entry} }` : `EntryList<${entry}>`
  const declarations = [
    ...(wanted.single ? [] : [entryListType]),
    entryType(wanted.variants),
    ...data,
    ...(data.some(text => /\bReference\b/.test(text)) ? [referenceType] : []),
    ...(data.some(text => /\bAsset\b/.test(text)) ? [assetType] : []),
  ]
  return { responseType, declarations: declarations.join('\n\n') }
}

/** One interface for each collection and depth that the response can contain, in order of first use. */
class TypeWriter {
  readonly #models: ReadonlyMap<string, Model>
  readonly #heights: ReadonlyMap<string, number>
  readonly #names: ReadonlyMap<string, string>
  readonly #top: string
  readonly #met = new Map<string, { readonly model: Model; readonly depth: number }>()

  constructor(models: readonly Model[], { collection, depth }: TypeRequest) {
    this.#models = new Map(models.map(model => [model.apiName, model]))
    this.#heights = heightsOf(this.#models)
    this.#names = namesOf(models)
    this.#top = this.#nameAt(collection, depth)
  }

  /** The type of an entry whose references are resolved to the depth. */
  entryAt(collection: string, depth: number): string {
    const model = this.#models.get(collection)
    if (model === undefined) return `Entry<${quote(collection)}, Record<string, unknown>>`
    const full = this.#nameAt(collection, depth)
    if (!this.#met.has(full)) this.#met.set(full, { model, depth })
    return `Entry<${quote(collection)}, ${this.#shorten(full)}>`
  }

  /** Writing an interface can add others, which the same loop then reaches. */
  writeAll(): string[] {
    const written: string[] = []
    for (const [name, { model, depth }] of this.#met) {
      const lines = model.fields.map(field => `  ${toKey(field.apiName)}: ${this.#typeOf(field, depth)}`)
      written.push([`interface ${this.#shorten(name)} {`, ...lines, '}'].join('\n'))
    }
    return written
  }

  /** Beyond the height of its references, a greater depth gives the same type. */
  #nameAt(collection: string, depth: number): string {
    const height = this.#heights.get(collection) ?? 0
    const suffix = height === 0 ? '' : `Depth${Math.min(depth, height)}`
    return `${this.#names.get(collection)}Data${suffix}`
  }

  /** The requested type has the short name. */
  #shorten(name: string): string {
    return name === this.#top ? name.replace(/Depth\d+$/, '') : name
  }

  #typeOf(field: TypedField, depth: number): string {
    const types = field.type === 'reference' ? this.#targetsAt(field, depth) : [plainTypes[field.type]]
    const one = types.join(' | ')
    if (field.many) return types.length > 1 ? `(${one})[]` : `${one}[]`
    return one === 'unknown' ? one : `${one} | null`
  }

  /** Without `to`, any collection is possible. */
  #targetsAt({ to = [] }: TypedField, depth: number): readonly string[] {
    if (depth === 0) return [to.length > 0 ? `Reference<${to.map(quote).join(' | ')}>` : 'Reference']
    if (to.length === 0) return ['Entry<string, Record<string, unknown>>']
    return to.map(target => this.entryAt(target, depth - 1))
  }
}

/** The number of reference levels below an entry of each collection, up to the maximum depth of a request. */
function heightsOf(models: ReadonlyMap<string, Model>): ReadonlyMap<string, number> {
  let heights = new Map([...models.keys()].map(name => [name, 0]))
  for (let round = 0; round < depthMax; round++) {
    const next = new Map<string, number>()
    for (const [name, { fields }] of models) {
      const references = fields.filter(({ type }) => type === 'reference')
      const below = references.flatMap(({ to = [] }) => to.map(target => heights.get(target) ?? 0))
      next.set(name, references.length === 0 ? 0 : 1 + Math.max(0, ...below))
    }
    heights = next
  }
  return heights
}

/** `my-posts` and `my.posts` would both become `MyPosts`: the later one gets a number. */
function namesOf(models: readonly Model[]): Map<string, string> {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const { apiName } of models) {
    const words = apiName.split(/[._-]+/).filter(word => word !== '')
    const joined = words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
    const base = /^\d/.test(joined) ? `_${joined}` : joined
    let name = base
    for (let count = 2; taken.has(name); count++) name = `${base}${count}`
    taken.add(name)
    names.set(apiName, name)
  }
  return names
}

const plainTypes: Record<Exclude<FieldType, 'reference'>, string> = {
  text: 'string',
  richText: 'unknown',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  date: 'string',
  dateTime: 'string',
  json: 'unknown',
  asset: 'Asset',
}

const entryListType = `interface EntryList<Item> {
  list: Item[]
  count: number
  pagesCount: number
}`

function entryType(variants: boolean): string {
  return `interface Entry<Collection extends string, Data> {
  id: string
  slug: string
  collection: Collection
  version: number
  firstPublishedAt: string
  publishedAt: string
${variants ? '  variantsApplied: string[]\n' : ''}  data: Data
}`
}

const referenceType = `interface Reference<Collection extends string = string> {
  id: string
  collection: Collection
  slug: string
}`

const assetType = `interface Asset {
  url: string
  title: string | null
  contentType: string | null
  width: number | null
  height: number | null
  size: number | null
}`

function quote(text: string): string {
  return `'${text}'`
}

function toKey(apiName: string): string {
  return /^[A-Za-z_]\w*$/.test(apiName) ? apiName : quote(apiName)
}
