// Computes what a change of one field does to each selected entry, and what takes it back.
import type { EntryItemView } from '../../../../src/authoring/entries/entries.schema.ts'
import type { Field, Json } from '../../../../src/content/values/model.ts'
import type { BulkOperation } from '../../../api/content/operations.ts'
import { fieldTypes } from '../../../fields/registry.ts'
import { ownValue } from '../../../parts/entries/own-value.ts'

export type ChangeKind = 'set' | 'clear' | 'add' | 'remove'

export interface FieldChange {
  readonly field: Field
  /** The id of a variant; empty for the base. */
  readonly variant: string
  readonly kind: ChangeKind
  /** The value to set, or the items to add or remove. */
  readonly value: Json
}

interface PlannedEdit {
  readonly entry: EntryItemView
  /** Null in a variant removes the override. */
  readonly next: Json
  readonly previous: Json
}

export interface EditPlan {
  readonly edits: readonly PlannedEdit[]
  /** Entries that have the resulting value already. */
  readonly same: readonly EntryItemView[]
}

/** The entries were read with the field, in the variant. */
export function planEdits(entries: readonly EntryItemView[], change: FieldChange): EditPlan {
  const edits: PlannedEdit[] = []
  const same: EntryItemView[] = []
  for (const entry of entries) {
    const previous = readStored(entry, change)
    const next = toNext(entry, change)
    if (areEqual(previous, next)) same.push(entry)
    else edits.push({ entry, next, previous })
  }
  return { edits, same }
}

/** Returns the value that the base or the variant itself has. Null in a variant means that it overrides nothing. */
function readStored({ data, variants }: EntryItemView, { field, variant }: FieldChange): Json {
  const layer = variant === '' ? data : ownValue(variants, variant)
  return toStoredValue(field, (ownValue(layer, field.apiName) ?? null) as Json)
}

function toNext(entry: EntryItemView, change: FieldChange): Json {
  const { field, variant, kind, value } = change
  if (kind === 'clear') return field.many && variant === '' ? [] : null
  if (kind === 'set') return value
  const own = readStored(entry, change)
  const shown = own ?? toStoredValue(field, (ownValue(entry.data, field.apiName) ?? []) as Json)
  const items = Array.isArray(shown) ? (shown as readonly Json[]) : []
  const given = value as readonly Json[]
  const isIn = (list: readonly Json[], item: Json) => list.some(one => areEqual(one, item))
  if (kind === 'remove') {
    return items.some(item => isIn(given, item)) ? items.filter(item => !isIn(given, item)) : own
  }
  const added = given.filter((item, index) => !isIn(items, item) && !isIn(given.slice(0, index), item))
  return added.length > 0 ? [...items, ...added] : own
}

/** Converts a value of a list of entries to the one that the draft stores. */
function toStoredValue(field: Field, value: Json): Json {
  return fieldTypes[field.type].toStored?.(value, field) ?? value
}

/** Converts the edits to operations on the drafts that were read. */
export function toEditOperations(
  edits: readonly PlannedEdit[],
  change: FieldChange,
): readonly BulkOperation[] {
  return edits.map(({ entry, next }) => toPatch(entry.id, entry.draftVersion, change, next))
}

/** Returns the operations that restore the previous values in the drafts that the edits have written. */
export function toUndoOperations(
  edits: readonly PlannedEdit[],
  change: FieldChange,
  versions: ReadonlyMap<string, number>,
): readonly BulkOperation[] {
  return edits.flatMap(({ entry, previous }) => {
    const version = versions.get(entry.id)
    return version === undefined ? [] : [toPatch(entry.id, version, change, previous)]
  })
}

function toPatch(
  id: string,
  draftVersion: number,
  { field, variant }: FieldChange,
  value: Json,
): BulkOperation {
  const values = { [field.apiName]: value }
  return variant === ''
    ? { op: 'patch', id, draftVersion, data: values }
    : { op: 'patch', id, draftVersion, variants: { [variant]: values } }
}

/** Compares JSON values. The order of keys does not matter. */
function areEqual(one: Json, other: Json): boolean {
  return toSortedText(one) === toSortedText(other)
}

function toSortedText(value: Json): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
