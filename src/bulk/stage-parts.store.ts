// SQL conditions for the statements that move rows from the stage.
import { type RawBuilder, sql } from 'kysely'
import { byEngine } from '../database/engine.ts'
import type { Stage } from './stage.store.ts'
import type { StageTable } from './stage-tables.ts'

/** Selects the rows to move: those of the preparation, those staged later, or both. */
export type Moved = 'all' | 'prepared' | 'late'

/** Selects the rows to move, and the pace. */
export interface Move {
  readonly moved: Moved
  /** Awaited between two statements. */
  readonly pause: () => unknown
}

/** Returns a condition on a staged table or its alias. */
export function isMoved({ moved }: Pick<Move, 'moved'>, table: string): RawBuilder<boolean> {
  if (moved === 'all') return sql`true`
  return sql`${sql.ref(`${table}.is_late`)} = ${sql.lit(moved === 'late' ? 1 : 0)}`
}

/** Calls `run` for each part of a table's rows. */
export async function eachPart(
  stage: Stage,
  table: StageTable,
  { moved, pause }: Move,
  run: (isOfPart: RawBuilder<boolean>) => Promise<unknown>,
): Promise<void> {
  // Always an `in` list, because the index of a part begins with `is_late`.
  const isLate = sql<boolean>`is_late in (${sql.raw({ all: '0, 1', prepared: '0', late: '1' }[moved])})`
  for (let part = 0; part < stage.partsOf(table); part++) {
    // A table with a single part gets no condition on `part`: the planner would assume that it matches few rows.
    await run(stage.isParted(table) ? sql`${isLate} and part = ${part}` : isLate)
    await pause()
  }
}

/** Returns a condition that looks up each id in an index, whatever the planner assumes about temporary tables. */
export function isStaged(column: string, table: StageTable, part?: RawBuilder<boolean>): RawBuilder<boolean> {
  const condition = part ? sql`where ${part}` : sql``
  return isAmong(column, sql`select entry from ${sql.table(table)} ${condition}`)
}

export function isAmong(column: string, ids: RawBuilder<unknown>): RawBuilder<boolean> {
  return byEngine<boolean>({
    sqlite: sql`${sql.ref(column)} in (${ids})`,
    postgres: sql`${sql.ref(column)} = any(array(${ids}))`,
  })
}
