// Builds the report of a model change entry by entry, so that the work can be done in batches, and describes the effects on
// apps that use the API.
import { partsOfPointer, toPointer } from '../../../base/json.ts'
import { type DraftValues, findProblems, type ValidationIssue } from '../../../content/fields/field-rules.ts'
import type { DraftLookups } from '../../../content/fields/field-type.ts'
import { nameOfForm } from '../../../content/fields/registry.ts'
import { describedProperties } from '../../../content/model/model.schema.ts'
import { lossReasons } from '../../../content/values/loss-reasons.ts'
import type { Field } from '../../../content/values/model.ts'
import type { FieldLoss } from '../convert/model-values.ts'
import { type ModelPlan, rulesOf } from '../model-plan.ts'

/** The entries that lose something for the same reason. */
interface LossCount {
  /** The collection of the entries, in the report of a component. */
  readonly collection?: string
  readonly field: string
  readonly reason: string
  /** The number of entries. */
  readonly count: number
  /** The first of these entries. */
  readonly ids: readonly string[]
}

interface ProblemCount {
  readonly collection?: string
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
  /** The counts by collection, in the report of a component. */
  readonly collections?: readonly {
    readonly collection: string
    readonly drafts: number
    readonly live: number
  }[]
}

interface EntryChange {
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

  has(id: string): boolean {
    return this.#entries.has(id)
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

/** Returns the report of a component with those of the collections that have its blocks. */
export function joinReports(
  own: ModelChangeReport,
  followers: readonly (ModelChangeReport & { readonly collection: string })[],
): ModelChangeReport {
  const sum = (count: 'drafts' | 'live') => followers.reduce((total, each) => total + each[count], 0)
  return {
    drafts: sum('drafts'),
    live: sum('live'),
    losses: followers.flatMap(({ collection, losses }) => losses.map(loss => ({ collection, ...loss }))),
    problems: followers.flatMap(({ collection, problems }) =>
      problems.map(problem => ({ collection, ...problem })),
    ),
    readers: own.readers,
    collections: followers.map(({ collection, drafts, live }) => ({ collection, drafts, live })),
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

export function findRuleChanges({ fields, blocks }: Pick<ModelPlan, 'fields' | 'blocks'>): RuleChanges {
  const changed = fields.filter(
    ({ field, source }) =>
      source.kind !== 'stored' ||
      (blocks !== null && field.of !== undefined) ||
      !Bun.deepEquals(rulesOf(field), rulesOf(source.field)),
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

export function describeForReaders({ before, after, fields, removed }: Omit<ModelPlan, 'readers'>): string[] {
  const texts: string[] = []
  if (before.name !== after.name) texts.push('The schema shows another name of the collection.')
  for (const { apiName } of removed) {
    texts.push(`Responses no longer have "${apiName}", and queries that name it are refused.`)
  }
  for (const { field, source } of fields) {
    const { apiName } = field
    if (source.kind !== 'stored') {
      const value = source.kind === 'new' && source.fill !== null ? 'with its default' : describeEmpty(field)
      texts.push(`Responses have a new field "${apiName}", ${value}.`)
    } else texts.push(...describeField(source.field, field))
  }
  const stayed = fields.flatMap(({ source }) => (source.kind === 'stored' ? [source.field.apiName] : []))
  const order = before.fields.map(({ apiName }) => apiName).filter(name => stayed.includes(name))
  if (order.some((name, index) => stayed[index] !== name))
    texts.push('Responses have the fields in another order.')
  return texts
}

function describeEmpty({ many }: Field): string {
  return many ? 'an empty list until a value is published' : 'null until a value is published'
}

function describeField(before: Field, after: Field): string[] {
  const texts: string[] = []
  const { apiName } = after
  if (before.apiName !== apiName) {
    texts.push(
      `The field "${before.apiName}" is called "${apiName}" in responses, and queries that name "${before.apiName}" are refused.`,
    )
  }
  if (toKind(before) !== toKind(after)) {
    texts.push(`The values of "${apiName}" are ${toKind(after)} instead of ${toKind(before)}.`)
  }
  if (after.query === false && before.query !== false)
    texts.push(`Queries that name "${apiName}" are refused.`)
  if (before.query === false && after.query !== false) texts.push(`Queries may name "${apiName}".`)
  if (before.search !== after.search) texts.push(`Searches weigh "${apiName}" in another way.`)
  if (!Bun.deepEquals(before.paths, after.paths)) texts.push(`Queries may name other paths in "${apiName}".`)
  if ((before.link ?? false) !== (after.link ?? false)) {
    const words = after.link ? 'stay unresolved at every depth' : 'resolve to the depth of the request'
    texts.push(`The references of "${apiName}" ${words}.`)
  }
  const rules = [...describedProperties.filter(name => name !== 'link'), 'to'] as const
  const changed = rules.filter(name => !Bun.deepEquals(before[name], after[name]))
  if (changed.length > 0) texts.push(`In the schema, "${apiName}" has a different ${changed.join(', ')}.`)
  return texts
}

function toKind(field: Field): string {
  const one = nameOfForm(field)
  return field.many ? `lists of ${one}` : one
}
