// Stages references as pairs of entries: many in one statement, grouped by one side.
import { type Kysely, sql } from 'kysely'
import { textPairs, type Writes } from '../database/database.ts'
import type { StageSchema } from './stage-tables.ts'

export type Pairs = ReadonlyMap<string, readonly string[]>

/** The values of the columns that all staged rows have, see {@link StageSchema}. */
export interface StagePlace {
  readonly part: number
  readonly is_late: 0 | 1
}

/** Stages the references of publications that end: targets by referring entry. */
export function stageUnlinked(writes: Writes, pairs: Pairs, place: StagePlace): Promise<void> {
  return stagePairs(writes, 'staged_unlinked', ['entry', 'target'], pairs, place)
}

/** Stages the references of new publications: referring entries by target. */
export function stageReferences(writes: Writes, pairs: Pairs, place: StagePlace): Promise<void> {
  return stagePairs(writes, 'staged_reference', ['target', 'entry'], pairs, place)
}

async function stagePairs(
  writes: Writes,
  table: 'staged_unlinked' | 'staged_reference',
  columns: readonly ['entry', 'target'] | readonly ['target', 'entry'],
  pairs: Pairs,
  place: StagePlace,
): Promise<void> {
  await staged(writes)
    .insertInto(table)
    .columns([...columns, 'is_late', 'part'])
    .expression(db =>
      db
        .selectFrom(textPairs(pairs).as('pair'))
        .select([
          'pair.key',
          'pair.value',
          sql<number>`${sql.lit(place.is_late)}`.as('is_late'),
          sql<number>`${sql.lit(place.part)}`.as('part'),
        ]),
    )
    .execute()
}

/** The same connection, typed with its temporary tables. */
const staged = (writes: Writes) => writes as unknown as Kysely<StageSchema>
