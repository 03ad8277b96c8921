// The type `component`: a block, which is a component's name, a key and the values of the component's fields. The values
// are those of fields of any type, so that this type passes each of them on to its own type. Blocks in rich text are read,
// checked and mapped by the same functions.
import { toPointer } from '../../base/json.ts'
import {
  type Block,
  blockKeyPattern,
  blockLevelsMax,
  blocksMax,
  type Component,
  type Field,
  isJsonObject,
  type Json,
  type Values,
} from '../values/model.ts'
import { type BlockValues, entriesOf, toBlockValues } from '../values/overlaid-blocks.ts'
import { blocksOf, componentOf, noValue, toBlock } from './blocks/block.ts'
import { below, checkInside, fitInside, readInside } from './blocks/overlaid-blocks.ts'
import type {
  FieldTypeDefinition,
  OnLeaf,
  OnLoss,
  ReplaceReference,
  RuleChecker,
  StoredValue,
  ValueReader,
} from './field-type.ts'
import { presenceOnly } from './query-facts.ts'
import { readValue } from './read-value.ts'

export type TypeOf = (field: Field) => FieldTypeDefinition

/** `typeOf` finds the types of the fields of components, which may be of this type again. */
export function createComponentType(typeOf: TypeOf): FieldTypeDefinition {
  return {
    properties: ['of'],
    hasPathsInside: true,
    needs: { of: 'is missing: it names the components that may stand in the field' },
    expectation: ({ of = [] }) =>
      `a block: { "component"${of.length === 1 ? ' (may be left out)' : ''}, "key" (may be left out), "data" }`,
    read: (value, field, pointer, reader) => readBlock(typeOf, value, field, pointer, reader),
    readInside(value, field, pointer, reader) {
      const values = toBlockValues(value)
      if (values === null) return null
      const stored = readInside(typeOf, values, field, pointer, reader)
      return entriesOf(stored).length === 0 ? undefined : (stored as Json)
    },
    finishList: completeKeys,
    checkRules(value, field, path, checker) {
      const values = toBlockValues(value)
      if (values !== null) checkInside(values, field, path, checker)
      const block = toBlock(value)
      if (block !== null) checkBlock(block, field, path, checker)
    },
    query: { ...presenceOnly, hasBlocks: true },
    mapReferences: (value, field, pointer, replace) =>
      mapBlocks(value, field, pointer, (block, component, at) =>
        mapBlock(typeOf, block, component, field.many === true, at, replace),
      ),
    eachLeaf: (value, field, pointer, onLeaf) => eachLeafInside(typeOf, value, field, pointer, onLeaf),
    fit: (value, field, path, onLoss) => fitBlocks(typeOf, value, field, path, onLoss),
    convert: (item, { from }) => (from.type === 'json' ? item : undefined),
  }
}

/** Reports a block that `of` does not name, and the rules that its values violate. */
export function checkBlock(block: Block, field: Field, path: string, checker: RuleChecker): void {
  const { of = [] } = field
  if (!of.includes(block.component)) {
    const allowed = of.length === 0 ? 'cannot be a block any more' : `must be of ${of.join(' or ')}`
    checker.add(path, 'component_not_allowed', `${allowed}, and is of ${block.component}`)
  }
  const component = componentOf(field, block)
  if (component !== null) checker.checkFields(component.fields, block.data, `${path}/data`)
}

const blockKeys: ReadonlySet<string> = new Set(['component', 'key', 'data'])

function readBlock(
  typeOf: TypeOf,
  value: Json,
  field: Field,
  pointer: string,
  reader: ValueReader,
): StoredValue {
  if (!isJsonObject(value)) return undefined
  const before = reader.errors
  for (const name of Object.keys(value)) {
    if (!blockKeys.has(name))
      reader.fail(pointer + toPointer(name), 'is unknown: a block has component, key and data')
  }
  const key = value.key ?? null
  if (key !== null && !(typeof key === 'string' && blockKeyPattern.test(key)))
    reader.fail(`${pointer}/key`, 'must be 1 to 64 letters, digits, _ and -')
  const content = readContent(typeOf, value, field, pointer, reader)
  if (content === null || reader.errors > before) return undefined
  const { component, data } = content
  const block = { component, key: key as string | null, data }
  // A list completes the keys of its blocks, because they depend on each other.
  return field.many || block.key !== null ? block : { ...block, key: deriveKey(block, 0) }
}

