// Finds the terms of a field's values: keys of values, of values in JSON and in blocks, and texts with words. Each function has a
// signature, which changes when the same values would have other terms.
import { blocksOf, componentOf } from '../fields/blocks/block.ts'
import type { QueryFacts } from '../fields/query-facts.ts'
import { withoutBlocks } from '../fields/rich-text.ts'
import { searchWeightInBlocks } from '../fields/text-facts.ts'
import { eachBlockValue, findAtJsonPath, listOf } from '../model/block-values.ts'
import {
  blockIndexField,
  factsOf,
  holdsBlocks,
  isSortable,
  pathIndexField,
  type QueryType,
} from '../model/query-model.ts'
import { searchableText } from '../values/document-text.ts'
import { componentsKey, type Field, type Json, type JsonPath, type SearchWeight } from '../values/model.ts'
import { type KeyText, keyTextOf, presenceKey, type Slot, toKeyText } from './query-keys.ts'
import { sortNumberOf } from './sort-blocks.ts'

export interface TermListener {
  onKey(slot: Slot, key: KeyText): void
  /** Called with a text whose words are terms; see {@link eachWordKey}. */
  onText(slot: Slot, text: string): void
  /** Called with the sort number of an entry, at most once for each sortable index field. */
  onSortNumber(slot: Slot, value: number): void
}

export type Emit = (values: FieldValues, slot: Slot, listener: TermListener) => void
type ToScalar = NonNullable<QueryFacts['toScalar']>

/** The values of one field, as a list even if the field holds a single value. */
export interface FieldValues {
  readonly values: readonly Json[]
  /** The ids of a reference's targets. */
  readonly targets: readonly string[]
  /** The value as it is stored. */
  readonly value: Json
  /** Returns the ids of the targets of references inside the value, by their JSON Pointers. */
  readonly targetsInside: () => ReadonlyMap<string, readonly string[]>
}

export const presence = toKeyText(presenceKey)

export const noTargets: readonly string[] = []

export const emitTexts: Emit = ({ values }, slot, { onText }) => {
  for (const value of values) onText(slot, searchableText(value))
}

export function signatureOf({ type, many = false }: Pick<Field | JsonPath, 'type' | 'many'>): string {
  return many ? `${type}*` : type
}

export function emitterOf({ type, many = false }: Field): Emit {
  const { toScalar, refers } = factsOf(type)
  if (toScalar !== undefined) {
    return isSortable(type, many)
      ? ({ values }, slot, listener) => emitScalars(type, toScalar, values, slot, listener)
      : ({ values }, slot, { onKey }) => emitScalars(type, toScalar, values, slot, { onKey })
  }
  if (refers) {
    return ({ targets }, slot, { onKey }) => {
      if (targets.length > 0) onKey(slot, presence)
      for (const target of targets) onKey(slot, keyTextOf(type, target))
    }
  }
  return ({ values }, slot, { onKey }) => {
    if (values.length > 0) onKey(slot, presence)
  }
}

function emitScalars(
  type: QueryType,
  toScalar: ToScalar,
  values: readonly Json[],
  slot: Slot,
  { onKey, onSortNumber }: Pick<TermListener, 'onKey'> & Partial<TermListener>,
): void {
  let isPresent = false
  for (const value of values) {
    const scalar = toScalar(value)
    if (scalar === null) continue
    if (!isPresent) onKey(slot, presence)
    isPresent = true
    const key = keyTextOf(type, scalar)
    onKey(slot, key)
    onSortNumber?.(slot, sortNumberOf(scalar, key))
  }
}

export function pathEmitter(path: JsonPath): Emit {
  const toScalar = factsOf(path.type).toScalar!
  return ({ values }, slot, { onKey }) =>
    emitScalars(path.type, toScalar, findAtJsonPath(values, path), slot, { onKey })
}

