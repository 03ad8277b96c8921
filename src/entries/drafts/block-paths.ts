// The addresses of values in blocks: the name of a field, then for each block its key and the name of one of its fields, such as
// `sections/k3f9/heading`. A single block has no key in them. Writers of different addresses do not conflict.
import { toPointer } from '../../base/json.ts'
import { blocksOf, componentOf, noValue, toBlock } from '../../content/fields/blocks/block.ts'
import { typeOf } from '../../content/fields/registry.ts'
import { type Block, type Field, isJsonObject, type Json, type Values } from '../../content/values/model.ts'
import { type BlockValues, entriesOf, toBlockValues } from '../../content/values/overlaid-blocks.ts'
import type { ContentError } from '../entry-problems.ts'
import { type AddressNode, addressesIn, isAddress, toAddressTree } from './address-tree.ts'

/**
 * Calls `onPath` for each path of a value: for a field of blocks which blocks stand in which order, and each field of each
 * block. `value` is undefined where there is none.
 */
export function eachPath(
  field: Field,
  value: Json | undefined,
  path: string,
  onPath: (path: string, value: Json | undefined) => void,
): void {
  if (!typeOf(field).hasPathsInside) {
    onPath(path, value)
    return
  }
  const inside = toBlockValues(value)
  if (inside !== null) {
    onPath(path, undefined)
    eachPathInside(field, inside, path, onPath)
    return
  }
  const blocks = blocksOf(value)
  const isNone = value === undefined || value === null
  const order = field.many
    ? blocks.map(({ key, component }) => [key, component])
    : (blocks[0]?.component ?? null)
  onPath(path, isNone ? undefined : order)
  for (const block of blocks) {
    const place = field.many ? `${path}/${block.key}` : path
    for (const inner of fieldsOf(field, block)) {
      const own = Object.hasOwn(block.data, inner.apiName) ? block.data[inner.apiName]! : null
      // A value of another component is another value, even if it is equal.
      eachPath(inner, own ?? undefined, `${place}/${inner.apiName}`, (at, each) =>
        onPath(at, [block.component, each ?? noValue(inner)]),
      )
    }
  }
}

/** Calls `onPath` for each value that an overlay has inside of the base's blocks. */
function eachPathInside(
  field: Field,
  values: BlockValues,
  path: string,
  onPath: (path: string, value: Json | undefined) => void,
): void {
  for (const [key, block] of entriesOf(values)) {
    const place = key === null ? path : `${path}/${key}`
    const known = fieldsOf(field, block)
    for (const inner of known) {
      const at = `${place}/${inner.apiName}`
      if (Object.hasOwn(block.data, inner.apiName))
        eachPath(inner, block.data[inner.apiName]!, at, (each, value) =>
          onPath(each, [block.component, value ?? null]),
        )
      else if (block.inner !== undefined && Object.hasOwn(block.inner, inner.apiName))
        eachPath(inner, block.inner[inner.apiName]!, at, onPath)
    }
  }
}

/** Returns the fields of a block, and those that only its stored values still have, so that removing their values is a change. */
function fieldsOf(field: Field, block: Pick<Block, 'component' | 'data'>): readonly Field[] {
  const known = componentOf(field, block)?.fields ?? []
  const former = Object.keys(block.data).filter(name => !known.some(({ apiName }) => apiName === name))
  return former.length === 0
    ? known
    : [...known, ...former.map((apiName): Field => ({ apiName, type: 'json' }))]
}

/** Returns the path of the field that contains the value of a path: `/data/sections` for `/data/sections/k3f9/heading`. */
export function fieldPathOf(path: string): string {
  const parts = path.split('/')
  return parts.slice(0, parts[1] === 'variants' ? 4 : 3).join('/')
}

interface ExpandedValues {
  /** Values by the names of fields only. */
  readonly values: Values
  readonly errors: readonly ContentError[]
  /** The addresses that were sent. */
  readonly addresses: readonly string[]
  /** The addresses whose block is not there. */
  readonly missing: readonly string[]
}

/**
 * Replaces addresses by the whole values of their fields, with the sent values in them, and blocks that are only named by their
 * keys by the blocks of the draft. The result is checked afterwards like values that were sent whole.
 */
