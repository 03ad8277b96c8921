// A database with all tables to copy: this takes a fraction of the time of a migration.
import { openPostgres } from '../../../src/database/postgres/postgres.ts'
import { createDatabase, dropCopies, dropDatabase, nameDatabase, withDatabase } from './postgres-databases.ts'

export interface MigratedTemplate {
  readonly name: string
  drop(): Promise<void>
}

/**
 * On the server of this URL; the caller must drop it, and with it the copies that tests left, to which a superuser was
 * connected, too: `admin` names the server as one.
 */
export async function createMigratedTemplate(server: string, admin = server): Promise<MigratedTemplate> {
  const name = `${nameDatabase()}_template`
  await createDatabase(server, { name })
  const url = withDatabase(server, name)
  const drop = async () => {
    await dropCopies(admin, name)
    await dropDatabase(withDatabase(admin, name))
  }
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
