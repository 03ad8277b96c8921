// Into a space's content: whose turn it is there, and what of it can be seen.
import { sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import type { Writes } from './database.ts'
import { engineOf } from './engine.ts'

/** What row level security compares the space of each row of content with (migration 0005). */
export const spaceSetting = 'frontlist.space'

/** For an import that writes: up to 500,000 entries it takes less, and a server must answer in more. */
const patience = '25s'

/**
 * For the rest of the transaction: its turn among those that write this space's content, and sight of it. An embedded
 * database has one writer at a time, and no row level security.
 */
export async function enterSpace(writes: Writes, space: SpaceId): Promise<void> {
  if (engineOf(writes) !== 'postgres') return
  const lock = `frontlist content ${space}`
  await sql`select set_config(${spaceSetting}, ${space}, true), set_config('lock_timeout', ${patience}, true), pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(
    writes,
  )
}

/** For the rest of the transaction: sight of this space's content, without a turn among those that write it. */
export async function seeSpace(writes: Writes, space: SpaceId): Promise<void> {
  if (engineOf(writes) !== 'postgres') return
  await sql`select set_config(${spaceSetting}, ${space}, true)`.execute(writes)
}