/** Reads the component and the values of a block. Returns null if it reported errors. */
export function readContent(
  typeOf: TypeOf,
  value: { readonly [key: string]: Json },
  field: Field,
  pointer: string,
  reader: ValueReader,
): Pick<Block, 'component' | 'data'> | null {
  const before = reader.errors
  const { of = [] } = field
  const name = value.component ?? (of.length === 1 ? of[0]! : null)
  const component = typeof name === 'string' ? componentOf(field, { component: name }) : null
  if (name === null) reader.fail(`${pointer}/component`, `is missing; allowed: ${of.join(', ') || 'none'}`)
  else if (component === null) reader.fail(`${pointer}/component`, 'is not a component of the space')
  const { data } = value
  if (!isJsonObject(data))
    reader.fail(`${pointer}/data`, 'is missing, or is not an object of values by field')
  if (reader.level >= blockLevelsMax)
    reader.fail(
      pointer,
      `is inside of ${blockLevelsMax} blocks; ${blockLevelsMax} is the maximum, itself included`,
    )
  else if (!reader.countBlock())
    reader.fail(pointer, `is one block too many; an entry and each of its overlays may have ${blocksMax}`)
  if (reader.errors > before) return null
  const values = readFields(typeOf, component!, data as Values, `${pointer}/data`, below(reader))
  return reader.errors > before ? null : { component: component!.apiName, data: values }
}

/** Returns the value of each field, `null` or an empty list where there is none, as the data of an entry has them. */
function readFields(
  typeOf: TypeOf,
  { fields, apiName }: Component,
  data: Values,
  pointer: string,
  reader: ValueReader,
): Values {
  const known = new Set(fields.map(field => field.apiName))
  for (const name of Object.keys(data)) {
    if (!known.has(name)) reader.fail(pointer + toPointer(name), `is not a field of the component ${apiName}`)
  }
  return Object.fromEntries(
    fields.map(field => {
      const value = Object.hasOwn(data, field.apiName) ? data[field.apiName]! : null
      const at = pointer + toPointer(field.apiName)
      const read = value === null ? undefined : readValue(typeOf(field), field, value, at, reader)
      return [field.apiName, read ?? noValue(field)] as const
    }),
  )
}

/** Adds the keys that are missing, and reports those that occur twice. */
function completeKeys(items: readonly Json[], pointer: string, reader: ValueReader): readonly Json[] {
  const taken = new Set<string>()
  for (const [index, item] of items.entries()) {
    const key = toBlock(item)?.key ?? null
    if (key === null) continue
    if (taken.has(key)) reader.fail(`${pointer}/${index}/key`, 'is the key of another block of the list')
    taken.add(key)
  }
  const equals = new Map<string, number>()
  return items.map(item => {
    const block = toBlock(item)
    if (block === null || block.key !== null) return item
    const text = toKeyText(block)
    let count = equals.get(text) ?? 0
    let key = deriveKey(block, count)
    // Another block may have been given the key that this one would get.
    while (taken.has(key)) key = deriveKey(block, ++count)
    equals.set(text, count + 1)
    taken.add(key)
    return { ...block, key } as unknown as Json
  })
}

function toKeyText({ component, data }: Pick<Block, 'component' | 'data'>): string {
  return `${component} ${JSON.stringify(data)}`
}

const derivedKeyLength = 12

/**
 * Derives the key of a block that was sent without one from the block, and from the number of equal blocks before it. So a
 * repeated request yields the same keys, and a block that is put in front changes no other's key.
 */
function deriveKey(block: Pick<Block, 'component' | 'data'>, equalBefore: number): string {
  const text = `${equalBefore} ${toKeyText(block)}`
  return new Bun.CryptoHasher('sha256').update(text).digest('base64url').slice(0, derivedKeyLength)
}

type MapBlock = (block: Block, component: Component, pointer: string) => Block

/**
 * Returns the value with other blocks. `map` is called for the blocks whose component exists, with their pointers; in an overlay
 * also for what it has of the base's blocks.
 */
export function mapBlocks(value: Json, field: Field, pointer: string, map: MapBlock): Json {
  if (!Array.isArray(value)) {
    const inside = toBlockValues(value)
    if (inside !== null) return mapInside(inside, field, pointer, map)
    const block = toBlock(value)
    const component = block && componentOf(field, block)
    return component === null ? value : (map(block!, component, pointer) as unknown as Json)
  }
  const items = value as readonly Json[]
  const mapped = items.map((item, index) => mapBlocks(item, field, `${pointer}/${index}`, map))
  return mapped.every((item, index) => item === items[index]) ? value : mapped
}

/** Returns the block of another value of the field that is the same block; undefined if it has none. */
export function findSameBlock(field: Field, block: Block, value: Json | undefined): Block | undefined {
  const blocks = blocksOf(value)
  const keyInText = (each: Block) => (each as Block & { readonly _key?: string })._key
  const key = keyInText(block)
  if (key !== undefined) return blocks.find(each => keyInText(each) === key)
  return field.many ? blocks.find(each => each.key === block.key) : blocks[0]
}

