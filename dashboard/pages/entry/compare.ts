// Compares an entry's draft with its live version, in the order of the schema.
import type { EntryView } from '../../../src/authoring/entries.schema.ts'
import type { Field as ModelField } from '../../../src/content/model.ts'

export type Field = Pick<ModelField, 'apiName' | 'type' | 'many' | 'to'>
type Values = Readonly<Record<string, unknown>>

export interface ComparedField {
  readonly field: Field
  readonly draft: unknown
  readonly live: unknown
  /** False if nothing is live: there is nothing to compare with. */
  readonly differs: boolean
}

export interface ComparedVariant {
  readonly id: string
  /** Whether the draft and the live version have it. */
  readonly inDraft: boolean
  readonly inLive: boolean
  /** The fields that it sets in either version. `undefined` means that it leaves the base value unchanged. */
  readonly overlays: readonly { readonly base: ComparedField; readonly overlay: ComparedField }[]
  readonly differs: boolean
}

/** Compares the values as they would be served: the order of keys matters, as in the bytes of the response. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

/** The fields of the schema, followed by values without a field in it. */
export function listFields(model: readonly Field[], entry: EntryView): Field[] {
  const known = new Set(model.map(({ apiName }) => apiName))
  const all = [entry, entry.live].flatMap(side => (side ? [side.data, ...Object.values(side.variants)] : []))
  const others = new Set(all.flatMap(values => Object.keys(values)).filter(name => !known.has(name)))
  return [...model, ...[...others].map(apiName => ({ apiName, type: 'json' as const }))]
}

export function compareFields(fields: readonly Field[], entry: EntryView): ComparedField[] {
  const { data, live } = entry
  return fields.map(field => {
    const of = (values: Values) => values[field.apiName] ?? (field.many ? [] : null)
    return compare(field, of(data), live ? of(live.data) : undefined, live !== null)
  })
}

export function compareVariants(
  fields: readonly Field[],
  bases: readonly ComparedField[],
  entry: EntryView,
): ComparedVariant[] {
  const drafts = entry.variants
  const lives = entry.live?.variants ?? {}
  const ids = [...new Set([...Object.keys(drafts), ...Object.keys(lives)])].sort()
  return ids.map(id => {
    const overlays = fields.flatMap((field, index) => {
      const of = (values: Values | undefined) => values?.[field.apiName] ?? undefined
      const overlay = compare(field, of(drafts[id]), of(lives[id]), entry.live !== null)
      const base = bases[index]
      const isSet = overlay.draft !== undefined || overlay.live !== undefined
      return isSet && base ? [{ base, overlay }] : []
    })
    const differs = overlays.some(({ overlay }) => overlay.differs)
    return { id, inDraft: Object.hasOwn(drafts, id), inLive: Object.hasOwn(lives, id), overlays, differs }
  })
}

function compare(field: Field, draft: unknown, live: unknown, hasLive: boolean): ComparedField {
  return { field, draft, live, differs: hasLive && !isSame(draft, live) }
}

export interface Difference {
  /** Keys and indexes from the value down: `0.children.2.text`. */
  readonly path: string
  /** `undefined` if that side has no value there. */
  readonly draft: unknown
  readonly live: unknown
}

/** The paths where two JSON values differ, at most `max`; empty if only the order of keys differs. */
export function listDifferences(draft: unknown, live: unknown, max: number): Difference[] {
  const found: Difference[] = []
  const walk = (a: unknown, b: unknown, path: string) => {
    if (found.length >= max) return
    if (!isBranch(a) || !isBranch(b) || Array.isArray(a) !== Array.isArray(b)) {
      if (a !== b) found.push({ path, draft: a, live: b })
      return
    }
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      walk(a[key], b[key], path === '' ? key : `${path}.${key}`)
    }
  }
  walk(draft, live, '')
  return found
}

function isBranch(value: unknown): value is Values {
  return typeof value === 'object' && value !== null
}
