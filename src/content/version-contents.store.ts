// SQL statements that read the versions of drafts that a change of their model keeps: how they were before, and those that
// are scheduled.
import { type ExpressionBuilder, sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { isIn, textPairs, type Writes } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'

function isVersionOf(versions: ReadonlyMap<string, number>) {
  const pairs = new Map([...versions].map(([entry, version]) => [entry, [String(version)]]))
  return ({ eb, refTuple, selectFrom }: ExpressionBuilder<Schema, 'entry_version'>) =>
    eb(
      refTuple('entry', 'draft_version'),
      'in',
      selectFrom(textPairs(pairs).as('pair'))
        .select(['pair.key', sql<number>`cast(pair.value as integer)`.as('version')])
        .$asTuple('key', 'version'),
    )
}

/** The contents that are kept until exactly this time. */
export async function readKeptUntil(
  writes: Writes,
  space: SpaceId,
  entries: readonly string[],
  until: number,
) {
  return writes
    .selectFrom('entry_version')
    .select(['entry', 'data', 'variants'])
    .where('space', '=', space)
    .where(isIn('entry', entries))
    .where('kept_until', '=', until)
    .where('data', 'is not', null)
    .execute()
}

/** The contents of these versions, by entry; none for the newest, which is the draft. */
export async function readVersionContents(
  writes: Writes,
  space: SpaceId,
  versions: ReadonlyMap<string, number>,
) {
  if (versions.size === 0) return []
  return writes
    .selectFrom('entry_version')
    .select(['entry', 'draft_version', 'data', 'variants'])
    .where('space', '=', space)
    .where(isVersionOf(versions))
    .where('data', 'is not', null)
    .execute()
}
