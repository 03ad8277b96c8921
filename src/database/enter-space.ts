// Into a space's content: whose turn it is there, and what of it can be seen.
import { sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import type { Writes } from './database.ts'
import { engineOf } from './engine.ts'

/** What row level security compares the space of each row of content with (migration 0005). */
export const spaceSetting = 'frontlist.space'

/**
 * For the rest of the transaction: its turn among those that write this space's content, and sight of it. An embedded
 * database has one writer at a time, and no row level security.
 */
export async function enterSpace(writes: Writes, space: SpaceId): Promise<void> {
  if (engineOf(writes) !== 'postgres') return
  const lock = `frontlist content ${space}`
  await sql`select set_config(${spaceSetting}, ${space}, true), pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(
    writes,
  )
}
