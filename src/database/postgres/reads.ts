// Statements that read, on PostgreSQL.
import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { type Reads, stop } from '../database.ts'
import { compileFor, type PreparedStatement, type Statement } from '../engine.ts'
import { fromDriver, toRefusal } from './failures.ts'

export interface PinnedConnection {
  readonly client: pg.PoolClient
  /** Hands the connection back; `broken` closes it. */
  readonly release: (broken?: boolean) => void
}

type Hold = () => Promise<PinnedConnection>

interface Sent {
  readonly text: string
  readonly values: unknown[]
  readonly name?: string
}

/** Statements whose text is kept are kept by the server too, under a name of their own: they are planned once. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `frontlist_${Bun.hash(text).toString(36)}`
  names.set(text, name)
  return name
}

function toSent<Row>(statement: Statement<Row>, { sql, parameters }: CompiledQuery<Row>): Sent {
  const kept = 'textFor' in (statement as PreparedStatement<Row>)
  return {
    text: sql,
    values: [...parameters],
    ...(kept && { name: nameOf(sql) }),
  }
}

/**
 * A text of PostgreSQL cannot hold NUL: nothing there is equal to one that does, and asking would be an error. False
 * where that makes the statement pointless; lists lose what cannot be found.
 */
function makeAskable(values: unknown[]): boolean {
  for (const [place, value] of values.entries()) {
    if (typeof value === 'string' && value.includes('\0')) return false
    if (Array.isArray(value)) values[place] = value.filter(text => !String(text).includes('\0'))
  }
  return true
}

export function readsOn(hold: Hold, onStatement: (sql: string) => void): Reads {
  const run = async <Row>(statement: Statement<Row>): Promise<Row[]> => {
    const sent = toSent(statement, compileFor('postgres', statement))
    onStatement(sent.text)
    if (!makeAskable(sent.values)) return []
    const held = await hold()
    try {
      const { rows } = await held.client.query<Row & pg.QueryResultRow>(sent)
      held.release()
      return rows
    } catch (error) {
      held.release(true)
      return toRefusal(fromDriver(error))
    }
  }
  return {
    all: run,
    first: async statement => (await run(statement))[0],
    each: async (statement, onRow) => {
      const sent = toSent(statement, compileFor('postgres', statement))
      onStatement(sent.text)
      if (!makeAskable(sent.values)) return
      const held = await hold()
      try {
        held.release(await eachRow(held.client, sent, onRow))
      } catch (error) {
        held.release(true)
        toRefusal(error)
      }
    },
  }
}

/** What may still come after `onRow` wanted no more; a connection with more of it on its way is cheaper to replace. */
const drainedCharactersMax = 4 * 1024 * 1024

/** Rows as they come, none of them kept. True where the connection has more to say than is worth hearing. */
function eachRow<Row>(
  client: pg.PoolClient,
  sent: Sent,
  onRow: (row: Row) => typeof stop | undefined,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let failed: { readonly error: unknown } | null = null
    let wanted = true
    let drained = 0
    // Told by the callback alone: for its time limit pg makes one where there is none, and then tells no error by event.
    const query = new pg.Query(sent, error => {
      if (error) reject(fromDriver(error))
      else if (failed === null) resolve(false)
      else reject(failed.error)
    })
    query.on('row', (row: unknown, result) => {
      // With a callback pg gathers the rows for it.
      if (result) result.rows.length = 0
      if (!wanted) {
        drained += sizeOf(row)
        if (drained > drainedCharactersMax) resolve(true)
        return
      }
      try {
        wanted = onRow(row as Row) !== stop
      } catch (error) {
        wanted = false
        failed = { error }
      }
    })
    client.query(query)
  })
}

function sizeOf(row: unknown): number {
  let size = 0
  for (const value of Object.values(row as object)) if (typeof value === 'string') size += value.length
  return size
}