/** The values of blocks are in slots that begin with the slot of the field and the {@link insideMark}. */
export function emitBlocks(field: Field): Emit {
  return ({ values, value, targetsInside }, slot, { onKey, onText }) => {
    if (values.length === 0) return
    onKey(slot, presence)
    const targets = targetsInside()
    // Lists are not sorted by values of blocks.
    const listener: TermListener = { onKey, onText, onSortNumber: () => {} }
    eachBlockValue(field, value, slot, ({ indexField, field: inner, values: own, pointer }) => {
      if (inner === null) {
        onKey(indexField, presence)
        for (const name of own) onKey(indexField, keyTextOf('componentName', name as string))
        return
      }
      const found = { values: own, value: own, targets: targets.get(pointer) ?? noTargets, targetsInside }
      for (const { suffix, emit } of emittersOf(inner)) emit(found, indexField + suffix, listener)
    })
  }
}

interface InnerEmitter {
  /** Follows the slot of the field. */
  readonly suffix: string
  readonly emit: Emit
}

const innerEmitters = new WeakMap<Field, readonly InnerEmitter[]>()

/** Returns what finds the terms of a field of a component. */
function emittersOf(field: Field): readonly InnerEmitter[] {
  const known = innerEmitters.get(field)
  if (known !== undefined) return known
  const paths = (field.paths ?? []).map(path => {
    return { suffix: pathIndexField('', path), emit: pathEmitter(path) }
  })
  const emitters = [{ suffix: '', emit: emitterOf(field) }, ...paths]
  innerEmitters.set(field, emitters)
  return emitters
}

/** The words of blocks are in a slot for each weight. Those of a text around them are in the slot of the field. */
export function emitTextsAroundBlocks(field: Field): Emit {
  return ({ values, value }, slot, { onText }) => {
    if (!holdsBlocks(field)) for (const each of values) onText(slot, searchableText(withoutBlocks(each)))
    eachTextInBlocks(field, value, (weight, text) => onText(blockIndexField(slot, String(weight)), text))
  }
}

/** Calls `onText` for each searched text in the blocks of a field, whether or not `of` names their components. */
function eachTextInBlocks(
  field: Field,
  value: Json,
  onText: (weight: SearchWeight, text: string) => void,
): void {
  for (const block of blocksOf(value)) {
    for (const inner of componentOf(field, block)?.fields ?? []) {
      const own = Object.hasOwn(block.data, inner.apiName) ? block.data[inner.apiName]! : null
      if (own === null || !hasTextsInBlocks(inner)) continue
      const weight = searchWeightInBlocks(inner)
      if (weight > 0) {
        for (const each of listOf(inner, own))
          onText(weight, searchableText(inner.of === undefined ? each : withoutBlocks(each)))
      }
      if (inner.of !== undefined) eachTextInBlocks(inner, own, onText)
    }
  }
}

/** Checks whether searches find texts in the values of a field of a component. */
function hasTextsInBlocks(field: Field): boolean {
  return field.query !== false && (holdsBlocks(field) || searchWeightInBlocks(field) > 0)
}

/** Describes the fields of components that paths through a field can name, whose change is a change of the terms. */
export function signatureOfPaths(field: Field): string {
  const components = field[componentsKey]
  const names = new Set(field.of)
  const described: Json[] = []
  // A set also yields the names that are added while it is read.
  for (const name of names) {
    const fields = components?.get(name)?.fields ?? []
    for (const { of = [] } of fields) for (const other of of) names.add(other)
    described.push([name, ...fields.filter(({ query }) => query !== false).map(describeField)])
  }
  return JSON.stringify([field.of ?? [], described])
}

function describeField({ apiName, type, many = false, of, paths = [] }: Field): Json {
  const inside = paths.map(path => [path.path, path.type, path.many ?? false])
  return [apiName, type, many, of ?? null, inside]
}

/** Describes which fields of components are searched, in any block, because a field can hold blocks of any component. */
export function signatureOfTexts(field: Field): string {
  const searched = [...(field[componentsKey]?.values() ?? [])].map(({ apiName, fields }) => [
    apiName,
    fields
      .filter(hasTextsInBlocks)
      .map(one => [
        one.apiName,
        one.type,
        one.many ?? false,
        searchWeightInBlocks(one),
        one.of !== undefined,
      ]),
  ])
  return JSON.stringify(searched)
}
