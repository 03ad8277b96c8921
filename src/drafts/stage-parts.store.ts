// How statements that move rows from the stage name them.
import { type RawBuilder, sql } from 'kysely'
import { serveOthers } from '../base/serve-others.ts'
import { byEngine } from '../database/engine.ts'
import type { Stage } from './stage.store.ts'
import type { StageTable } from './stage-tables.ts'

/** Of which entries rows are moved: of those that the change creates, or of those that were there. */
export type Moved = 'all' | 'created' | 'others'

/** Once for each part of a table's rows. Only of all entries where the table does not tell created ones apart. */
export async function eachPart(
  stage: Stage,
  table: StageTable,
  move: (isOfPart: RawBuilder<boolean>) => Promise<unknown>,
  moved: Moved = 'all',
): Promise<void> {
  const isMoved = moved === 'all' ? sql`` : sql` and is_new = ${sql.lit(moved === 'created' ? 1 : 0)}`
  for (let part = 0; part < stage.partsOf(table); part++) {
    // Where there is one part, the planner would take the condition for a rare one.
    await move(sql`${stage.isParted(table) ? sql`part = ${part}` : sql`true`}${isMoved}`)
    if (stage.isSliced) await serveOthers()
  }
}

/** One index lookup per id, whatever the engine's planner assumes about temporary tables. */
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
