// Row level security, the second barrier around a space's content, on PostgreSQL only: every statement sees and writes
// only rows of the space that its transaction has entered, and none before that.
import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { spaceSetting } from '../enter-space.ts'

const tables = ['collection', 'entry', 'publication', 'publication_variant', 'publication_reference'] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  for (const name of tables) {
    const table = sql.table(name)
    await sql`alter table ${table} enable row level security`.execute(db)
    // Also for the tables' owner, the role that the server uses.
    await sql`alter table ${table} force row level security`.execute(db)
    await sql`create policy own_space on ${table} using (space = current_setting(${sql.lit(spaceSetting)}, true))`.execute(
      db,
    )
  }
}
