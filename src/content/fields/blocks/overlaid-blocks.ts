// Reads and checks what an overlay has inside of the base's blocks, and fits it to changed models. The type `component` calls these
// functions for values of overlays that are not whole.

import { blockLevelsMax, type Field, type Json, type Values } from '../../values/model.ts'
import {
  type BlockValues,
  entriesOf,
  type OverlaidBlock,
  toBlockValues,
} from '../../values/overlaid-blocks.ts'
import type { FieldTypeDefinition, OnLoss, RuleChecker, StoredValue, ValueReader } from '../field-type.ts'
import { readValue } from '../read-value.ts'
import { componentOf } from './block.ts'

type TypeOf = (field: Field) => FieldTypeDefinition

/** Reads what an overlay has inside of the base's blocks: by key in the order of the keys, fields in that of the component. */
export function readInside(
  typeOf: TypeOf,
  values: BlockValues,
  field: Field,
  pointer: string,
  reader: ValueReader,
): BlockValues {
  const inside = below(reader)
  const blocks = entriesOf(values).flatMap(([key, block]) => {
    const at = key === null ? pointer : `${pointer}~1${key}`
    const component = componentOf(field, block)
    if (component === null) reader.fail(at, `is of the component ${block.component}, which is not there`)
    if (reader.level >= blockLevelsMax) reader.fail(at, `is inside of ${blockLevelsMax} blocks`)
    const { data, inner = {} } = block
    const own = component?.fields ?? []
    for (const name of [...Object.keys(data), ...Object.keys(inner)]) {
      if (!own.some(({ apiName }) => apiName === name))
        reader.fail(`${at}~1${name}`, `is not a field of the component ${block.component}`)
    }
    const read = (from: Values, readOwn: (value: Json, field: Field, pointer: string) => StoredValue) =>
      own.flatMap(each => {
        const value = Object.hasOwn(from, each.apiName) ? from[each.apiName]! : null
        const stored = value === null ? undefined : readOwn(value, each, `${at}~1${each.apiName}`)
        return stored === undefined ? [] : [[each.apiName, stored] as const]
      })
    const whole = read(data, (value, each, place) => readValue(typeOf(each), each, value, place, inside))
    const deeper = read(inner, (value, each, place) => {
      const values = toBlockValues(value)
      const stored = values && readInside(typeOf, values, each, place, inside)
      return stored && entriesOf(stored).length > 0 ? (stored as unknown as Json) : undefined
    })
    if (whole.length === 0 && deeper.length === 0) return []
    return [[key, toOverlaid(block.component, whole, deeper)] as const]
  })
  return toBlockValuesOf(blocks, field)
}

type NamedValues = readonly (readonly [name: string, value: Json])[]

function toOverlaid(component: string, data: NamedValues, inner: NamedValues): OverlaidBlock {
  const values = { component, data: Object.fromEntries(data) }
  return inner.length === 0 ? values : { ...values, inner: Object.fromEntries(inner) }
}

/** Returns the values of an overlay in these blocks, in the order of their keys. */
function toBlockValuesOf(
  blocks: readonly (readonly [key: string | null, OverlaidBlock])[],
  { many }: Field,
): BlockValues {
  if (!many) return blocks[0] === undefined ? { blocks: {} } : { block: blocks[0][1] }
  const sorted = [...blocks].sort(([a], [b]) => (a! < b! ? -1 : 1))
  return { blocks: Object.fromEntries(sorted) }
}

export function checkInside(values: BlockValues, field: Field, path: string, checker: RuleChecker): void {
  for (const [key, block] of entriesOf(values)) {
    const { fields } = componentOf(field, block) ?? { fields: [] }
    const at = key === null ? path : `${path}~1${key}`
    checker.checkFields(fields, block.data, at, '~1')
    if (block.inner !== undefined) checker.checkFields(fields, block.inner, at, '~1')
  }
}

/** Returns a reader of the values inside of a block. */
export function below(reader: ValueReader): ValueReader {
  return {
    refusesUnsafeAddresses: reader.refusesUnsafeAddresses,
    isOverlay: false,
    level: reader.level + 1,
    get errors() {
      return reader.errors
    },
    countBlock: () => reader.countBlock(),
    fail: (pointer, message) => reader.fail(pointer, message),
  }
}

type FitValue = (value: Json, field: Field, path: string) => StoredValue

/** Returns what is left of the values after the models have changed; undefined if nothing is. */
export function fitInside(
  values: BlockValues,
  field: Field,
  path: string,
  onLoss: OnLoss,
  fitValue: FitValue,
): BlockValues | undefined {
  const blocks = entriesOf(values).flatMap(([key, block]) => {
    const at = key === null ? path : `${path}/${key}`
    const component = componentOf(field, block)
    if (component === null) {
      onLoss(at, `is of the component ${block.component}, which the space no longer has`)
      return []
    }
    const fit = (from: Values, fitOwn: FitValue) =>
      Object.entries(from).flatMap(([name, value]) => {
        const own = component.fields.find(({ apiName }) => apiName === name)
        if (own === undefined) {
          onLoss(`${at}/${name}`, `is not a field of the component ${component.apiName} any more`)
          return []
        }
        const left = fitOwn(value, own, `${at}/${name}`)
        return left === undefined || left === null ? [] : [[name, left] as const]
      })
    const data = fit(block.data, fitValue)
    const inner = fit(block.inner ?? {}, (value, own, place) => {
      const below = own.of === undefined ? null : toBlockValues(value)
      if (below === null) onLoss(place, 'is for blocks, which the field no longer has')
      return below === null ? undefined : (fitInside(below, own, place, onLoss, fitValue) as Json | undefined)
    })
    return data.length + inner.length === 0 ? [] : [[key, toOverlaid(block.component, data, inner)] as const]
  })
  return blocks.length === 0 ? undefined : toBlockValuesOf(blocks, field)
}
