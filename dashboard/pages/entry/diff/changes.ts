// Compares two versions of an entry: the slug, the fields, and the fields that variants override.
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import { toPointer } from '../../../../src/base/json.ts'
import type { ReadField, TypeDefinition } from '../../../fields/field-type.ts'
import { fieldTypes } from '../../../fields/registry.ts'
import { ownValue } from '../../../parts/entries/own-value.ts'
import { type Bases, type Sides, toOverlaid } from './overlaid-blocks.ts'

export type FieldModel = CollectionModelView['fields'][number]

type Values = Readonly<Record<string, unknown>>

/** The content of an entry: its draft, its live version, or an older version. */
export interface Content {
  readonly slug: string
  readonly data: Values
  readonly variants: Readonly<Record<string, Values>>
}

export interface Change {
  /** A JSON Pointer: `/slug`, `/data/title`, `/variants/vip/title`. */
  readonly path: string
  /** Null for the slug. */
  readonly field: FieldModel | null
  /** The variant that overrides the field; null for the base. */
  readonly variant: string | null
  /** `undefined` means no value or, in a variant, that the base applies. */
  readonly before: unknown
  readonly after: unknown
  /** The base's values, if both sides have only the values that the variant has in its blocks. */
  readonly bases?: Bases | undefined
}

/** The slug is compared like a text. */
export function definitionOf(field: FieldModel | null): TypeDefinition {
  return fieldTypes[field?.type ?? 'text']
}

/** Compares two values by the JSON that would be served, so the order of keys matters. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || toText(a) === toText(b)
}

const texts = new WeakMap<object, string>()

/** Caches the JSON of each object. Edits keep the identity of unchanged values. */
function toText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const known = texts.get(value)
  if (known !== undefined) return known
  const text = JSON.stringify(value)
  texts.set(value, text)
  return text
}

/**
 * Lists the changes in the order of the model, the base before variants. `before` is null for an entry that was never
 * published.
 */
export function listChanges(
  model: readonly FieldModel[],
  before: Content | null,
  after: Content,
): readonly Change[] {
  const fields = withUnknownFields(model, [before, after])
  const changes: Change[] = fields.map(field => ({
    path: toPointer('data', field.apiName),
    field,
    variant: null,
    before: takeValue(field, before?.data),
    after: takeValue(field, after.data),
  }))
  for (const id of variantsOf(before, after)) {
    const [old, now] = [ownValue(before?.variants, id), ownValue(after.variants, id)]
    for (const field of fields) {
      const path = toPointer('variants', id, field.apiName)
      const [was, is] = [ownValue(old, field.apiName), ownValue(now, field.apiName)]
      const bases: Bases = [ownValue(before?.data, field.apiName), ownValue(after.data, field.apiName)]
      const isWhole = (was ?? is ?? null) !== null
      const inside = isWhole ? null : toInside(field, bases, [old, now])
      changes.push({
        ...{ path, field, variant: id, bases: inside ? bases : undefined },
        ...(inside ?? { before: was ?? undefined, after: is ?? undefined }),
      })
    }
  }
  const slug = { path: '/slug', field: null, variant: null, before: before?.slug, after: after.slug }
  return [...(before === null ? [] : [slug]), ...changes].filter(one => !isSame(one.before, one.after))
}

/** Returns what both overlays have in the blocks of a field; null if they have nothing there. */
function toInside(field: FieldModel, bases: Bases, overlays: Sides<Values | undefined>) {
  const overlaid = toOverlaid(field as ReadField, field.apiName, bases, overlays)
  if (overlaid) return { before: overlaid[0], after: overlaid[1] }
  // The model no longer has a field of blocks of this name.
  const [before, after] = overlays.map(overlay => {
    const inside = Object.entries(overlay ?? {}).filter(([name]) => name.startsWith(`${field.apiName}/`))
    return inside.length === 0 ? undefined : Object.fromEntries(inside)
  })
  return { before, after }
}

/** Returns undefined for `null` and for an empty list. */
function takeValue(field: FieldModel, values: Values | undefined): unknown {
  const value = ownValue(values, field.apiName)
  if (value === null) return undefined
  return field.many && Array.isArray(value) && value.length === 0 ? undefined : value
}

function variantsOf(before: Content | null, after: Content): readonly string[] {
  return [...new Set([...Object.keys(before?.variants ?? {}), ...Object.keys(after.variants)])].sort()
}

/**
 * Returns the fields of the model, followed by fields for values that the model lacks, for example those of older
 * versions.
 */
function withUnknownFields(
  model: readonly FieldModel[],
  contents: readonly (Content | null)[],
): FieldModel[] {
  const known = new Set(model.map(({ apiName }) => apiName))
  const sides = contents.flatMap(side => (side ? [side.data, ...Object.values(side.variants)] : []))
  const names = sides.flatMap(values => Object.keys(values)).map(name => name.split('/')[0]!)
  const others = new Set(names.filter(name => !known.has(name)))
  return [...model, ...[...others].map((apiName): FieldModel => ({ apiName, type: 'json' }))]
}

export interface Difference {
  /** Keys and indexes from the root of the value: `0.children.2.text`. */
  readonly path: string
  /** `undefined` if the value does not exist on this side. */
  readonly before: unknown
  readonly after: unknown
}

/** Returns the paths at which two JSON values differ, at most `max`; empty if only the order of keys differs. */
export function listDifferences(before: unknown, after: unknown, max: number): readonly Difference[] {
  const found: Difference[] = []
  const walk = (a: unknown, b: unknown, path: string) => {
    if (found.length >= max) return
    if (!isBranch(a) || !isBranch(b) || Array.isArray(a) !== Array.isArray(b)) {
      if (a !== b) found.push({ path, before: a, after: b })
      return
    }
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      walk(ownValue(a, key), ownValue(b, key), path === '' ? key : `${path}.${key}`)
    }
  }
  walk(before, after, '')
  return found
}

function isBranch(value: unknown): value is Values {
  return typeof value === 'object' && value !== null
}
