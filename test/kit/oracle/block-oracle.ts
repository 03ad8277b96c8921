// Evaluates conditions through blocks on plain entries and models, without an index or a plan.
import type { Condition, Json, OracleEntry, Scalar, Values } from './oracle-types.ts'
import { dig, matches, toScalar } from './oracle-values.ts'

export interface BlockField {
  readonly apiName: string
  readonly type: string
  readonly many?: boolean
  readonly of?: readonly string[]
  readonly to?: readonly string[]
  readonly query?: boolean
  readonly paths?: readonly { readonly path: string; readonly type: string; readonly many?: boolean }[]
}

/** A collection or a component. */
export interface BlockModel {
  readonly apiName: string
  readonly fields: readonly BlockField[]
}

/** A path, cut after each reference that it passes. The last name may have a path into JSON after a colon. */
export interface ResolvedNames {
  readonly segments: readonly (readonly string[])[]
  readonly type: string
  readonly isMany: boolean
}

interface Held {
  readonly field: BlockField | null
  readonly item: Json
}

type Resolved = Condition & ResolvedNames

const rangeOperators = ['lt', 'lte', 'gt', 'gte']
const presenceTypes = ['asset', 'richText', 'json', 'component']

export class BlockOracle {
  readonly #models: ReadonlyMap<string, BlockModel>
  readonly #entries: ReadonlyMap<string, OracleEntry>

  /** The names of collections and components must differ. */
  constructor(models: readonly BlockModel[], entries: readonly OracleEntry[]) {
    this.#models = new Map(models.map(model => [model.apiName, model]))
    this.#entries = new Map(entries.map(entry => [entry.id, entry]))
  }

