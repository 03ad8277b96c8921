// The outgoing references of a draft, as written, with the entries they currently resolve to.
import type { SpaceId } from '../base/ids.ts'
import { readTargets, type TargetRow } from '../content/entry-targets.store.ts'
import { checkValues, type ReferenceValue } from '../content/field-values.ts'
import type { Field, Values } from '../content/model.ts'
import { listReferences, type WrittenReference } from '../content/references.ts'
import type { Reads } from '../database/database.ts'
import type { EntryDetailView } from './dashboard-content.schema.ts'

type Link = EntryDetailView['references'][number]

interface Draft {
  readonly data: Values
  readonly variants: { readonly [id: string]: Values }
}

const linksMax = 500
/** Values that do not match the model are skipped here; publishing reports them. */
const ignoreErrors = { onError: () => {} }

/** By field in model order, base values before those of variants; each reference once per field. */
export async function listLinks(
  reads: Reads,
  space: SpaceId,
  fields: readonly Field[],
  { data, variants }: Draft,
): Promise<Link[]> {
  const all = [data, ...Object.values(variants)].flatMap(values =>
    listReferences(fields, checkValues(fields, values, ignoreErrors)),
  )
  const written = new Map(all.map(reference => [keyOf(reference), reference]))
  const places = new Map(fields.map(({ apiName }, place) => [apiName, place]))
  const ordered = [...written.values()].sort(
    (a, b) => (places.get(a.field) ?? 0) - (places.get(b.field) ?? 0),
  )
  const shown = ordered.slice(0, linksMax)
  const targets = new Map<string, TargetRow>()
  for (const target of await readTargets(reads, space, shown)) {
    const { id, collection, slug } = target
    targets.set(keyOfTarget({ id }), target).set(keyOfTarget({ collection, slug }), target)
  }
  return shown.map(({ field, to }) => toLink(field, to, targets.get(keyOfTarget(to))))
}

function toLink(field: string, to: ReferenceValue, target: TargetRow | undefined): Link {
  if (target) {
    const { id, collection, slug, state } = target
    return { field, id, collection, slug, live: state === 'live' || state === 'changed' }
  }
  return { field, id: null, collection: null, slug: null, ...to, live: false }
}

function keyOf({ field, to }: WrittenReference): string {
  return `${field}\n${keyOfTarget(to)}`
}

/** Keys cannot collide: an id never looks like JSON. */
function keyOfTarget(to: ReferenceValue): string {
  return 'id' in to ? to.id : JSON.stringify([to.collection, to.slug])
}
