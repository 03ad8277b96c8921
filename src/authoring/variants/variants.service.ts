// Manages the variants of a space. A variant that entries have values for cannot be removed.
import { requireRight } from '../../access/require-right.store.ts'
import { type Caller, toActor, toActorText } from '../../base/caller.ts'
import type { Clock } from '../../base/clock.ts'
import { Problem } from '../../base/errors.ts'
import type { SpaceId } from '../../base/ids.ts'
import {
  deleteVariant,
  findUseOfVariant,
  readVariants,
  saveVariant,
  type Variant,
} from '../../content/model/variants.store.ts'
import { recordActivity } from '../../content/tables/activity.store.ts'
import { lockRevision, raiseContentRevision } from '../../content/tables/revision.store.ts'
import { type Database, readsWithin, type Writes } from '../../database/database.ts'
import { type PageRange, toList } from '../../http/record.schema.ts'

interface VariantParts {
  readonly database: Database
  readonly clock: Clock
}

/** Lists the variants by id. */
export async function listVariants({ database }: VariantParts, space: SpaceId, range: PageRange) {
  const all = await database.snapshot(space, reads => readVariants(reads, space))
  const start = (range.page - 1) * range.perPage
  return toList(all.slice(start, start + range.perPage), all.length, range)
}

/** Creates a variant. `isNew` is false if the same variant already exists. */
export function createVariant(
  parts: VariantParts,
  caller: Caller,
  variant: Variant,
): Promise<{ readonly doc: Variant; readonly isNew: boolean }> {
  return change(parts, caller, async writes => {
    const known = await find(writes, caller.space, variant.id)
    if (known && (known.name !== variant.name || known.kind !== variant.kind)) {
      throw new Problem(
        'variant_exists',
        `The space has a variant "${variant.id}" with another name or kind.`,
      )
    }
    if (known) return { doc: known, isNew: false }
    await saveVariant(writes, caller.space, variant)
    await record(writes, parts, caller, { variant: variant.id, operations: ['create'] })
    return { doc: variant, isNew: true }
  })
}

/** Changes a variant. `id` is null if the id in the request is not valid. */
export function updateVariant(
  parts: VariantParts,
  caller: Caller,
  id: string | null,
  changed: Partial<Pick<Variant, 'name' | 'kind'>>,
): Promise<Variant> {
  return change(parts, caller, async writes => {
    const known = await get(writes, caller.space, id)
    const variant = { ...known, ...changed }
    if (Bun.deepEquals(variant, known)) return known
    await saveVariant(writes, caller.space, variant)
    await record(writes, parts, caller, { variant: variant.id, operations: ['set'] })
    return variant
  })
}

/** Removes a variant and returns its last state. */
export function removeVariant(parts: VariantParts, caller: Caller, id: string | null): Promise<Variant> {
  return change(parts, caller, async writes => {
    const variant = await get(writes, caller.space, id)
    const entry = await findUseOfVariant(writes, caller.space, variant.id)
    if (entry !== null) {
      const detail = `Entries have values for this variant, such as ${entry}, in their drafts, scheduled or live. Remove them first.`
      throw new Problem('variant_in_use', detail)
    }
    await deleteVariant(writes, caller.space, variant.id)
    await record(writes, parts, caller, { variant: variant.id, operations: ['delete'] })
    return variant
  })
}

async function get(writes: Writes, space: SpaceId, id: string | null): Promise<Variant> {
  const variant = id === null ? null : await find(writes, space, id)
  if (!variant) throw new Problem('variant_not_found', 'The space has no variant with this id.')
  return variant
}

async function find(writes: Writes, space: SpaceId, id: string): Promise<Variant | null> {
  return (await readVariants(readsWithin(writes), space)).find(variant => variant.id === id) ?? null
}

async function record(
  writes: Writes,
  { clock }: VariantParts,
  caller: Caller,
  detail: object,
): Promise<void> {
  const by = toActorText(toActor(caller))
  const nothing = { entry: null, collection: null, version: null }
  await recordActivity(writes, caller.space, [{ at: clock(), by, action: 'model', ...nothing, detail }])
  await raiseContentRevision(writes, caller.space)
}

/** Runs a change under the space's lock, so that no writer of drafts can start to use a variant that is being removed. */
function change<Result>(
  { database, clock }: VariantParts,
  caller: Caller,
  work: (writes: Writes) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async writes => {
    await requireRight(writes, caller, 'model', clock)
    await lockRevision(writes, caller.space)
    return work(writes)
  }, caller.space)
}
