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
  type OverlaidBlock,
  toBlockValues,
} from '../../content/values/overlaid-blocks.ts'
import type { ContentError } from '../entry-problems.ts'
import { type AddressNode, addressesIn, isAddress, toAddressTree } from './address-tree.ts'
import { endsInBlock, expandKeys, noBlocks, unknownIn, unknownName, valueIn } from './block-paths.ts'

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
  for (const [name, node] of toAddressTree(sent, fail)) {
    const field = fields.find(({ apiName }) => apiName === name)
    if (field === undefined || !hasPaths(field)) {
      for (const address of addressesIn(node)) fail(address, field ? noBlocks(name) : unknownName(name))
      continue
    }
    const before = valueIn(current, name)
    const there = toBlockValues(before)
    if (before !== null && there === null) {
      for (const address of addressesIn(node)) covered.push([address, name])
      continue
    }
    const report: Report = {
      fail,
      missing: address => missing.push(address),
      covered: (address, whole) => covered.push([address, whole]),
    }
    const place: Place = { base: valueIn(base, name), at: name, expandsKeys, report }
    const set = toValue(setInside(field, there ?? {}, node, place))
    if (set !== null || before !== null) values.set(name, set)
  }
  return {
    values: Object.fromEntries(values),
    errors,
    addresses: Object.keys(sent).filter(isAddress),
    missing,
    covered,
  }
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

interface Report {
  fail(address: string, message: string): void
  /** Called if the base has no block at the address. */
  missing(address: string): void
  /** Called with the address of the whole value around the address. */
  covered(address: string, whole: string): void
}

interface Place {
  /** The value of the base. */
  readonly base: Json
  /** The address of the field. */
  readonly at: string
  readonly expandsKeys: boolean
  readonly report: Report
}

/** Sets values below a field of blocks; null removes one. */
function setInside(field: Field, values: BlockValues, node: AddressNode, place: Place): BlockValues {
  const { base, at, report } = place
  const blocks = new Map(blocksOf(base).map(block => [field.many ? block.key : null, block]))
  const own = new Map(entriesOf(values))
  for (const [key, child] of field.many ? node.children : [[null, node] as const]) {
    const block = blocks.get(key)
    if (block === undefined) {
      for (const address of addressesIn(child)) report.missing(address)
      continue
    }
    const there = own.get(key)
    const known = there?.component === block.component ? there : null
    const next = setInBlock(field, block, known, child, { ...place, at: key === null ? at : `${at}/${key}` })
    if (next === null) own.delete(key)
    else own.set(key, next)
  }
  if (field.many) return { blocks: Object.fromEntries(own) }
  const block = own.get(null)
  return block === undefined ? {} : { block }
}

/** Returns null if the overlay has no values in the block any more. `at` of the place is the address of the block. */
function setInBlock(
  field: Field,
  block: Block,
  there: OverlaidBlock | null,
  node: AddressNode,
  place: Place,
): OverlaidBlock | null {
  const { at, expandsKeys, report } = place
  if (node.sent !== null) report.fail(node.sent.address, endsInBlock)
  const data = new Map(Object.entries(there?.data ?? {}))
  const inner = new Map(Object.entries(there?.inner ?? {}))
  for (const [name, child] of node.children) {
    const failAll = (message: string) => {
      for (const address of addressesIn(child)) report.fail(address, message)
    }
    const own = componentOf(field, block)?.fields.find(({ apiName }) => apiName === name)
    const before = valueIn(block.data, name)
    if (own === undefined) failAll(unknownIn(block, name))
    else if (child.sent !== null) {
      const { value } = child.sent
      if (hasPaths(own) && toBlockValues(value) !== null) {
        failAll(wholeOnly)
        continue
      }
      const current = data.get(name) ?? inner.get(name) ?? null
      const whole = expandsKeys && hasPaths(own) ? expandKeys(own, value, shownValue(before, current)) : value
      setOrDelete(data, name, whole)
      inner.delete(name)
    } else if (!hasPaths(own)) failAll(noBlocks(name))
    else if (data.has(name)) {
      for (const address of addressesIn(child)) report.covered(address, `${at}/${name}`)
    } else {
      const below = toBlockValues(inner.get(name)) ?? {}
      const set = setInside(own, below, child, { ...place, base: before, at: `${at}/${name}` })
      setOrDelete(inner, name, toValue(set))
    }
  }
  if (data.size + inner.size === 0) return null
  const values = { component: block.component, data: Object.fromEntries(data) }
  return inner.size === 0 ? values : { ...values, inner: Object.fromEntries(inner) }
}

function setOrDelete(values: Map<string, Json>, name: string, value: Json): void {
  if (value === null) values.delete(name)
  else values.set(name, value)
}

/** Returns the values with another one in its place; null removes it. */
function put(values: Values, name: string, value: Json): Values {
  const entries = new Map(Object.entries(values))
  setOrDelete(entries, name, value)
  return Object.fromEntries(entries)
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