  /** Returns null if the model has no such path, or not with one type. */
  resolve(collection: string, path: readonly string[]): ResolvedNames | null {
    const segments: string[][] = [[]]
    let models = [this.#models.get(collection)!]
    let isInBlocks = false
    let isMany = false
    for (const [at, whole] of path.entries()) {
      const isLast = at === path.length - 1
      const [name, inside] = whole.split(':') as [string, string?]
      segments.at(-1)!.push(whole)
      if (isInBlocks && name === 'component') return isLast ? { segments, type: 'name', isMany } : null
      if (!isInBlocks && ['id', 'slug'].includes(name))
        return isLast ? { segments, type: name, isMany } : null
      const holders = models.flatMap(({ fields }) => fields.filter(({ apiName }) => apiName === name))
      const types = new Set(holders.map(({ type }) => type))
      if (types.size !== 1 || holders.some(({ query }) => query === false)) return null
      const [type] = [...types] as [string]
      isMany ||= holders.some(({ many }) => many)
      if (inside !== undefined) {
        const found = holders.flatMap(({ paths = [] }) => paths.filter(one => one.path === inside))
        return found.length === 0 ? null : { segments, type: found[0]!.type, isMany }
      }
      if (isLast) return { segments, type, isMany }
      isInBlocks = type === 'component'
      if (!isInBlocks && type !== 'reference') return null
      if (!isInBlocks) segments.push([])
      const names = new Set(holders.flatMap(({ of = [], to = [] }) => (isInBlocks ? of : to)))
      models = [...names].map(one => this.#models.get(one)!)
    }
    return null
  }

  find(collection: string, conditions: readonly Condition[], variant: string | null): string[] {
    const resolved = conditions.map(one => ({ ...one, ...this.resolve(collection, one.path)! }))
    const alone = (one: Resolved) =>
      ['ne', 'nin', 'all'].includes(one.operator) || (one.operator === 'exists' && one.value === 'false')
    const filter = resolved.filter(({ group }) => group === 'filter')
    const any = resolved.filter(({ group }) => group === 'any')
    const not = resolved.filter(({ group }) => group === 'not')
    return [...this.#entries.values()]
      .filter(
        entry =>
          entry.collection === collection &&
          this.#together(
            entry,
            filter.filter(one => !alone(one)),
            variant,
          ) &&
          filter.filter(alone).every(one => this.#one(entry, one, variant)) &&
          (any.length === 0 || any.some(one => this.#one(entry, one, variant))) &&
          !not.some(one => this.#one(entry, one, variant)),
      )
      .map(({ id }) => id)
  }

  #together(entry: OracleEntry, conditions: readonly Resolved[], variant: string | null): boolean {
    const groups = Map.groupBy(conditions.map(toTarget), ({ segments }) => JSON.stringify(segments[0]))
    return [...groups.values()].every(group => {
      const [first] = group[0]!.segments
      const beyond = group.filter(({ segments }) => segments.length > 1)
      const here = group.filter(({ segments }) => segments.length === 1)
      const ranges = here.filter(({ operator }) => rangeOperators.includes(operator))
      const rest = beyond.map(one => ({ ...one, segments: one.segments.slice(1) }))
      const values = this.#scalars(entry, first!, group[0]!.type, variant)
      return (
        (ranges.length === 0 || values.some(one => ranges.every(range => matches(range.type, one, range)))) &&
        here.filter(one => !ranges.includes(one)).every(one => this.#one(entry, one, variant)) &&
        (rest.length === 0 ||
          this.#targets(entry, first!, variant).some(target => this.#together(target, rest, variant)))
      )
    })
  }

  #one(entry: OracleEntry, condition: Resolved, variant: string | null): boolean {
    const { operator, value, segments, type } = condition
    const as = (changes: Partial<Condition>) => this.#one(entry, { ...condition, ...changes }, variant)
    if (operator === 'ne') return !as({ operator: 'eq' })
    if (operator === 'nin') return !as({ operator: 'in' })
    if (operator === 'all')
      return (value as readonly string[]).every(one => as({ operator: 'eq', value: one }))
    if (operator === 'exists')
      return this.#some(entry, segments, type, () => true, variant) === (value === 'true')
    return this.#some(entry, segments, type, one => matches(type, one, condition), variant)
  }

  #some(
    entry: OracleEntry,
    [first, ...rest]: readonly (readonly string[])[],
    type: string,
    test: (value: Scalar) => boolean,
    variant: string | null,
  ): boolean {
    if (rest.length > 0)
      return this.#targets(entry, first!, variant).some(target =>
        this.#some(target, rest, type, test, variant),
      )
    return this.#scalars(entry, first!, type, variant).some(test)
  }

  #scalars(entry: OracleEntry, names: readonly string[], type: string, variant: string | null): Scalar[] {
    if (names[0] === 'id' || names[0] === 'slug') return [entry[names[0]]]
    if (type === 'reference') return this.#targets(entry, names, variant).map(({ id }) => id)
    const held = this.#held(entry, names, variant)
    if (presenceTypes.includes(type)) return held.map(() => true)
    if (type === 'name') return held.map(({ item }) => item as string)
    return held.flatMap(({ item }) => toScalar(type, item))
  }

  #targets(entry: OracleEntry, names: readonly string[], variant: string | null): OracleEntry[] {
    return this.#held(entry, names, variant).flatMap(({ field, item }) => {
      const target = this.#entries.get((item as { id: string }).id)
      return target === undefined || !(field?.to ?? []).includes(target.collection) ? [] : [target]
    })
  }

  #held(entry: OracleEntry, names: readonly string[], variant: string | null): Held[] {
    const overlay = variant === null ? undefined : entry.overlays[variant]
    return this.#walk(this.#models.get(entry.collection)!, { ...entry.values, ...overlay }, names)
  }

  #walk({ fields }: BlockModel, values: Values, [whole, ...rest]: readonly string[]): Held[] {
    const [name, inside] = whole!.split(':') as [string, string?]
    const field = fields.find(({ apiName }) => apiName === name)
    const value = values[name] ?? null
    if (field === undefined || field.query === false || value === null) return []
    const items = field.many ? (value as readonly Json[]) : [value]
    if (inside !== undefined) {
      const path = field.paths?.find(one => one.path === inside)
      return path === undefined
        ? []
        : items.flatMap(item =>
            dig(item, inside.split('.'), path.many ?? false).map(one => ({ field, item: one })),
          )
    }
    if (rest.length === 0) return items.map(item => ({ field, item }))
    return items.flatMap(item => {
      const { component, data } = item as { component: string; data: Values }
      if (rest[0] === 'component') return [{ field: null, item: component }]
      return field.of!.includes(component) ? this.#walk(this.#models.get(component)!, data, rest) : []
    })
  }
}

/** A reference equals the id of its target. */
function toTarget(condition: Resolved): Resolved {
  const { segments, type, operator } = condition
  if (type !== 'reference' || operator === 'exists') return condition
  return { ...condition, segments: [...segments, ['id']], type: 'id' }
}
