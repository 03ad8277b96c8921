// Values of overlays at addresses in the base's blocks. Requests, responses and files name them by flat keys beside those of whole
// fields, such as `sections/k3f9/heading`; stored, they are BlockValues (content/values/overlaid-blocks.ts).
import { toPointer } from '../../base/json.ts'
import { blocksOf, componentOf } from '../../content/fields/blocks/block.ts'
import { typeOf } from '../../content/fields/registry.ts'
import type { Block, Field, Json, Values } from '../../content/values/model.ts'
import {
  type BlockValues,
  entriesOf,
  mergeValue,
  toBlockValues,
} from '../../content/values/overlaid-blocks.ts'
import type { ContentError } from '../entry-problems.ts'
import { expandKeys, isAddress, unknownName, valueIn } from './block-paths.ts'

type Overlays = { readonly [variant: string]: Values }

/** Returns the values by field or address. Returns the same values if none is at an address. */
export function toFlatOverlay(fields: readonly Field[], overlay: Values): Values {
  const addressed = Object.entries(overlay).map(([name, value]) =>
    listAddresses(findField(fields, name), value),
  )
  if (addressed.every(each => each.length === 1 && !isAddress(each[0]!.address))) return overlay
  return Object.fromEntries(addressed.flat().map(({ address, value }) => [address, value]))
}

/** A version may have values of fields that the model no longer has. Its blocks still have their form. */
function findField(fields: readonly Field[], apiName: string): Field {
  return fields.find(each => each.apiName === apiName) ?? { apiName, type: 'component', of: [] }
}

export function toFlatOverlays(fields: readonly Field[], overlays: Overlays): Overlays {
  return Object.fromEntries(
    Object.entries(overlays).map(([id, overlay]) => [id, toFlatOverlay(fields, overlay)]),
  )
}

/** Checks whether values of the field are blocks, in which addresses lead. */
function hasPaths(field: Field): boolean {
  return typeOf(field).hasPathsInside === true
}

interface AddressedValue {
  readonly address: string
  readonly value: Json
  /** True if the value is one of a field of blocks. */
  readonly hasBlocks: boolean
}

/** Lists the addresses of the values that an overlay has for a field: that of the field alone if it has its whole value. */
export function listAddresses(field: Field, value: Json): AddressedValue[] {
  const hasBlocks = hasPaths(field)
  const inside = hasBlocks ? toBlockValues(value) : null
  if (inside === null) return [{ address: field.apiName, value, hasBlocks }]
  return entriesOf(inside).flatMap(([key, block]) => {
    const at = key === null ? field.apiName : `${field.apiName}/${key}`
    const fields = componentOf(field, block)?.fields ?? []
    const whole = Object.entries(block.data).map(([name, own]): AddressedValue => {
      const hasBlocks = fields.some(each => each.apiName === name && hasPaths(each))
      return { address: `${at}/${name}`, value: own, hasBlocks }
    })
    const inner = Object.entries(block.inner ?? {}).flatMap(([name, own]) =>
      listAddresses(findField(fields, name), own).map(each => ({
        ...each,
        address: `${at}/${each.address}`,
      })),
    )
    return [...whole, ...inner]
  })
}

export interface ExpandedOverlay {
  /** Values by the names of fields. */
  readonly values: Values
  readonly errors: readonly ContentError[]
  /** The addresses that were sent. */
  readonly addresses: readonly string[]
  /** The addresses that lead to no block of the base. */
  readonly missing: readonly string[]
  /** The addresses inside of values that the overlay has whole, with the addresses of these values. */
  readonly covered: readonly (readonly [address: string, whole: string])[]
}

interface Below {
  /** The base, whose blocks the addresses name. */
  readonly base: Values
  /** The overlay before the request. */
  readonly current: Values
  /** True if blocks of lists may be named by their keys alone. */
  readonly expandsKeys: boolean
}

