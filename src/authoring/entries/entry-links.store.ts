// Read-only SQL statements for the entries that refer to an entry.
import { sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { query, type Reads, textPairs } from '../../database/database.ts'

/** Returns the first referrers by id. `path` is one place in the draft; null if only the live publication refers. */
export async function readReferrers(reads: Reads, space: SpaceId, target: string, limit: number) {
  const first = query
    .selectFrom(referrersOf(space, target).as('each'))
    .select(({ fn }) => ['each.entry', fn.min('each.path').as('path'), fn.max('each.live').as('live')])
    .groupBy('each.entry')
    .orderBy('each.entry')
    .limit(limit)
  return reads.all(
    query
      .selectFrom(first.as('referrer'))
      // A cross join keeps this order in SQLite: one entry lookup per referrer.
      .crossJoin('entry')
      .where('entry.space', '=', space)
      .whereRef('entry.id', '=', 'referrer.entry')
      .select([
        'entry.id',
        'entry.collection',
        'entry.slug',
        'entry.title',
        'entry.state',
        'referrer.path',
        'referrer.live',
      ])
      .orderBy('entry.id'),
  )
}

/** Counts all referrers, and those whose live publication refers to the target. */
export async function countReferrers(reads: Reads, space: SpaceId, target: string) {
  const row = await reads.first(
    query
      .selectFrom(referrersOf(space, target).as('each'))
      .select(({ fn }) => [
        fn.count<number>('each.entry').distinct().as('fromCount'),
        fn.sum<number>('each.live').as('fromLiveCount'),
      ]),
  )
  return { fromCount: Number(row?.fromCount ?? 0), fromLiveCount: Number(row?.fromLiveCount ?? 0) }
}

/** Returns the targets that were never live and that no other entry refers to. */
export async function listSuggested(
  reads: Reads,
  space: SpaceId,
  entry: string,
  targets: readonly string[],
): Promise<ReadonlySet<string>> {
  if (targets.length === 0) return new Set()
  const rows = await reads.all(
    query
      .selectFrom(textPairs(new Map([['draft', targets]])).as('wanted'))
      // A cross join keeps this order in SQLite: it looks up the targets instead of scanning the whole space.
      .crossJoin('entry')
      .select('entry.id')
      .where('entry.space', '=', space)
      .whereRef('entry.id', '=', 'wanted.value')
      .whereRef('entry.state', '=', 'wanted.key')
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('publication')
              .select('publication.version')
              .where('publication.space', '=', space)
              .whereRef('publication.entry', '=', 'entry.id'),
          ),
        ),
      )
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('draft_reference')
              .select('draft_reference.path')
              .where('draft_reference.space', '=', space)
              .whereRef('draft_reference.target', '=', 'entry.id')
              .where('draft_reference.entry', '!=', entry)
              .whereRef('draft_reference.entry', '!=', 'entry.id'),
          ),
        ),
      )
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('publication_reference')
              .select('publication_reference.entry')
              .where('publication_reference.space', '=', space)
              .whereRef('publication_reference.target', '=', 'entry.id')
              .where('publication_reference.entry', '!=', entry),
          ),
        ),
      ),
  )
  return new Set(rows.map(({ id }) => id))
}

/** Selects a row for each place in the draft of an entry, and one for its live publication. */
function referrersOf(space: SpaceId, target: string) {
  return query
    .selectFrom('draft_reference')
    .select(['entry', sql<string | null>`path`.as('path'), sql<number>`0`.as('live')])
    .where('space', '=', space)
    .where('target', '=', target)
    .unionAll(
      query
        .selectFrom('publication_reference')
        .select(['entry', sql<string | null>`cast(null as text)`.as('path'), sql<number>`1`.as('live')])
        .where('space', '=', space)
        .where('target', '=', target),
    )
}
