// A database with all tables, copied for each test: this takes a fraction of the time of a migration.
import { openPostgres } from '../../src/database/postgres/postgres.ts'
import { createDatabase, dropDatabase, nameDatabase, withDatabase } from './postgres-databases.ts'

export interface MigratedTemplate {
  readonly name: string
  drop(): Promise<void>
}

/** On the server of this URL; the caller must drop it. */
export async function createMigratedTemplate(server: string): Promise<MigratedTemplate> {
  const name = `${nameDatabase()}_template`
  await createDatabase(server, { name })
  const url = withDatabase(server, name)
  const drop = () => dropDatabase(url)
  try {
    const database = openPostgres(url)
    try {
      await database.migrate()
    } finally {
      await database.close()
    }
  } catch (error) {
    await drop()
    throw error
  }
  return { name, drop }
}
