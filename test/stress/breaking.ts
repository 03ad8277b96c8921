// Loaded before the program, this takes away one of the guards that the rigs are about, named by BREAKING, so that each
// rig can be shown to find it out. Only rigs load it: `broken` below is such a program.
import { Database, type Statement } from 'bun:sqlite'
import pg from 'pg'
import { program } from '../kit/process.ts'

const breakings = {
  /** A commit is forced to the disk by the next checkpoint only, as is SQLite's custom with a log. */
  'synchronous-normal': () => {
    const exec = Database.prototype.exec
    Database.prototype.exec = function (this: Database, text: string) {
      // Once the setting has been read back, which the settings after it come after.
      if (text.startsWith('pragma foreign_keys')) exec.call(this, 'pragma synchronous = normal')
      return exec.call(this, text)
    } as typeof exec
  },
  /** A commit is answered before it is made: all of half a second are made together. */
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
  /** The same on PostgreSQL, where each is made long after: whoever is killed meanwhile has made none. */
  'commit-much-later': () => {
    const { query } = pg.Client.prototype
    const writing = new WeakSet<pg.Client>()
    const owing = new WeakMap<pg.Client, Promise<unknown>>()
    pg.Client.prototype.query = function (this: pg.Client, asked: unknown, ...args: unknown[]) {
      const ask = () => Reflect.apply(query, this, [asked, ...args]) as Promise<unknown>
      const text = String(asked)
      if (text.startsWith('begin; ')) writing.add(this)
      if (text !== 'commit' || !writing.delete(this)) return owing.get(this)?.then(ask) ?? ask()
      const made = Bun.sleep(5000).then(ask)
      owing.set(this, made)
      return Promise.resolve({ command: 'COMMIT', rowCount: null, rows: [] })
    } as unknown as typeof query
  },
  /** A commit that fails is answered like one that was made. */
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
  /** Whether another process has committed is looked at ten times a second, and not for each request. */
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
  /** What other nodes have committed is neither heard of nor asked for: the first answer is the last. */
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
  /** Told to end, a server ends: nothing is finished, and nobody is waited for. */
  'end-at-once': () => {
    process.on('SIGTERM', () => process.exit(1))
  },
} as const

export type Breaking = keyof typeof breakings

/** Frontlist without that guard, before its arguments. */
export function broken(breaking: Breaking): readonly string[] {
  const [bun = '', ...rest] = program
  return ['/usr/bin/env', `BREAKING=${breaking}`, bun, '--preload', import.meta.path, ...rest]
}

/** What `run` of a statement does instead, where `replace` gives something. */
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
