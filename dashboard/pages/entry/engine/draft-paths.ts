// The paths of a draft: `/slug`, `/data/title`, `/variants/vip/title`. Values are saved, and conflicts detected, by path.
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import { partsOfPointer, toPointer } from '../../../../src/base/json.ts'
import { readBlock } from '../../../fields/component/blocks.ts'
import { ownValue } from '../../../parts/entries/own-value.ts'

export type Path = string

export type DraftContent = Pick<EntryView, 'slug' | 'data' | 'variants'>

export const slugPath: Path = '/slug'

/** Returns the path of a field, in the base values or in the overlay of a variant. */
export function toFieldPath(field: string, variant: string | null): Path {
  return variant === null ? toPointer('data', field) : toPointer('variants', variant, field)
}

export interface PathParts {
  /** Null for the slug. */
  readonly field: string | null
  /** Null for base values. */
  readonly variant: string | null
}

export function toParts(path: Path): PathParts {
  const [kind, ...names] = partsOfPointer(path)
  if (kind === 'data') return { field: names[0] ?? null, variant: null }
  if (kind === 'variants') return { field: names[1] ?? null, variant: names[0] ?? null }
  return { field: null, variant: null }
}

/** Returns the draft's path that contains the pointer: `/data/tags` for `/data/tags/2`. */
export function toPath(pointer: string): Path {
  const { field, variant } = toParts(pointer)
  return field === null ? slugPath : toFieldPath(field, variant)
}

/**
 * Returns the place that a pointer into the draft names, with the keys of blocks: `/data/sections/k3f9/heading` for
 * `/data/sections/0/data/heading`, and `/data/tags` for `/data/tags/2`, because the items of other lists have no keys.
 */
export function toPlace(pointer: string, draft: DraftContent): Path {
  const path = toPath(pointer)
  const inside = partsOfPointer(pointer).slice(partsOfPointer(path).length)
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
  return path + placeInside(valueAt(draft, path), steps)
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
  const block = readBlock(Array.isArray(value) ? value[Number(step)] : value)
  if (block === null) return ''
  const [key, name] = Array.isArray(value) ? [toPointer(block.key), steps[1]] : ['', steps[0]]
  if (name === undefined) return key
  const inside = steps.slice(Array.isArray(value) ? 2 : 1)
  return key + toPointer(name) + toInnerPlace(ownValue(block.data, name), inside)
}

/** Returns null if there is no value. In an overlay, null also means that the base value applies. */
export function valueAt(draft: DraftContent, path: Path): unknown {
  const { field, variant } = toParts(path)
  if (field === null) return draft.slug
  const values = variant === null ? draft.data : ownValue(draft.variants, variant)
  return ownValue(values, field) ?? null
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
    const { field, variant } = toParts(path)
    if (field === null) change.slug = value as string | null
    else if (variant === null) change.data = { ...change.data, [field]: value }
    else {
      const overlay = { ...ownValue(change.variants, variant), [field]: value }
      change.variants = { ...change.variants, [variant]: overlay }
    }
  }
  return change
}

/** Returns the draft with these values applied. */
export function withValues(draft: DraftContent, values: ReadonlyMap<Path, unknown>): DraftContent {
  const { slug, data, variants } = toChange(values)
  const merged: DraftContent['variants'] = { ...draft.variants }
  for (const [variant, overlay] of Object.entries(variants ?? {})) {
    const all = Object.entries({ ...ownValue(merged, variant), ...overlay }).filter(
      ([, value]) => value !== null,
    )
    if (all.length > 0) merged[variant] = Object.fromEntries(all)
    else delete merged[variant]
  }
  return { slug: slug ?? draft.slug, data: { ...draft.data, ...data }, variants: merged }
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