/** Replaces addresses by the values of their fields. The errors are those of the pointer of the overlay. */
export function expandOverlay(
  fields: readonly Field[],
  sent: Values,
  pointer: string,
  { base, current, expandsKeys }: Below,
): ExpandedOverlay {
  const addresses = Object.keys(sent).filter(isAddress)
  const values = new Map<string, Json>()
  const errors: ContentError[] = []
  const missing: string[] = []
  const covered: (readonly [string, string])[] = []
  const fail = (name: string, message: string) => errors.push({ path: pointer + toPointer(name), message })
  for (const [name, value] of Object.entries(sent)) {
    if (isAddress(name)) continue
    const field = fields.find(({ apiName }) => apiName === name)
    if (field && hasPaths(field) && toBlockValues(value) !== null) fail(name, wholeOnly)
    else if (field === undefined || !expandsKeys) values.set(name, value)
    else {
      const there = valueIn(current, name)
      values.set(name, expandKeys(field, value, shownValue(valueIn(base, name), there)))
    }
  }
  for (const address of addresses) {
    const [name = '', ...parts] = address.split('/')
    const field = fields.find(({ apiName }) => apiName === name)
    const around = Object.keys(sent).find(other => address.startsWith(`${other}/`))
    if (field === undefined || !hasPaths(field)) {
      fail(address, field ? `goes into "${name}", which is not a field of blocks` : unknownName(name))
      continue
    }
    if (around !== undefined) {
      fail(address, `is inside of "${around}", which was sent too: send one of them`)
      continue
    }
    const before = values.get(name) ?? valueIn(current, name)
    const there = toBlockValues(before)
    if (before !== null && there === null) {
      covered.push([address, name])
      continue
    }
    const place: Place = { base: valueIn(base, name), parts, at: name, expandsKeys }
    const result = setInside(field, there ?? {}, place, sent[address]!)
    if ('values' in result) values.set(name, toValue(result.values))
    else if ('covered' in result) covered.push([address, result.covered])
    else if (result.error === 'missing') missing.push(address)
    else fail(address, result.error)
  }
  return { values: Object.fromEntries(values), errors, addresses, missing, covered }
}

const wholeOnly = 'must be whole: values in blocks of the base have keys such as "sections/k3f9/heading"'

/** Returns what an overlay shows of a value of the base. */
function shownValue(base: Json, own: Json): Json {
  if (own === null) return base
  const isInBlocks = toBlockValues(own) !== null
  return mergeValue(base, [{ variant: '', value: own, isInBlocks }], new Set())
}

/** Null if nothing is left. */
function toValue(values: BlockValues): Json {
  return entriesOf(values).length === 0 ? null : (values as Json)
}

interface Place {
  /** The value of the base. */
  readonly base: Json
  /** The address below the field. */
  readonly parts: readonly string[]
  /** The address of the field. */
  readonly at: string
  readonly expandsKeys: boolean
}

type SetResult =
  | { readonly values: BlockValues }
  /** `missing` if the base has no such block. */
  | { readonly error: string }
  /** The address of the whole value around the address. */
  | { readonly covered: string }

