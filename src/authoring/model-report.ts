// The report of a model change, counted entry by entry, so that the work can be done in slices.

import { partsOfPointer, toPointer } from '../base/json-pointer.ts'
import type { DraftValues } from '../content/field-rules.ts'
import { type FindTarget, findProblems, type Problem } from '../content/field-rules.ts'
import type { Field } from '../content/model.ts'
import type { ModelPlan } from './model-plan.ts'
import type { ValueLoss } from './model-values.ts'

/** Entries that lose something, or get a problem, for the same reason. */
export interface LossCount {
  readonly field: string
  readonly reason: string
  /** Of entries. */
  readonly count: number
  /** The first of them. */
  readonly ids: readonly string[]
}

export interface ProblemCount {
  readonly field: string
  readonly code: string
  readonly count: number
  readonly ids: readonly string[]
}

export interface ModelChangeReport {
  /** Entries whose drafts change. */
  readonly drafts: number
  /** Live entries of which readers see a change. */
  readonly live: number
  readonly losses: readonly LossCount[]
  /** Rules that drafts break, and did not break before. */
  readonly problems: readonly ProblemCount[]
  readonly readers: readonly string[]
}

export interface EntryChange {
  readonly id: string
  readonly changesDraft: boolean
  readonly changesLive: boolean
  readonly losses: readonly ValueLoss[]
  readonly problems: readonly Pick<Problem, 'path' | 'code'>[]
}

const idsMax = 10

class Counts {
  readonly #counts = new Map<string, { count: number; readonly ids: string[] }>()

  add(id: string, keys: Iterable<readonly [field: string, reason: string]>): void {
    for (const key of new Set([...keys].map(each => JSON.stringify(each)))) {
      const known = this.#counts.get(key) ?? { count: 0, ids: [] }
      known.count++
      if (known.ids.length < idsMax) known.ids.push(id)
      this.#counts.set(key, known)
    }
  }

  list<Item>(toItem: (field: string, reason: string, count: number, ids: readonly string[]) => Item): Item[] {
    return [...this.#counts].map(([key, { count, ids }]) => {
      const [field, reason] = JSON.parse(key) as [string, string]
      return toItem(field, reason, count, ids)
    })
  }
}

export class ModelReport {
  #drafts = 0
  #live = 0
  readonly #losses = new Counts()
  readonly #problems = new Counts()
  readonly #readers: readonly string[]

  constructor({ readers }: Pick<ModelPlan, 'readers'>) {
    this.#readers = readers
  }

  add({ id, changesDraft, changesLive, losses, problems }: EntryChange): void {
    if (changesDraft) this.#drafts++
    if (changesLive) this.#live++
    this.#losses.add(
      id,
      losses.map(({ field, reason }) => [field, reason] as const),
    )
    this.#problems.add(
      id,
      problems.map(({ path, code }) => [fieldOf(path), code] as const),
    )
  }

  toJson(): ModelChangeReport {
    return {
      drafts: this.#drafts,
      live: this.#live,
      losses: this.#losses.list((field, reason, count, ids) => ({ field, reason, count, ids })),
      problems: this.#problems.list((field, code, count, ids) => ({ field, code, count, ids })),
      readers: this.#readers,
    }
  }
}

/** `/data/title` and `/variants/vip/title` are about `title`. */
function fieldOf(path: string): string {
  const parts = partsOfPointer(path)
  return parts[nameAt(parts)] ?? ''
}

function nameAt([first]: readonly string[]): number {
  return first === 'variants' ? 2 : 1
}

/** The fields whose values may break other rules than before. */
export interface RuleChanges {
  readonly before: readonly Field[]
  readonly after: readonly Field[]
  /** By the name of now, the name of before. */
  readonly names: ReadonlyMap<string, string>
}

export function findRuleChanges({ fields }: Pick<ModelPlan, 'fields'>): RuleChanges {
  const changed = fields.filter(
    ({ field, source }) => source.kind !== 'stored' || !Bun.deepEquals(rulesOf(field), rulesOf(source.field)),
  )
  const stored = changed.flatMap(({ field, source }) =>
    source.kind === 'stored' ? [[field.apiName, source.field] as const] : [],
  )
  return {
    before: stored.map(([, field]) => field),
    after: changed.map(({ field }) => field),
    names: new Map(stored.map(([name, field]) => [name, field.apiName])),
  }
}

/** Without its name, and what only editors and queries are told. */
export function rulesOf(field: Field): Partial<Field> {
  const { apiName: _, name: _n, help: _h, default: _d, multiline: _m, hidden: _i, ...others } = field
  const { query: _q, search: _s, paths: _p, ...rules } = others
  return rules
}

/** Problems of a draft that it has by the new model, and did not have by the old one. */
export function findNewProblems(
  { before, after, names }: RuleChanges,
  old: DraftValues,
  changed: DraftValues,
  findTarget: FindTarget,
): Problem[] {
  if (after.length === 0) return []
  const known = new Set(findProblems(before, old, findTarget).map(({ path, code }) => `${code} ${path}`))
  return findProblems(after, changed, findTarget).filter(({ path, code }) => {
    const parts = partsOfPointer(path)
    const at = nameAt(parts)
    const was = toPointer(...parts.with(at, names.get(parts[at]!) ?? parts[at]!))
    return !names.has(parts[at]!) || !known.has(`${code} ${was}`)
  })
}
