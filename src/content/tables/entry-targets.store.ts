// SQL statements that read the entries to which drafts and publications refer. Read-only.
import type { SpaceId } from '../../base/ids.ts'
import { isIn, query, type Reads, textPairs } from '../../database/database.ts'
import { prepare } from '../../database/prepare.ts'
import type { EntryState } from '../values/model.ts'
import type { WrittenReference } from '../values/references.ts'

/** The target of a reference. */
export interface TargetRow {
  readonly id: string
  readonly collection: string
  readonly slug: string
  readonly title: string | null
  readonly state: EntryState
}

const columns = ['entry.id', 'entry.collection', 'entry.slug', 'entry.title', 'entry.state'] as const

function entriesById(space: SpaceId, ids: readonly string[]) {
  return query
    .selectFrom('entry')
    .select(columns)
    .where('entry.space', '=', space)
    .where(isIn('entry.id', ids))
}

const preparedById = prepare(({ space, ids }: { space: SpaceId; ids: readonly string[] }) =>
  entriesById(space, ids),
)

/** Reads the entries to which these references resolve, by id or by collection and slug, without duplicates. */
export async function readTargets(
  reads: Reads,
  space: SpaceId,
  references: readonly WrittenReference[],
): Promise<TargetRow[]> {
  const ids = references.flatMap(({ to }) => ('id' in to ? [to.id] : []))
  const slugs = new Map<string, string[]>()
  for (const { to } of references) {
    if ('id' in to) continue
    const group = slugs.get(to.collection)
    if (group) group.push(to.slug)
    else slugs.set(to.collection, [to.slug])
  }
  if (ids.length === 0 && slugs.size === 0) return []
  // The usual case: only imported drafts contain references by slug.
  if (slugs.size === 0) return (await reads.all(preparedById({ space, ids }))) as TargetRow[]
  const bySlug = query
    .selectFrom(textPairs(slugs).as('pair'))
    // SQLite keeps the join order of a cross join: an entry lookup per pair, not a pair lookup per entry.
    .crossJoin('entry')
    .select(columns)
    .where('entry.space', '=', space)
    .whereRef('entry.collection', '=', 'pair.key')
    .whereRef('entry.slug', '=', 'pair.value')
    .where('entry.archived_at', 'is', null)
  return (await reads.all(entriesById(space, ids).union(bySlug))) as TargetRow[]
}
