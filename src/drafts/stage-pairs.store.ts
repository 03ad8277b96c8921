// Stages references, which come in pairs: many at once, and grouped by one side.
import { type Kysely, sql } from 'kysely'
import { textPairs, type Writes } from '../database/database.ts'
import type { StageSchema } from './stage-tables.ts'

export type Pairs = ReadonlyMap<string, readonly string[]>

/** Of a publication that ends. */
export async function stageUnlinked(writes: Writes, pairs: Pairs, part: number): Promise<void> {
  await staged(writes)
    .insertInto('staged_unlinked')
    .columns(['entry', 'target', 'part'])
    .expression(db =>
      db
        .selectFrom(textPairs(pairs).as('pair'))
        .select(['pair.key', 'pair.value', sql<number>`${sql.lit(part)}`.as('part')]),
    )
    .execute()
}

/** Of publications that begin: referring entries by target. */
export async function stageReferences(
  writes: Writes,
  pairs: Pairs,
  { part, isNew }: { readonly part: number; readonly isNew: boolean },
): Promise<void> {
  await staged(writes)
    .insertInto('staged_reference')
    .columns(['target', 'entry', 'is_new', 'part'])
    .expression(db =>
      db
        .selectFrom(textPairs(pairs).as('pair'))
        .select([
          'pair.key',
          'pair.value',
          sql<number>`${sql.lit(isNew ? 1 : 0)}`.as('is_new'),
          sql<number>`${sql.lit(part)}`.as('part'),
        ]),
    )
    .execute()
}

/** The pairs whose values are among these, and the others. */
export function splitPairs(pairs: Pairs, isAmong: (value: string) => boolean): readonly [Pairs, Pairs] {
  const [among, others] = [new Map<string, string[]>(), new Map<string, string[]>()]
  for (const [key, values] of pairs) {
    for (const value of values) {
      const group = isAmong(value) ? among : others
      const known = group.get(key)
      if (known) known.push(value)
      else group.set(key, [value])
    }
  }
  return [among, others]
}

/** The same connection, typed with its temporary tables. */
const staged = (writes: Writes) => writes as unknown as Kysely<StageSchema>
