// Opens a database read-only, for checks that look at content.
import { resolve } from 'node:path'
import type { Database } from '../database.ts'
import { isShared } from '../open.ts'
import { openPostgres } from '../postgres/postgres.ts'
import { openReadOnly, readsOfConnection } from '../sqlite/read-only.ts'

type InspectedDatabase = Pick<Database, 'reads' | 'snapshot'>

export async function inspect<Result>(
  url: string,
  work: (database: InspectedDatabase) => Promise<Result>,
): Promise<Result> {
  if (isShared(url)) {
    const database = openPostgres(url, {})
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }
  const connection = openReadOnly(resolve(url.slice('sqlite:'.length)))
  try {
    const reads = readsOfConnection(connection)
    connection.exec('begin')
    return await work({ reads, snapshot: (_space, read) => read(reads) })
  } finally {
    connection.close()
  }
}