export function expandAddresses(
  fields: readonly Field[],
  sent: Readonly<Record<string, unknown>>,
  current: Values,
): ExpandedValues {
  const errors: ContentError[] = []
  const missing: string[] = []
  const values = new Map<string, Json>()
  const fail = (name: string, message: string) => errors.push({ path: toPointer('data', name), message })
  for (const [name, value] of Object.entries(sent as Values)) {
    if (isAddress(name)) continue
    const field = fields.find(({ apiName }) => apiName === name)
    values.set(name, field ? expandKeys(field, value, valueIn(current, name)) : value)
  }
  const report: Report = { fail, missing: address => missing.push(address) }
  for (const [name, node] of toAddressTree(sent as Values, fail)) {
    const field = fields.find(({ apiName }) => apiName === name)
    if (field !== undefined && typeOf(field).hasPathsInside)
      values.set(name, setInside(field, valueIn(current, name), node, report))
    else for (const address of addressesIn(node)) fail(address, field ? noBlocks(name) : unknownName(name))
  }
  return {
    values: Object.fromEntries(values),
    errors,
    addresses: Object.keys(sent).filter(isAddress),
    missing,
  }
}

export function noBlocks(name: string): string {
  return `goes into "${name}", which is not a field of blocks`
}

export function unknownName(name: string): string {
  return `begins with "${name}", which is not a field of the model`
}

export function valueIn(values: Values, name: string): Json {
  return Object.hasOwn(values, name) ? values[name]! : null
}

interface Report {
  fail(address: string, message: string): void
  /** Called if the block of an address is not there. */
  missing(address: string): void
}

/** Returns the value of a field of blocks with the sent values in its blocks. */
function setInside(field: Field, value: Json, node: AddressNode, report: Report): Json {
  if (!field.many) return setInBlock(field, value, node, report)
  const items = Array.isArray(value) ? [...(value as readonly Json[])] : []
  const places = new Map(items.map((item, index) => [toBlock(item)?.key, index]))
  for (const [key, child] of node.children) {
    const index = places.get(key)
    if (index === undefined) for (const address of addressesIn(child)) report.missing(address)
    else items[index] = setInBlock(field, items[index]!, child, report)
  }
  return items
}

function setInBlock(field: Field, value: Json, node: AddressNode, report: Report): Json {
  const block = toBlock(value)
  if (block === null) {
    for (const address of addressesIn(node)) report.missing(address)
    return value
  }
  if (node.sent !== null) report.fail(node.sent.address, endsInBlock)
  const data = { ...block.data }
  for (const [name, child] of node.children) {
    const failAll = (message: string) => {
      for (const address of addressesIn(child)) report.fail(address, message)
    }
    const own = componentOf(field, block)?.fields.find(({ apiName }) => apiName === name)
    const before = valueIn(data, name)
    if (own === undefined) failAll(unknownIn(block, name))
    else if (child.sent !== null) data[name] = expandKeys(own, child.sent.value, before) ?? noValue(own)
    else if (typeOf(own).hasPathsInside) data[name] = setInside(own, before, child, report)
    else failAll(noBlocks(name))
  }
  return { ...block, data } as unknown as Json
}

export const endsInBlock = 'ends in a block: it must end in a field of one'

export function unknownIn({ component }: Pick<Block, 'component'>, name: string): string {
  return `names "${name}", which is not a field of ${component}`
}

/** Returns the value at an address below a field of blocks; undefined if its block is not there. */
export function findAt(field: Field, value: Json, parts: readonly string[]): Json | undefined {
  const [name, ...rest] = field.many ? parts.slice(1) : parts
  const block = blocksOf(value).find(({ key }) => !field.many || key === parts[0])
  const own = block && componentOf(field, block)?.fields.find(({ apiName }) => apiName === name)
  if (own === undefined) return undefined
  const inner = valueIn(block!.data, own.apiName)
  return rest.length === 0 ? inner : findAt(own, inner, rest)
}

/** Replaces blocks of a list that are only named by their keys. Others stay as they were sent. */
export function expandKeys(field: Field, sent: Json, current: Json): Json {
  if (!typeOf(field).hasPathsInside || !field.many || !Array.isArray(sent)) return sent
  const known = new Map(blocksOf(current).map(block => [block.key, block]))
  return (sent as readonly Json[]).map(item => {
    if (!isJsonObject(item) || typeof item.key !== 'string') return item
    const block = known.get(item.key)
    if (block === undefined) return item
    if (Object.keys(item).length === 1) return block as unknown as Json
    return expandInside(field, item, block)
  })
}

/** Replaces such blocks in the lists inside of a block that was sent whole. */
function expandInside(field: Field, sent: { readonly [key: string]: Json }, block: Block): Json {
  if (!isJsonObject(sent.data)) return sent
  const inner = (componentOf(field, block)?.fields ?? []).filter(each => typeOf(each).hasPathsInside)
  const lists = inner.flatMap(own => {
    const value = valueIn(sent.data as Values, own.apiName)
    return value === null
      ? []
      : [[own.apiName, expandKeys(own, value, valueIn(block.data, own.apiName))] as const]
  })
  return lists.length === 0 ? sent : { ...sent, data: { ...sent.data, ...Object.fromEntries(lists) } }
}
