// Builds the report of a model change entry by entry, so that the work can be done in batches.

import { partsOfPointer, toPointer } from '../../../base/json/json-pointer.ts'
import type { DraftValues } from '../../../content/values/field-rules.ts'
import { type DraftLookups, findProblems, type ValidationIssue } from '../../../content/values/field-rules.ts'
import type { Field } from '../../../content/values/model.ts'
import type { FieldLoss } from '../convert/model-values.ts'
import type { ModelPlan } from '../model-plan.ts'
import { lossReasons } from './loss-reasons.ts'

/** The entries that lose something for the same reason. */
export interface LossCount {
  readonly field: string
  readonly reason: string
  /** The number of entries. */
  readonly count: number
  /** The first of these entries. */
  readonly ids: readonly string[]
}

export interface ProblemCount {
  readonly field: string
  readonly code: string
  readonly count: number
  readonly ids: readonly string[]
}

export interface ModelChangeReport {
  /** The number of entries whose drafts change. */
  readonly drafts: number
  /** The number of live entries whose responses change. */
  readonly live: number
  readonly losses: readonly LossCount[]
  /** Rules that drafts break, but did not break before the change. */
  readonly problems: readonly ProblemCount[]
  readonly readers: readonly string[]
}

export interface EntryChange {
  readonly id: string
  readonly changesDraft: boolean
  readonly changesLive: boolean
  readonly losses: readonly FieldLoss[]
  readonly problems: readonly Pick<ValidationIssue, 'path' | 'code'>[]
}

const idsMax = 10

/** The counts of one entry. Each string is the JSON of a field and a reason. */
interface CountedEntry {
  readonly changesDraft: boolean
  readonly changesLive: boolean
  readonly losses: readonly string[]
  readonly problems: readonly string[]
}

export class ModelReport {
  /** Keyed by id, because an entry that changes in the meantime is converted and counted again. */
  readonly #entries = new Map<string, CountedEntry>()
  readonly #readers: readonly string[]

  constructor({ readers }: Pick<ModelPlan, 'readers'>) {
    this.#readers = readers
  }

  add({ id, changesDraft, changesLive, losses, problems }: EntryChange): void {
    const listed = (pairs: readonly (readonly [field: string, reason: string])[]) => [
      ...new Set(pairs.map(pair => JSON.stringify(pair))),
    ]
    this.#entries.set(id, {
      changesDraft,
      changesLive,
      losses: listed(losses.map(({ field, reason }) => [field, reason])),
      problems: listed(problems.map(({ path, code }) => [fieldOf(path), code])),
    })
  }

  remove(id: string): void {
    this.#entries.delete(id)
  }

  toJson(): ModelChangeReport {
    const counted = [...this.#entries].sort(([a], [b]) => (a < b ? -1 : 1))
    const count = (isCounted: (entry: CountedEntry) => boolean) =>
      counted.filter(([, entry]) => isCounted(entry)).length
    const losses = group(counted.map(([id, { losses }]) => [id, losses]))
    return {
      drafts: count(({ changesDraft }) => changesDraft),
      live: count(({ changesLive }) => changesLive),
      losses: losses.map(([[field, reason], ids]) => ({
        field,
        reason,
        ...ids,
      })),
      problems: group(counted.map(([id, { problems }]) => [id, problems])).map(([[field, code], ids]) => ({
        field,
        code,
        ...ids,
      })),
      readers: [...this.#readers, ...describeLostFiles(losses)],
    }
  }
}

/** Describes what responses contain instead of files. */
function describeLostFiles(losses: ReturnType<typeof group>): string[] {
  return losses.flatMap(([[field, reason], { count }]) =>
    reason === lossReasons.files
      ? [
          `Of "${field}", ${count} ${count === 1 ? 'entry shows' : 'entries show'} { "id" } in the place of files.`,
        ]
      : [],
  )
}

/** Counts the entries of each key, and lists the first of them. */
function group(entries: readonly (readonly [id: string, keys: readonly string[]])[]) {
  const counts = new Map<string, { count: number; readonly ids: string[] }>()
  for (const [id, keys] of entries) {
    for (const key of keys) {
      const known = counts.get(key) ?? { count: 0, ids: [] }
      known.count++
      if (known.ids.length < idsMax) known.ids.push(id)
      counts.set(key, known)
    }
  }
  return [...counts].map(([key, ids]) => [JSON.parse(key) as [string, string], ids] as const)
}

/** Returns the field of a path: `title` for both `/data/title` and `/variants/vip/title`. */
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
  /** The old names of fields by their new names. */
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

/** Returns the rules of a field, without its name and what only affects editors and queries. */
export function rulesOf(field: Field): Partial<Field> {
  const { apiName: _, name: _n, help: _h, default: _d, multiline: _m, hidden: _i, ...others } = field
  const { query: _q, search: _s, paths: _p, ...rules } = others
  return rules
}

/** Finds the problems that a draft has under the new model but not under the old one. */
export function findNewProblems(
  { before, after, names }: RuleChanges,
  old: DraftValues,
  changed: DraftValues,
  lookups: DraftLookups,
): ValidationIssue[] {
  if (after.length === 0) return []
  const known = new Set(findProblems(before, old, lookups).map(({ path, code }) => `${code} ${path}`))
  return findProblems(after, changed, lookups).filter(({ path, code }) => {
    const parts = partsOfPointer(path)
    const at = nameAt(parts)
    const was = toPointer(...parts.with(at, names.get(parts[at]!) ?? parts[at]!))
    return !names.has(parts[at]!) || !known.has(`${code} ${was}`)
  })
}
