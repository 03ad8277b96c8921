// The paths of a draft: `/slug`, `/data/title`, `/variants/vip/title`, and for values in blocks their addresses, such as
// `/data/sections/k3f9/heading`. Values are saved, and conflicts detected, by path.
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import { partsOfPointer, toPointer } from '../../../../src/base/json.ts'
import { listBlocks, readBlock, readTextBlock } from '../../../fields/component/blocks.ts'
import { ownValue } from '../../../parts/entries/own-value.ts'

export type Path = string

export type DraftContent = Pick<EntryView, 'slug' | 'data' | 'variants'>

export const slugPath: Path = '/slug'

/** Returns the path of a field, or of an address in blocks, in the base values or in the overlay of a variant. */
export function toFieldPath(address: string, variant: string | null): Path {
  const steps = address.split('/')
  return variant === null ? toPointer('data', ...steps) : toPointer('variants', variant, ...steps)
}

/** Returns the path of the same value in the base. */
export function toBasePath(path: Path): Path {
  const { field, inside } = toParts(path)
  return field === null ? path : toPointer('data', field, ...inside)
}

export interface PathParts {
  /** Null for the slug. */
  readonly field: string | null
  /** Null for base values. */
  readonly variant: string | null
  /** The steps from the value of the field to that of the path: keys of blocks, and names of their fields. */
  readonly inside: readonly string[]
}

export function toParts(path: Path): PathParts {
  const [kind, ...names] = partsOfPointer(path)
  const variant = kind === 'variants' ? (names.shift() ?? null) : null
  if (kind !== 'data' && kind !== 'variants') return { field: null, variant: null, inside: [] }
  const [field = null, ...inside] = names
  return { field, variant, inside }
}

/** Returns the path of the field that contains the pointer: `/data/tags` for `/data/tags/2`. */
export function toPath(pointer: string): Path {
  const { field, variant } = toParts(pointer)
  // The server names an address as one step.
  return field === null ? slugPath : toFieldPath(field.split('/')[0]!, variant)
}

/**
 * Returns the place that a pointer into the draft names, with the keys of blocks: `/data/sections/k3f9/heading` for
 * `/data/sections/0/data/heading`, and `/data/tags` for `/data/tags/2`, because the items of other lists have no keys.
 */
export function toPlace(pointer: string, draft: DraftContent): Path {
  // The server names an address that was sent as one step.
  const [address = '', ...steps] = pointer.split('/').slice(1)
  const sent = steps.findIndex(step => step.includes('~1'))
  const known = sent < 0 ? null : `/${[address, ...steps.slice(0, sent + 1)].join('/')}`.replaceAll('~1', '/')
  const path = known ?? toPath(pointer)
  const inside =
    known === null
      ? partsOfPointer(pointer).slice(partsOfPointer(path).length)
      : partsOfPointer(`/${steps.slice(sent + 1).join('/')}`).filter(step => step !== '')
  return path + toInnerPlace(valueAt(draft, path), inside)
}

/** Returns the address of the value at a place: `sections/k3f9/heading` for `/data/sections/k3f9/heading`. */
export function toValueAddress(place: Path): string {
  return partsOfPointer(place)
    .slice(toParts(place).variant === null ? 1 : 2)
    .join('/')
}

/**
 * Returns the place of the value with an address: `/data/sections/k3f9/heading`. If the draft has no such value, returns the
 * place of the closest block or field around it.
 */
export function placeOfAddress(address: string, variant: string | null, draft: DraftContent): Path {
  const [field = '', ...steps] = address.split('/')
  const path = toFieldPath(field, variant)
  return path + placeInside(shownAt(draft, path), steps)
}

function placeInside(value: unknown, steps: readonly string[]): string {
  const isList = Array.isArray(value)
  const block = isList ? value.map(readBlock).find(one => one?.key === steps[0]) : readBlock(value)
  if (!block) return ''
  const key = isList ? toPointer(block.key) : ''
  const [name, ...others] = isList ? steps.slice(1) : steps
  if (name === undefined || !Object.hasOwn(block.data, name)) return key
  return key + toPointer(name) + placeInside(block.data[name], others)
}

function toInnerPlace(value: unknown, [step, ...steps]: readonly string[]): string {
  if (step === undefined) return ''
  const item = Array.isArray(value) ? value[Number(step)] : value
  const block = readBlock(item) ?? readTextBlock(item)
  if (block === null) return ''
  const [key, name] = Array.isArray(value) ? [toPointer(block.key), steps[1]] : ['', steps[0]]
  if (name === undefined) return key
  const inside = steps.slice(Array.isArray(value) ? 2 : 1)
  return key + toPointer(name) + toInnerPlace(ownValue(block.data, name), inside)
}

