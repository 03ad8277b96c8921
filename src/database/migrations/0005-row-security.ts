// The second lock of a space's content, on the engine that has one: whatever a statement asks for, it sees and writes the
// rows of the space that its transaction has entered, and none before it has.
import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { spaceSetting } from '../enter-space.ts'

const tables = ['collection', 'entry', 'publication', 'publication_variant', 'publication_reference'] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  for (const name of tables) {
    const table = sql.table(name)
    await sql`alter table ${table} enable row level security`.execute(db)
    // For the tables' owner too: it is the role that the server signs in as.
    await sql`alter table ${table} force row level security`.execute(db)
    await sql`create policy own_space on ${table} using (space = current_setting(${sql.lit(spaceSetting)}, true))`.execute(
      db,
    )
  }
}
