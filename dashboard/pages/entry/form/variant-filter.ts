// The values that a variant overrides, the texts that it does not translate, the overrides that are outdated, and the filter of
// its form. Values in blocks count by themselves.
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import type { Field } from '../../../../src/content/values/model.ts'
import { componentOf, listBlocks, noValue } from '../../../fields/component/blocks.ts'
import { holdsBlocks, isBlank } from '../../../fields/field-values.ts'
import { fieldTypes } from '../../../fields/registry.ts'
import { ownValue } from '../../../parts/entries/own-value.ts'
import { type DraftContent, type Path, toFieldPath } from '../engine/draft-paths.ts'
import type { DraftStore } from '../engine/draft-store.ts'

export type VariantFilter = 'all' | 'overridden' | 'untranslated' | 'outdated'

interface Leaf {
  readonly field: Field
  /** The path in the base without its kind, such as `title` and `sections/k3f9/heading`. */
  readonly address: string
  readonly value: unknown
}

/** Lists the values for everyone that editors see, those in blocks too. */
function listLeaves(fields: readonly Field[], { data }: DraftContent): readonly Leaf[] {
  return fields.flatMap(field => leavesOf(field, ownValue(data, field.apiName), field.apiName))
}

function leavesOf(field: Field, value: unknown, address: string): readonly Leaf[] {
  if (field.hidden) return []
  const blocks = holdsBlocks(field) ? listBlocks(value) : []
  if (blocks.length === 0) return [{ field, address, value: value ?? noValue(field) }]
  return blocks.flatMap(block => {
    const place = field.many ? `${address}/${block.key}` : address
    return (componentOf(field, block)?.fields ?? []).flatMap(inner =>
      leavesOf(inner, ownValue(block.data, inner.apiName), `${place}/${inner.apiName}`),
    )
  })
}

/** The facts that the form of an entry shows about its variants. */
export interface VariantFacts {
  /** The number of values for everyone. */
  readonly fieldCount: number
  /** The variants that override something. */
  readonly overridden: Readonly<Record<string, readonly string[]>>
  /** The addresses of texts that are not empty for everyone. */
  readonly texts: readonly string[]
  readonly outdated: Readonly<Record<string, readonly string[]>>
}

export function readVariantFacts(
  fields: readonly Field[],
  { getDraft, base, edits }: Pick<DraftStore, 'getDraft' | 'base' | 'edits'>,
): VariantFacts {
  const draft = getDraft()
  const leaves = listLeaves(fields, draft)
  const texts = leaves.filter(
    ({ field, value }) => fieldTypes[field.type].isTranslatable?.(field) && !isBlank(value),
  )
  return {
    fieldCount: leaves.length,
    overridden: mapValues(draft.variants, overlay => Object.keys(overlay)),
    texts: texts.map(({ address }) => address),
    outdated: mapValues(base.outdated as EntryView['outdated'], (addresses, id) =>
      addresses.filter(address => {
        const isThere = ownValue(ownValue(draft.variants, id), address) !== undefined
        return isThere && !edits.has(toFieldPath(address, id))
      }),
    ),
  }
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value, key: string) => Result,
): Readonly<Record<string, Result>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
}

/** Returns the addresses that a filter selects in a variant. */
export function listSelected(
  filter: Exclude<VariantFilter, 'all'>,
  { overridden, texts, outdated }: VariantFacts,
  variant: string,
): readonly string[] {
  const own = new Set(ownValue(overridden, variant))
  if (filter === 'overridden') return [...own]
  if (filter === 'outdated') return ownValue(outdated, variant) ?? []
  const isOwn = (address: string) => {
    const steps = address.split('/')
    return steps.some((_, index) => own.has(steps.slice(0, index + 1).join('/')))
  }
  return texts.filter(address => !isOwn(address))
}

/** Returns the places that the filter selects; null for all. */
export function selectPlaces(
  filter: VariantFilter,
  facts: VariantFacts,
  variant: string | null,
): ReadonlySet<Path> | null {
  if (filter === 'all' || variant === null) return null
  return new Set(listSelected(filter, facts, variant).map(address => toFieldPath(address, variant)))
}

/** Lists the places around selected ones, among them those of the blocks that contain them. */
export function listAround(places: ReadonlySet<Path>): readonly Path[] {
  const around = [...places].flatMap(place => {
    const steps = place.split('/')
    // The places around `/variants/de/sections/k3f9/heading` are a list and a block.
    return steps.slice(4).map((_, index) => steps.slice(0, index + 4).join('/'))
  })
  return [...new Set(around)]
}
