// Loaded before the program, this disables one of the guards that the stress tests check, named by BREAKING, to show
// that each stress test detects it. Only stress tests load it: `broken` below is such a program.
import { Database, type Statement } from 'bun:sqlite'
import pg from 'pg'
import { sourceProgram } from '../kit/command/process.ts'

const breakings = {
  /** Commits are synced to disk only at the next checkpoint, as is SQLite's default with a write-ahead log. */
  'synchronous-normal': () => {
    const exec = Database.prototype.exec
    Database.prototype.exec = function (this: Database, text: string) {
      // Only after the setting was read back, because later settings follow it.
      if (text.startsWith('pragma foreign_keys')) exec.call(this, 'pragma synchronous = normal')
      return exec.call(this, text)
    } as typeof exec
  },
  /** Commits are acknowledged before they are made: those of half a second are batched. */
  'commit-later': () => {
    const owing = new WeakSet<Database>()
    replaceStatements((database, text, statement) => {
      if (text === 'begin immediate' && owing.has(database)) return () => {}
      if (text !== 'commit') return null
      return () => {
        if (owing.has(database)) return
        owing.add(database)
        setTimeout(() => {
          owing.delete(database)
          statement.run()
        }, 500)
      }
    })
  },
  /**
   * The same on PostgreSQL, where each commit is delayed for long: a process killed meanwhile has committed nothing.
   */
  'commit-much-later': () => {
    const { query } = pg.Client.prototype
    const writing = new WeakSet<pg.Client>()
    const owing = new WeakMap<pg.Client, Promise<unknown>>()
    pg.Client.prototype.query = function (this: pg.Client, asked: unknown, ...args: unknown[]) {
      const ask = () => Reflect.apply(query, this, [asked, ...args]) as Promise<unknown>
      const text = String(asked)
      if (text === 'begin') writing.add(this)
      if (text !== 'commit' || !writing.delete(this)) return owing.get(this)?.then(ask) ?? ask()
      const made = Bun.sleep(5000).then(ask)
      owing.set(this, made)
      return Promise.resolve({ command: 'COMMIT', rowCount: null, rows: [] })
    } as unknown as typeof query
  },
  /** A failed commit is acknowledged like a successful one. */
  'commit-deaf': () => {
    replaceStatements((_, text, statement) => {
      if (text !== 'commit') return null
      return () => {
        try {
          statement.run()
        } catch {
          Bun.sleepSync(0)
        }
      }
    })
  },
  /** Commits by other processes are checked for ten times a second instead of on each request. */
  'fresh-later': () => {
    const query = Database.prototype.query
    const known = new WeakMap<Database, { at: number; row: unknown }>()
    Database.prototype.query = function (this: Database, text: string) {
      const statement = query.call(this, text)
      if (text !== 'pragma data_version') return statement
      const get = () => {
        const last = known.get(this)
        if (last && performance.now() - last.at < 100) return last.row
        const row = statement.get()
        known.set(this, { at: performance.now(), row })
        return row
      }
      return { get }
    } as unknown as typeof query
  },
  /** Ignores notifications of other nodes' commits and never polls for them: the first response never changes. */
  'deaf-to-others': () => {
    const { emit, query } = pg.Client.prototype
    pg.Client.prototype.emit = function (this: pg.Client, name: string, ...args: unknown[]) {
      const isNews = name === 'notification' && (args[0] as pg.Notification).channel === 'frontlist'
      return isNews || emit.call(this, name, ...args)
    } as typeof emit
    let first: Promise<unknown> | null = null
    pg.Client.prototype.query = function (this: pg.Client, asked: { text?: string }, ...args: unknown[]) {
      const ask = () => Reflect.apply(query, this, [asked, ...args])
      if (!asked.text?.includes('pg_current_wal_insert_lsn')) return ask()
      first ??= ask()
      return first
    } as unknown as typeof query
  },
  /** On SIGTERM the server exits immediately, without finishing requests in flight. */
  'end-at-once': () => {
    process.on('SIGTERM', () => process.exit(1))
  },
} as const

export type Breaking = keyof typeof breakings

/** Frontlist without that guard, before its arguments. */
export function broken(breaking: Breaking): readonly string[] {
  const [bun = '', ...rest] = sourceProgram
  return ['/usr/bin/env', `BREAKING=${breaking}`, bun, '--preload', import.meta.path, ...rest]
}

/** Replaces `run` of a statement if `replace` returns something. */
function replaceStatements(
  replace: (database: Database, text: string, statement: Statement) => (() => void) | null,
): void {
  const query = Database.prototype.query
  Database.prototype.query = function (this: Database, text: string) {
    const statement = query.call(this, text)
    const run = replace(this, text, statement)
    if (run === null) return statement
    const nothing = { changes: 0, lastInsertRowid: 0 }
    return {
      columnNames: [],
      run: () => {
        run()
        return nothing
      },
    }
  } as unknown as typeof query
}

const named = process.env.BREAKING
if (named !== undefined && named in breakings) breakings[named as Breaking]()
