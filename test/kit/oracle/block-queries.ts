// Models with components, entries with blocks, and conditions through them, generated from a seed.
import type { ImportRecord } from '../../../src/import-export/read/records.ts'
import { type BlockField, type BlockModel, BlockOracle, type ResolvedNames } from './block-oracle.ts'
import { Random } from './generated-queries.ts'
import type { Condition, Json, OracleEntry, Values } from './oracle-types.ts'

const componentNames = ['c0', 'c1', 'c2', 'c3', 'c4']
const fieldNames = [
  'heading',
  'count',
  'on',
  'at',
  'by',
  'also',
  'tags',
  'meta',
  'body',
  'inner',
  'one',
  'slug',
]
const texts = ['', 'a', 'A', 'Café', 'Cafe\u0301', 'tide', 'Øy']
const numbers = ['-3', '0', '1', '2', '9']
const times = ['2024-03-07T12:00:00.000Z', '2025-01-01T00:00:00.000Z', '2025-06-01T08:00:00.000Z']
const levelsMax = 4

const operators: Readonly<Record<string, readonly string[]>> = {
  text: ['eq', 'ne', 'in', 'nin', 'eqi', 'prefix', 'exists'],
  id: ['eq', 'in'],
  slug: ['eq', 'ne', 'prefix'],
  name: ['eq', 'ne', 'in', 'nin'],
  integer: ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'exists'],
  number: ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'exists'],
  boolean: ['eq', 'ne', 'exists'],
  dateTime: ['eq', 'ne', 'lt', 'gte', 'exists'],
  reference: ['eq', 'ne', 'in', 'nin', 'exists'],
}

export interface BlockQuery {
  readonly collection: string
  readonly conditions: readonly Condition[]
  readonly variant: string | null
  /** False if a path of it is none in the model. */
  readonly isValid: boolean
}

export class GeneratedBlocks {
  readonly #random: Random
  #components: readonly BlockModel[]
  readonly collections: readonly BlockModel[]
  readonly entries: readonly OracleEntry[]