/**
 * Returns null if there is no value. In an overlay, null also means that the base value applies, and a path in blocks is that of
 * a value in the base's blocks.
 */
export function valueAt(draft: DraftContent, path: Path): unknown {
  const { field, variant, inside } = toParts(path)
  if (field === null) return draft.slug
  if (variant !== null)
    return ownValue(ownValue(draft.variants, variant), [field, ...inside].join('/')) ?? null
  return findInside(ownValue(draft.data, field), inside) ?? null
}

/** Returns the value that the form shows: in an overlay without one, that of the base with the overlay's values in its blocks. */
export function shownAt(draft: DraftContent, path: Path): unknown {
  const { variant } = toParts(path)
  const own = valueAt(draft, path)
  if (own !== null || variant === null) return own
  const around = `${toValueAddress(path)}/`
  const inside = Object.entries(ownValue(draft.variants, variant) ?? {})
    .filter(([address]) => address.startsWith(around))
    .map(([address, value]) => ({ steps: address.slice(around.length).split('/'), value }))
  return withInside(valueAt(draft, toBasePath(path)), inside)
}

interface ValueInside {
  readonly steps: readonly string[]
  readonly value: unknown
}

/** Sets values inside of blocks. Reads each list once, however many values are in it. */
function withInside(value: unknown, inside: readonly ValueInside[]): unknown {
  const whole = inside.find(({ steps }) => steps.length === 0)
  if (whole !== undefined) return whole.value
  const keySteps = Array.isArray(value) ? 1 : 0
  const byBlock = Map.groupBy(inside, ({ steps }) => (keySteps === 1 ? steps[0] : ''))
  const withOwn = (item: unknown) => {
    const block = readBlock(item)
    const own = block && byBlock.get(keySteps === 1 ? block.key : '')
    if (!own) return item
    const byName = Map.groupBy(own, ({ steps }) => steps[keySteps] ?? '')
    const values = [...byName].map(([name, each]) => {
      const below = each.map(({ steps, value: inner }) => ({
        steps: steps.slice(keySteps + 1),
        value: inner,
      }))
      return [name, withInside(ownValue(block.data, name) ?? null, below)] as const
    })
    return { ...block, data: { ...block.data, ...Object.fromEntries(values) } }
  }
  return Array.isArray(value) ? value.map(withOwn) : withOwn(value)
}

/** Checks whether the draft has the blocks around a path: in an overlay its own ones or, without any, those of the base. */
export function hasPlace(draft: DraftContent, path: Path): boolean {
  const { field, variant, inside } = toParts(path)
  if (inside.length === 0) return true
  const whole = variant === null ? null : findWhole(draft, path)
  const [value, rest] = whole ?? [ownValue(draft.data, field ?? ''), inside]
  return findInside(value, rest) !== undefined
}

/** Checks whether a value can be set at a path: not inside of a value that an overlay has whole. */
export function isSettable(draft: DraftContent, path: Path): boolean {
  const isInWhole = toParts(path).variant !== null && findWhole(draft, path) !== null
  return !isInWhole && hasPlace(draft, path)
}

/** Returns the value that an overlay has whole and that contains a path, and the steps from there; null if it has none. */
function findWhole(
  draft: DraftContent,
  path: Path,
): readonly [value: unknown, rest: readonly string[]] | null {
  const { field, variant, inside } = toParts(path)
  const overlay = ownValue(draft.variants, variant ?? '')
  const steps = [field, ...inside]
  for (let count = 1; count < steps.length; count++) {
    const value = ownValue(overlay, steps.slice(0, count).join('/')) ?? null
    if (value !== null) return [value, inside.slice(count - 1)]
  }
  return null
}

/** Returns undefined if there is no block at a step. */
function findInside(value: unknown, inside: readonly string[]): unknown {
  if (inside.length === 0) return value
  const { block, name, rest } = step(value, inside)
  return block === null || name === undefined
    ? undefined
    : findInside(ownValue(block.data, name) ?? null, rest)
}

/** Sets a value inside of the value of a field. Where there is no block at a step, nothing changes. */
export function setInside(value: unknown, inside: readonly string[], next: unknown): unknown {
  if (inside.length === 0) return next
  const { block, name, rest } = step(value, inside)
  if (block === null || name === undefined) return value
  const data = { ...block.data, [name]: setInside(ownValue(block.data, name) ?? null, rest, next) }
  const changed = { ...block, data }
  return Array.isArray(value) ? value.map((item: unknown) => (item === block ? changed : item)) : changed
}