function mapInside(values: BlockValues, field: Field, pointer: string, map: MapBlock): Json {
  const mapped = entriesOf(values).map(([key, own]) => {
    const component = componentOf(field, own)
    const at = `${pointer}/${key === null ? 'block' : `blocks/${key}`}`
    if (component === null) return [key, own] as const
    const { key: _, ...block } = map({ ...own, key: key ?? '' }, component, at)
    return [key, block] as const
  })
  const [first] = mapped
  if (values.blocks === undefined && first !== undefined) return { block: first[1] } as unknown as Json
  return { blocks: Object.fromEntries(mapped) } as unknown as Json
}

/** The members of a block that have values of its fields. */
const valueMembers = ['data', 'inner'] as const

/** Returns the same block if nothing in it changes. `isInList` is true if paths name the block by its key. */
export function mapBlock(
  typeOf: TypeOf,
  block: Block,
  { fields }: Component,
  isInList: boolean,
  pointer: string,
  replace: ReplaceReference,
): Block {
  let changed = block
  for (const field of fields) {
    const { mapReferences } = typeOf(field)
    if (mapReferences === undefined) continue
    const path = [...(isInList ? [block.key] : []), field.apiName]
    for (const member of valueMembers) {
      const value = readOwn(block[member], field)
      if (value === null) continue
      const mapped = mapReferences(value, field, `${pointer}/${member}/${field.apiName}`, (to, at, holder) =>
        replace(to, at, { ...holder, path: [...path, ...holder.path] }),
      )
      if (mapped !== value)
        changed = { ...changed, [member]: { ...changed[member], [field.apiName]: mapped } }
    }
  }
  return changed
}

function readOwn(values: Values | undefined, { apiName }: Field): Json {
  return values !== undefined && Object.hasOwn(values, apiName) ? values[apiName]! : null
}

/** Calls `onLeaf` for each value in the blocks of a value. */
export function eachLeafInside(
  typeOf: TypeOf,
  value: Json,
  field: Field,
  pointer: string,
  onLeaf: OnLeaf,
): void {
  mapBlocks(value, field, pointer, (block, { fields }, at) => {
    for (const inner of fields) {
      const { eachLeaf } = typeOf(inner)
      for (const member of valueMembers) {
        const leaf = readOwn(block[member], inner)
        if (leaf === null) continue
        const place = `${at}/${member}/${inner.apiName}`
        if (eachLeaf) eachLeaf(leaf, inner, place, onLeaf)
        else onLeaf(inner, leaf, place)
      }
    }
    return block
  })
}

function fitBlocks(typeOf: TypeOf, value: Json, field: Field, path: string, onLoss: OnLoss): StoredValue {
  const fitOne = (item: Json): readonly Json[] => {
    const block = toBlock(item)
    if (block === null) return []
    const at = field.many ? `${path}/${block.key}` : path
    const component = componentOf(field, block)
    if (component === null) {
      onLoss(at, `is of the component ${block.component}, which the space no longer has`)
      return []
    }
    return [{ ...block, data: fitData(typeOf, block.data, component, at, onLoss) } as unknown as Json]
  }
  const inside = toBlockValues(value)
  if (inside !== null) {
    return fitInside(inside, field, path, onLoss, (inner, own, at) =>
      fitValue(typeOf, inner, own, at, onLoss),
    ) as Json | undefined
  }
  if (field.many) return Array.isArray(value) ? (value as readonly Json[]).flatMap(fitOne) : undefined
  return fitOne(Array.isArray(value) ? (value[0] ?? null) : value)[0]
}

/** Returns what is left of the values of a block. */
export function fitData(
  typeOf: TypeOf,
  data: Values,
  { apiName, fields }: Component,
  path: string,
  onLoss: OnLoss,
): Values {
  for (const [name, value] of Object.entries(data)) {
    const isKnown = fields.some(field => field.apiName === name)
    if (!isKnown && !isEmpty(value))
      onLoss(`${path}/${name}`, `is not a field of the component ${apiName} any more`)
  }
  return Object.fromEntries(
    fields.map(field => {
      const value = Object.hasOwn(data, field.apiName) ? data[field.apiName]! : null
      const left = isEmpty(value) ? null : fitValue(typeOf, value, field, `${path}/${field.apiName}`, onLoss)
      return [field.apiName, left ?? noValue(field)] as const
    }),
  )
}

function fitValue(typeOf: TypeOf, value: Json, field: Field, path: string, onLoss: OnLoss): StoredValue {
  const type = typeOf(field)
  const left = type.fit ? type.fit(value, field, path, onLoss) : value
  if (left === undefined) return undefined
  const reader = new SilentReader()
  const read = readValue(type, field, left, '', reader)
  if (reader.errors === 0) return read
  onLoss(path, reader.first)
  return undefined
}

function isEmpty(value: Json): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

/** Remembers the first error. */
class SilentReader implements ValueReader {
  readonly refusesUnsafeAddresses = false
  readonly isOverlay = false
  readonly level = 0
  errors = 0
  first = ''

  countBlock(): boolean {
    return true
  }

  fail(_pointer: string, message: string): void {
    if (this.errors++ === 0) this.first = message
  }
}
