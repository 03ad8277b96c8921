// SQL statements for the versions of drafts that a change of their model keeps: how they were before, and those that are
// scheduled.
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

/** Keeps the contents of these draft versions until a time, by entry. */
export async function keepVersionsUntil(
  writes: Writes,
  space: SpaceId,
  versions: ReadonlyMap<string, number>,
  until: number,
): Promise<void> {
  if (versions.size === 0) return
  await writes
    .updateTable('entry_version')
    .set({ kept_until: until })
    .where('space', '=', space)
    .where(isVersionOf(versions))
    .execute()
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

/** For a version that is scheduled: it goes live by the model as it is then. */
export async function rewriteVersion(
  writes: Writes,
  space: SpaceId,
  version: Pick<Schema['entry_version'], 'entry' | 'draft_version' | 'data' | 'variants'>,
): Promise<void> {
  await writes
    .updateTable('entry_version')
    .set({ data: version.data, variants: version.variants })
    .where('space', '=', space)
    .where('entry', '=', version.entry)
    .where('draft_version', '=', version.draft_version)
    .execute()
}