function step(value: unknown, inside: readonly string[]) {
  if (!Array.isArray(value)) return { block: readBlock(value), name: inside[0], rest: inside.slice(1) }
  const found: unknown = value.find((item: unknown) => readBlock(item)?.key === inside[0])
  return { block: readBlock(found), name: inside[1], rest: inside.slice(2) }
}

/** Returns all paths of all the drafts. */
export function listPaths(...drafts: readonly DraftContent[]): Path[] {
  const paths = new Set<Path>([slugPath])
  for (const { data, variants } of drafts) {
    for (const field of Object.keys(data)) paths.add(toFieldPath(field, null))
    for (const [variant, values] of Object.entries(variants)) {
      for (const field of Object.keys(values)) paths.add(toFieldPath(field, variant))
    }
  }
  return [...paths]
}

interface DraftChange {
  slug?: string | null
  data?: Record<string, unknown>
  variants?: Record<string, Record<string, unknown>>
}

/** Returns the members of a request that sets these paths. */
export function toChange(values: ReadonlyMap<Path, unknown>): DraftChange {
  const change: DraftChange = {}
  for (const [path, value] of values) {
    const { field, variant, inside } = toParts(path)
    const name = [field, ...inside].join('/')
    if (field === null) change.slug = value as string | null
    else if (variant === null) change.data = { ...change.data, [name]: value }
    else {
      const overlay = { ...ownValue(change.variants, variant), [name]: value }
      change.variants = { ...change.variants, [variant]: overlay }
    }
  }
  return change
}

/** Returns the draft with these values applied, the outer ones first. `join` may keep parts of the value before. */
export function withValues(
  draft: DraftContent,
  values: ReadonlyMap<Path, unknown>,
  join: (path: Path, before: unknown, value: unknown) => unknown = (_path, _before, value) => value,
): DraftContent {
  let { slug } = draft
  const data = { ...draft.data }
  const variants: Record<string, Record<string, unknown>> = { ...draft.variants }
  const stepsOf = (path: Path) => path.split('/').length
  for (const [path, value] of [...values].sort(([a], [b]) => stepsOf(a) - stepsOf(b))) {
    const { field, variant, inside } = toParts(path)
    if (field === null) slug = (value as string | null) ?? slug
    else if (variant === null) {
      const before = ownValue(data, field)
      const next = join(path, findInside(before, inside), value)
      data[field] = setInside(before, inside, next)
    } else {
      const overlay = withAddress(ownValue(variants, variant) ?? {}, [field, ...inside].join('/'), value)
      if (Object.keys(overlay).length > 0) variants[variant] = overlay
      else delete variants[variant]
    }
  }
  return { slug, data, variants }
}

/** A whole value takes the place of those inside of it. */
function withAddress(overlay: Readonly<Record<string, unknown>>, address: string, value: unknown) {
  const others = { ...overlay, [address]: value }
  const isInWhole = (name: string) => {
    const steps = name.split('/')
    return steps.some(
      (_, index) => index > 0 && (ownValue(others, steps.slice(0, index).join('/')) ?? null) !== null,
    )
  }
  return Object.fromEntries(Object.entries(others).filter(([name, one]) => one !== null && !isInWhole(name)))
}

/** Removes the values of overlays whose blocks the base does not have. */
export function withoutGone(draft: DraftContent): DraftContent {
  const places = new Set(Object.entries(draft.data).flatMap(([name, value]) => listBlockPlaces(value, name)))
  const isThere = (address: string) =>
    !address.includes('/') || places.has(address.slice(0, address.lastIndexOf('/')))
  const variants = Object.entries(draft.variants).flatMap(([id, overlay]) => {
    const left = Object.entries(overlay).filter(([address]) => isThere(address))
    return left.length === 0 ? [] : [[id, Object.fromEntries(left)] as const]
  })
  return { ...draft, variants: Object.fromEntries(variants) }
}

/** Lists what the addresses of values in blocks begin with: `sections/k3f9`, and `seo` for a single block. */
function listBlockPlaces(value: unknown, place: string): readonly string[] {
  return listBlocks(value).flatMap(({ key, data }) => {
    const at = Array.isArray(value) ? `${place}/${key}` : place
    return [at, ...Object.entries(data).flatMap(([name, inner]) => listBlockPlaces(inner, `${at}/${name}`))]
  })
}

/** Compares two JSON values, ignoring the order of keys. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (!isBranch(a) || !isBranch(b) || Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every(key => Object.hasOwn(b, key) && isEqual(a[key], b[key]))
  )
}

function isBranch(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