/** Sets a value at an address below a field of blocks; null removes it. */
function setInside(
  field: Field,
  values: BlockValues,
  { base, parts, at, expandsKeys }: Place,
  value: Json,
): SetResult {
  const [name, ...rest] = field.many ? parts.slice(1) : parts
  const key = field.many ? (parts[0] ?? '') : null
  const block = blocksOf(base).find(each => key === null || each.key === key)
  if (block === undefined) return { error: 'missing' }
  if (name === undefined) return { error: 'ends in a block: it must end in a field of one' }
  const own = componentOf(field, block)?.fields.find(({ apiName }) => apiName === name)
  if (own === undefined) return { error: `names "${name}", which is not a field of ${block.component}` }
  const there = entriesOf(values).find(
    ([each, { component }]) => each === key && component === block.component,
  )
  const { data = {}, inner = {} } = there?.[1] ?? {}
  const address = [at, ...(key === null ? [] : [key]), name].join('/')
  const before = valueIn(block.data, name)
  if (rest.length === 0) {
    if (hasPaths(own) && toBlockValues(value) !== null) return { error: wholeOnly }
    const current = Object.hasOwn(data, name) ? data[name]! : valueIn(inner, name)
    const whole = expandsKeys ? expandKeys(own, value, shownValue(before, current)) : value
    const next = { data: put(data, name, whole), inner: put(inner, name, null) }
    return { values: putBlock(values, key, block, next) }
  }
  if (!hasPaths(own)) return { error: `goes into "${name}", which is not a field of blocks` }
  if (Object.hasOwn(data, name)) return { covered: address }
  const place = { base: before, parts: rest, at: address, expandsKeys }
  const result = setInside(own, toBlockValues(valueIn(inner, name)) ?? {}, place, value)
  if (!('values' in result)) return result
  const next = { data, inner: put(inner, name, toValue(result.values)) }
  return { values: putBlock(values, key, block, next) }
}

/** Returns the values with another one in its place; null removes it. */
function put(values: Values, name: string, value: Json): Values {
  const entries = new Map(Object.entries(values))
  if (value === null) entries.delete(name)
  else entries.set(name, value)
  return Object.fromEntries(entries)
}

function putBlock(
  values: BlockValues,
  key: string | null,
  { component }: Pick<Block, 'component'>,
  { data, inner }: { readonly data: Values; readonly inner: Values },
): BlockValues {
  const isEmpty = Object.keys(data).length + Object.keys(inner).length === 0
  const block = Object.keys(inner).length === 0 ? { component, data } : { component, data, inner }
  if (key === null) return isEmpty ? {} : { block }
  const others = Object.entries(values.blocks ?? {}).filter(([other]) => other !== key)
  return { blocks: Object.fromEntries(isEmpty ? others : [...others, [key, block]]) }
}

/** Removes the values of blocks that the base does not have. Returns the same overlays if there are none. */
export function pruneOverlays(fields: readonly Field[], data: Values, overlays: Overlays): Overlays {
  let pruned = overlays
  for (const field of fields) {
    if (!hasPaths(field)) continue
    for (const [id, overlay] of Object.entries(pruned)) {
      const inside = toBlockValues(valueIn(overlay, field.apiName))
      if (inside === null) continue
      const left = pruneInside(field, valueIn(data, field.apiName), inside)
      if (left === inside) continue
      const { [id]: _, ...others } = pruned
      const values = put(overlay, field.apiName, toValue(left))
      pruned = Object.keys(values).length === 0 ? others : { ...others, [id]: values }
    }
  }
  return pruned
}

function pruneInside(field: Field, base: Json, values: BlockValues): BlockValues {
  const blocks = blocksOf(base)
  const known = new Map(blocks.map(block => [block.key, block]))
  let isSame = true
  const left = entriesOf(values).flatMap(([key, own]) => {
    const block = key === null ? blocks[0] : known.get(key)
    if (block === undefined || block.component !== own.component) {
      isSame = false
      return []
    }
    if (own.inner === undefined) return [[key, own] as const]
    const fields = componentOf(field, block)?.fields ?? []
    let inner = own.inner
    for (const each of fields) {
      const below = toBlockValues(valueIn(inner, each.apiName))
      if (below === null) continue
      const next = pruneInside(each, valueIn(block.data, each.apiName), below)
      if (next !== below) inner = put(inner, each.apiName, toValue(next))
    }
    if (inner === own.inner) return [[key, own] as const]
    isSame = false
    const { component, data } = own
    const isEmpty = Object.keys(data).length + Object.keys(inner).length === 0
    if (isEmpty) return []
    return [
      [key, Object.keys(inner).length === 0 ? { component, data } : { component, data, inner }] as const,
    ]
  })
  if (isSame) return values
  const [first] = left
  if (values.blocks === undefined) return first === undefined ? {} : { block: first[1] }
  return { blocks: Object.fromEntries(left) }
}