  constructor(seed: number) {
    this.#random = new Random(seed)
    this.#components = componentNames.map(apiName => this.#component(apiName))
    this.collections = [
      {
        apiName: 'pages',
        fields: [
          { apiName: 'title', type: 'text' },
          { apiName: 'sections', type: 'component', many: true, of: this.#someComponents() },
          { apiName: 'seo', type: 'component', of: this.#someComponents() },
          { apiName: 'parent', type: 'reference', to: ['pages'] },
          { apiName: 'authors', type: 'reference', to: ['people'], many: true },
        ],
      },
      {
        apiName: 'people',
        fields: [
          { apiName: 'heading', type: 'text' },
          { apiName: 'one', type: 'component', of: this.#someComponents() },
          { apiName: 'inner', type: 'component', many: true, of: this.#someComponents() },
        ],
      },
    ]
    const ids = [...Array(30).keys()].map(at => `p${at}`)
    this.entries = [
      ...ids.map(id => this.#entry(id, this.collections[0]!)),
      ...[...Array(8).keys()].map(at => this.#entry(`a${at}`, this.collections[1]!)),
    ]
  }

  get components(): readonly BlockModel[] {
    return this.#components
  }

  get oracle(): BlockOracle {
    return new BlockOracle([...this.#components, ...this.collections], this.entries)
  }

  /** Changes a component in a way that keeps all values that the new model has. */
  changeComponent(): BlockModel {
    const random = this.#random
    const before = random.pick(this.#components)
    const left = before.fields.length > 1 ? before.fields.filter(() => random.chance(85)) : before.fields
    const fields = left.map((field): BlockField => {
      const { query: _, ...rest } = field
      if (random.chance(20)) return field.query === false ? rest : { ...rest, query: false }
      if (field.type === 'component' && random.chance(40)) return { ...field, of: this.#someComponents() }
      if (field.type === 'json' && random.chance(30))
        return {
          ...field,
          paths: [{ path: 'a.w', type: 'number', ...(random.chance(50) && { many: true }) }],
        }
      return field
    })
    const changed = { ...before, fields: fields.length === 0 ? before.fields : fields }
    this.#components = this.#components.map(one => (one === before ? changed : one))
    return changed
  }

  /** The models alone. */
  models(): ImportRecord[] {
    return this.records().filter(({ type }) => type !== 'entry')
  }

  records(): ImportRecord[] {
    const toFields = (fields: readonly BlockField[]) => fields.map(field => ({ ...field }))
    return [
      ...this.#components.map(model => ({
        ...{ type: 'component', apiName: model.apiName, name: model.apiName },
        fields: toFields(model.fields),
      })),
      ...this.collections.map(model => ({
        ...{ type: 'collection', apiName: model.apiName, name: model.apiName },
        fields: toFields(model.fields),
      })),
      { type: 'variant', id: 'de', name: 'de', kind: 'locale' },
      ...this.entries.map(({ id, collection, slug, values, overlays }) => ({
        ...{ type: 'entry', collection, id, slug, data: values, liveData: values },
        ...{ variants: overlays, liveVariants: overlays },
      })),
    ] as unknown as ImportRecord[]
  }

  #someComponents(): string[] {
    const chosen = new Set([this.#random.pick(componentNames), ...this.#random.some(componentNames, 3)])
    return [...chosen].sort()
  }

  #component(apiName: string): BlockModel {
    const names = fieldNames.filter(() => this.#random.chance(55))
    if (names.length === 0) names.push('heading')
    return { apiName, fields: names.map(name => this.#field(name)) }
  }

  #field(apiName: string): BlockField {
    const random = this.#random
    const many = random.chance(30) ? { many: true } : {}
    const query = random.chance(4) ? { query: false } : {}
    switch (apiName) {
      case 'heading':
        return { apiName, type: random.chance(85) ? 'text' : 'integer', ...many, ...query }
      case 'count':
        return { apiName, type: 'integer', ...many, ...query }
      case 'on':
        return { apiName, type: 'boolean', ...query }
      case 'at':
        return { apiName, type: 'dateTime', ...many, ...query }
      case 'by':
        return { apiName, type: 'reference', to: [random.pick(['pages', 'people'])], ...query }
      case 'also':
        return { apiName, type: 'reference', many: true, to: ['pages', 'people'], ...query }
      case 'meta':
        return { apiName, type: 'json', ...query, paths: [{ path: 'a.w', type: 'number', ...many }] }
      case 'body':
        return { apiName, type: 'richText', ...query }
      case 'inner':
        return { apiName, type: 'component', many: true, of: this.#someComponents(), ...query }
      case 'one':
        return { apiName, type: 'component', of: this.#someComponents(), ...query }
      default:
        return { apiName, type: 'text', ...(apiName === 'tags' ? { many: true } : many), ...query }
    }
  }

  #entry(id: string, model: BlockModel): OracleEntry {
    const overlays = this.#random.chance(30) ? { de: this.#values(model, 0, 60) } : {}
    return {
      ...{ id, collection: model.apiName, slug: `s-${id}`, publishedAt: 0, firstPublishedAt: 0 },
      values: this.#values(model, 0, 85),
      overlays: Object.fromEntries(Object.entries(overlays).filter(([, one]) => Object.keys(one).length > 0)),
    }
  }

  #values({ fields }: BlockModel, level: number, percent: number): Values {
    const values: Record<string, Json> = {}
    for (const field of fields) {
      if (!this.#random.chance(percent)) continue
      if (field.type === 'component' && level === levelsMax) continue
      // An empty list of an overlay sets nothing that the tests could tell from an absent one.
      const count = field.many ? 1 + this.#random.below(3) : 1
      const list = Array.from({ length: count }, (_, at) => this.#value(field, level, at))
      values[field.apiName] = field.many ? list : list[0]!
    }
    return values
  }

  #value(field: BlockField, level: number, at: number): Json {
    const random = this.#random
    switch (field.type) {
      case 'text':
        return random.pick(texts)
      case 'integer':
        return Number(random.pick(numbers))
      case 'boolean':
        return random.chance(50)
      case 'dateTime':
        return random.pick(times)
      case 'reference':
        return { id: this.#target(field.to!) }
      case 'json': {
        const w = random.pick<Json>([1, 2, 'x', [1, 9], null])
        return { a: random.chance(80) ? { w } : [{ w }, { w: 2 }] }
      }
      case 'richText':
        return random.pick(['<p>tide</p>', '<p>sea</p>'])
      default: {
        // Now and then a block of a component that the field does not name.
        const component = random.pick(random.chance(90) ? field.of! : componentNames)
        const model = this.#components.find(({ apiName }) => apiName === component)!
        return { component, key: `k${at}`, data: this.#values(model, level + 1, level > 1 ? 50 : 75) }
      }
    }
  }

  /** Some do not exist. */
  #target(to: readonly string[]): string {
    return this.#random.pick(to) === 'pages' ? `p${this.#random.below(33)}` : `a${this.#random.below(9)}`
  }

  query(): BlockQuery {
    const random = this.#random
    const collection = random.chance(80) ? 'pages' : 'people'
    const conditions = new Map<string, Condition>()
    let isValid = true
    const { oracle } = this
    for (let left = 1 + random.below(3); left > 0; left--) {
      const earlier = [...conditions.values()]
      const path = this.#path(collection, random.chance(50) ? earlier : [])
      const resolved = oracle.resolve(collection, path)
      if (resolved === null) {
        // Most queries have paths of the model only.
        if (!random.chance(10)) continue
        isValid = false
      }
      const { operator, value } = this.#test(resolved)
      const isRange = ['lt', 'lte', 'gt', 'gte'].includes(operator)
      const group = isRange ? 'filter' : random.pick(['filter', 'filter', 'filter', 'any', 'not'])
      const id = path.at(-1) === 'id' ? path.slice(0, -1) : path
      conditions.set(JSON.stringify([group, id, operator]), { group, path, operator, value })
    }
    const variant = random.chance(30) ? 'de' : null
    return { collection, conditions: [...conditions.values()], variant, isValid }
  }

  /** A walk through the model, now and then along the path of another condition, or to a name that is not there. */
  #path(collection: string, others: readonly Condition[]): string[] {
    const random = this.#random
    const models = new Map([...this.#components, ...this.collections].map(one => [one.apiName, one]))
    const path: string[] = []
    const along = others.length > 0 ? random.pick(others).path : []
    let here: readonly BlockModel[] = [models.get(collection)!]
    let place: 'entry' | 'block' = 'entry'
    let [references, levels] = [0, 0]
    for (;;) {
      const own = here.flatMap(({ fields }) => fields)
      const isLeft = (type: string) =>
        (type === 'reference' && references < 2) || (type === 'component' && levels < levelsMax)
      const next = along[path.length]
      const known = own.filter(({ apiName }) => apiName === next)
      const field =
        known.length > 0 && random.chance(80) ? known[0]! : own.length === 0 ? null : random.pick(own)
      const ownNames = place === 'block' ? ['component'] : ['id', 'slug']
      if (field === null || (path.length > 0 && random.chance(15))) return [...path, random.pick(ownNames)]
      if (random.chance(1)) return [...path, random.pick(fieldNames)]
      if (field.type === 'json') return [...path, random.chance(70) ? `${field.apiName}:a.w` : field.apiName]
      path.push(field.apiName)
      if (!isLeft(field.type) || random.chance(20)) return path
      const holders = own.filter(({ apiName }) => apiName === field.apiName)
      place = field.type === 'component' ? 'block' : 'entry'
      if (place === 'block') levels++
      else {
        references++
        levels = 0
      }
      const names = new Set(holders.flatMap(({ of = [], to = [] }) => (place === 'block' ? of : to)))
      here = [...names].map(name => models.get(name)!)
    }
  }

  #test(resolved: ResolvedNames | null): Pick<Condition, 'operator' | 'value'> {
    const random = this.#random
    if (resolved === null) return { operator: 'eq', value: '1' }
    const { type, isMany } = resolved
    const own = operators[type] ?? ['exists']
    const operator = random.pick(isMany && own.includes('in') ? [...own, 'all'] : own)
    if (operator === 'exists') return { operator, value: random.pick(['true', 'false']) }
    const one = (): string => {
      switch (type) {
        case 'text':
          return operator === 'prefix' ? random.pick(['c', 'T', 'a']) : random.pick(texts.filter(Boolean))
        case 'boolean':
          return random.pick(['true', 'false'])
        case 'dateTime':
          return random.pick([...times, '2025', '2024-03'])
        case 'name':
          return random.pick(componentNames)
        case 'slug':
          return `s-${this.#target(['pages', 'people'])}`
        case 'id':
        case 'reference':
          return this.#target(['pages', 'people'])
        default:
          return random.pick(numbers)
      }
    }
    const isList = ['in', 'nin', 'all'].includes(operator)
    return { operator, value: isList ? Array.from({ length: 1 + random.below(3) }, one) : one() }
  }

  toPath({ collection, conditions, variant }: BlockQuery): string {
    const parts = conditions.map(({ group, path, operator, value }) => {
      const names = path.map((name, at) => (at === 0 && name === 'slug' ? name : name.replace(':', '.')))
      return `${group}[${names.join('.')}][${operator}]=${encodeURIComponent([value].flat().join(','))}`
    })
    if (variant !== null) parts.push(`queryVariant=${variant}`)
    return `/content/${collection}?${[...parts, 'perPage=1000'].join('&')}`
  }
}
