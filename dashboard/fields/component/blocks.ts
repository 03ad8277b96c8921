// Blocks: reading them from values, creating and copying them, and naming them. No React here.
import { findTitle } from '../../../src/content/fields/text-facts.ts'
import { type Component, componentsKey, type Field } from '../../../src/content/values/model.ts'
import { ownValue } from '../../parts/entries/own-value.ts'
import type { ReadField } from '../field-type.ts'

export interface Block {
  readonly component: string
  readonly key: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Returns null if the value is not a block. */
export function readBlock(value: unknown): Block | null {
  if (typeof value !== 'object' || value === null) return null
  const { component, key, data } = value as Readonly<Record<string, unknown>>
  const isBlock = typeof component === 'string' && typeof data === 'object' && data !== null
  return isBlock && typeof key === 'string' ? (value as Block) : null
}

/** Returns a block of rich text, which has its key as all parts of a text have theirs; null if the value is none. */
export function readTextBlock(value: unknown): Block | null {
  if (typeof value !== 'object' || value === null) return null
  const { _type, _key, component, data } = value as Readonly<Record<string, unknown>>
  return _type === 'component' ? readBlock({ component, key: _key, data }) : null
}

/** Lists the blocks of a value, whether it is a list or a single block. */
export function listBlocks(value: unknown): readonly Block[] {
  return (Array.isArray(value) ? value : [value]).flatMap(item => readBlock(item) ?? [])
}

/** Finds the block with the same component and key in another value. */
export function findSame(value: unknown, block: Block): Block | undefined {
  return listBlocks(value).find(
    ({ key, component }) => component === block.component && (!Array.isArray(value) || key === block.key),
  )
}

/** Returns undefined if the space has no such component, or the field does not know the components of the space. */
export function componentOf(
  field: ReadField,
  { component }: Pick<Block, 'component'>,
): Component | undefined {
  return field[componentsKey]?.get(component)
}

/** Lists the components that may be added to a field, in the order of the field. */
export function listAllowed(field: Field): readonly Component[] {
  return (field.of ?? []).flatMap(name => field[componentsKey]?.get(name) ?? [])
}

/** Returns the fields of a block with their values, without those that editors do not see. */
export function listFields(field: ReadField, block: Block) {
  const fields = componentOf(field, block)?.fields ?? []
  return fields
    .filter(({ hidden }) => !hidden)
    .map(inner => ({ field: inner, value: ownValue(block.data, inner.apiName) ?? noValue(inner) }))
}

export function noValue({ many }: Pick<Field, 'many'>): unknown {
  return many ? [] : null
}

/** The title of a block: the text of its title field, or else its first text; null if it has none. */
export function titleOf(field: ReadField, block: Block): string | null {
  const component = componentOf(field, block)
  return component ? findTitle(component, block.data) : null
}

/** The name of the component, or its API name if the space has none of that name. */
export function nameOf(field: ReadField, block: Pick<Block, 'component'>): string {
  return componentOf(field, block)?.name ?? block.component
}

/** Checks whether a filter selects a place, a place inside of it, or the value that contains it. `only` is null for all. */
export function isSelected(only: ReadonlySet<string> | null, place: string): boolean {
  if (only === null || only.has(place)) return true
  return [...only].some(one => one.startsWith(`${place}/`) || place.startsWith(`${one}/`))
}

/** For example `Hero “Tide Tables”`. */
export function nameBlock(field: ReadField, block: Block): string {
  const title = titleOf(field, block)
  return title === null ? nameOf(field, block) : `${nameOf(field, block)} “${cut(title)}”`
}

const titleLengthShown = 60

function cut(text: string): string {
  return text.length > titleLengthShown ? `${text.slice(0, titleLengthShown).trimEnd()}…` : text
}

/** Creates the keys of new blocks. */
export type MakeKey = () => string

/** The number of random bytes in a key, which are written as letters and digits of base 36. */
const keyBytes = 8

export function makeRandomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes))
  return [...bytes].map(byte => byte.toString(36).padStart(2, '0')).join('')
}

/** Returns a block with the default values of its component. */
export function createBlock({ apiName, fields }: Component, makeKey: MakeKey): Block {
  const data = fields.map(field => {
    const value = field.default ?? noValue(field)
    return [field.apiName, withNewKeys(field, value, makeKey)] as const
  })
  return { component: apiName, key: makeKey(), data: Object.fromEntries(data) }
}

/** Returns a copy of a block in which it and all blocks inside of it have new keys. */
export function copyBlock(field: ReadField, block: Block, makeKey: MakeKey): Block {
  const fields = new Map(componentOf(field, block)?.fields.map(inner => [inner.apiName, inner]))
  const data = Object.entries(block.data).map(([name, value]) => {
    const inner = fields.get(name)
    return [name, inner ? withNewKeys(inner, value, makeKey) : value] as const
  })
  return { ...block, key: makeKey(), data: Object.fromEntries(data) }
}

function withNewKeys(field: Field, value: unknown, makeKey: MakeKey): unknown {
  if (field.of === undefined) return value
  if (Array.isArray(value)) return value.map(item => withNewKeys(field, item, makeKey))
  const block = readBlock(value)
  return block ? copyBlock(field, block, makeKey) : value
}
