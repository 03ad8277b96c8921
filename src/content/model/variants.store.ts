// SQL statements for the variants of a space. Only this file writes them.
import type { SpaceId } from '../../base/ids.ts'
import { columnsOf, runInParts } from '../../database/bulk.ts'
import { prepare, query, type Reads, type Writes } from '../../database/database.ts'

export const variantKinds = ['audience', 'locale'] as const
type VariantKind = (typeof variantKinds)[number]

export interface Variant {
  readonly id: string
  readonly name: string
  readonly kind: VariantKind
}

const allVariants = prepare(({ space }: { space: SpaceId }) =>
  query.selectFrom('variant').select(['id', 'name', 'kind']).where('space', '=', space).orderBy('id'),
)

/** Reads the variants in the order of their ids. */
export async function readVariants(reads: Reads, space: SpaceId): Promise<Variant[]> {
  const rows = await reads.all(allVariants({ space }))
  return rows.map(row => ({ ...row, kind: row.kind as VariantKind }))
}

const columns = ['space', 'id', 'name', 'kind'] as const

/** Adds an audience for each id that is not a variant yet. */
export async function addVariants(writes: Writes, space: SpaceId, ids: Iterable<string>): Promise<void> {
  const rows = [...ids].map(id => ({ space, id, name: id, kind: 'audience' }))
  await runInParts(writes, 'addVariants', columns, rows, part =>
    writes
      .insertInto('variant')
      .values(part.map(row => columnsOf(row, columns)))
      .onConflict(conflict => conflict.doNothing()),
  )
}

export async function saveVariant(writes: Writes, space: SpaceId, variant: Variant): Promise<void> {
  const { id, name, kind } = variant
  await writes
    .insertInto('variant')
    .values({ space, id, name, kind })
    .onConflict(conflict => conflict.columns(['space', 'id']).doUpdateSet({ name, kind }))
    .execute()
}

export async function deleteVariant(writes: Writes, space: SpaceId, id: string): Promise<void> {
  await writes.deleteFrom('variant').where('space', '=', space).where('id', '=', id).execute()
}

/**
 * Finds an entry with values for the variant in its draft, its scheduled draft or its live publication; null if there is
 * none.
 */
export async function findUseOfVariant(writes: Writes, space: SpaceId, id: string): Promise<string | null> {
  // JSON escapes no character of an id. An id may contain wildcards of LIKE, so the matches are parsed below.
  const pattern = `%"${id}":%`
  const drafts = await writes
    .selectFrom('entry')
    .select(['id', 'variants'])
    .where('space', '=', space)
    .where('variants', 'like', pattern)
    .execute()
  const scheduled = await writes
    .selectFrom('schedule')
    .innerJoin('entry_version as version', join =>
      join
        .on('version.space', '=', space)
        .onRef('version.entry', '=', 'schedule.entry')
        .onRef('version.draft_version', '=', 'schedule.draft_version'),
    )
    .select(['schedule.entry as id', 'version.variants'])
    .where('schedule.space', '=', space)
    .where('schedule.state', '=', 'pending')
    .where('schedule.publish_at', 'is not', null)
    .where('version.variants', 'like', pattern)
    .execute()
  const written = [...drafts, ...scheduled].find(({ variants }) =>
    Object.hasOwn(JSON.parse(variants ?? '{}'), id),
  )
  if (written) return written.id
  const live = await writes
    .selectFrom('publication_variant as overlay')
    .innerJoin('publication', join =>
      join
        .onRef('publication.space', '=', 'overlay.space')
        .onRef('publication.entry', '=', 'overlay.entry')
        .onRef('publication.from_revision', '=', 'overlay.from_revision'),
    )
    .select('overlay.entry')
    .where('overlay.space', '=', space)
    .where('overlay.variant', '=', id)
    .where('publication.to_revision', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return live?.entry ?? null
}
