// Better Auth's database adapter. It reads users, credentials, spaces and members, and writes only sessions. A session
// token is stored as its hash, so that a copy of the database does not allow signing in. Better Auth replaces a database
// error by its own, but an unavailable database must not be reported as an internal error, so the adapter keeps the reason.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createAdapterFactory } from 'better-auth/adapters'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Clock } from '../base/clock.ts'
import { type Database, query, type Writes } from '../database/database.ts'
import { hashToken } from './credentials.ts'
import { oldestSessionStart } from './sign-in.store.ts'

type Row = Record<string, unknown>
type Tables = Record<string, Row>

interface Condition {
  readonly field: string
  readonly operator?: string | undefined
  readonly value: unknown
  readonly connector?: string | undefined
}

/** The columns of the table for each of Better Auth's models. Dates are stored as milliseconds. */
const columns: Readonly<Record<string, readonly string[]>> = {
  user: ['id', 'email', 'created_at', 'updated_at'],
  session: ['id', 'token', 'user', 'space', 'expires_at', 'created_at', 'updated_at'],
  credential: ['user', 'password', 'created_at', 'updated_at'],
  space: ['id', 'slug', 'name', 'created_at'],
  member: ['space', 'user', 'role', 'created_at'],
}

/** Account fields that Better Auth expects and the tables lack, because a password is the only way to sign in. */
const passwordAccount = { provider: 'credential' }

const dates: readonly string[] = ['created_at', 'updated_at', 'expires_at']

const operators = { eq: '=', ne: '!=', lt: '<', lte: '<=', gt: '>', gte: '>=', in: 'in' } as const

export function createAuthAdapter(database: Database, clock: Clock) {
  return createAdapterFactory({
    config: { adapterId: 'frontlist', adapterName: 'Frontlist', supportsNumericIds: false },
    adapter: () => ({
      create: async ({ model, data }) => {
        // Better Auth uses the system time, but the age of a session follows the injected clock.
        const row = { ...toRow(model, data), created_at: clock() }
        await write(database, model, writes => writes.insertInto(model).values(row))
        return data
      },
      findOne: async <Found>({ model, where }: { model: string; where: readonly Condition[] }) => {
        // Hides an expired session, because Better Auth would delete it, and a read must not write.
        const now = clock()
        const unexpired = [
          { field: 'expires_at', operator: 'gt', value: now },
          { field: 'created_at', operator: 'gt', value: oldestSessionStart(now) },
        ]
        const found = narrow(model, model === 'session' ? [...where, ...unexpired] : where)
        const row = await keepReason(() => database.reads.first(found.limit(1)))
        return (row ? toModel(model, row, where) : null) as Found | null
      },
      findMany: async <Found>(wanted: {
        model: string
        where?: readonly Condition[] | undefined
        limit: number
      }) => {
        const found = narrow(wanted.model, wanted.where ?? []).limit(wanted.limit)
        const rows = await keepReason(() => database.reads.all(found))
        return rows.map(row => toModel(wanted.model, row, [])) as Found[]
      },
      update: async <Changed>(wanted: { model: string; where: readonly Condition[]; update: Changed }) => {
        const { model, where, update } = wanted
        const [row] = await write(database, model, writes =>
          constrain(writes.updateTable(model).set(toRow(model, update as Row)), model, where).returningAll(),
        )
        return (row ? toModel(model, row as Row, where) : null) as Changed | null
      },
      updateMany: async ({ model, where, update }) => {
        const rows = await write(database, model, writes =>
          constrain(writes.updateTable(model).set(toRow(model, update)), model, where).returningAll(),
        )
        return rows.length
      },
      delete: async ({ model, where }) => {
        await write(database, model, writes => constrain(writes.deleteFrom(model), model, where))
      },
      deleteMany: async ({ model, where }) => {
        const rows = await write(database, model, writes =>
          constrain(writes.deleteFrom(model), model, where).returningAll(),
        )
        return rows.length
      },
      count: async ({ model, where }) =>
        (await keepReason(() => database.reads.all(narrow(model, where ?? [])))).length,
    }),
  })
}

interface Executable {
  execute(): Promise<unknown[]>
}

function write(
  database: Database,
  model: string,
  build: (writes: Kysely<Tables>) => Executable,
): Promise<unknown[]> {
  if (model !== 'session') throw new Error(`Better Auth may not write ${model}.`)
  return keepReason(() =>
    database.urgentTransaction((writes: Writes) => build(writes as unknown as Kysely<Tables>).execute()),
  )
}

function narrow(model: string, where: readonly Condition[]): SelectQueryBuilder<Tables, string, Row> {
  const rows = (query as unknown as Kysely<Tables>).selectFrom(model).select([...requireColumns(model)])
  return constrain(rows as unknown as SelectQueryBuilder<Tables, string, Row>, model, where)
}

interface NarrowedQuery {
  where(column: never, operator: never, value: never): unknown
}

function constrain<Query extends NarrowedQuery>(
  start: Query,
  model: string,
  where: readonly Condition[],
): Query {
  let narrowed = start
  for (const { field, operator = 'eq', value, connector = 'AND' } of where) {
    const known = operators[operator as keyof typeof operators]
    if (known === undefined || connector !== 'AND')
      throw new Error(`Better Auth asked for ${operator} ${connector}.`)
    if (Object.hasOwn(passwordAccount, field)) continue
    if (!requireColumns(model).includes(field)) throw new Error(`Better Auth asked for ${model}.${field}.`)
    const stored = toStored(model, field, value)
    const compare = stored === null ? (known === '=' ? 'is' : 'is not') : known
    narrowed = narrowed.where(field as never, compare as never, stored as never) as Query
  }
  return narrowed
}

function requireColumns(model: string): readonly string[] {
  const known = columns[model]
  if (known === undefined) throw new Error(`Better Auth asked for a model ${model}.`)
  return known
}

function toStored(model: string, field: string, value: unknown): unknown {
  if (value instanceof Date) return value.getTime()
  return model === 'session' && field === 'token' ? hashToken(String(value)) : value
}

/** Drops fields without a column (IP address and browser of a session). */
function toRow(model: string, data: Row): Row {
  const known = Object.entries(data).filter(([field]) => requireColumns(model).includes(field))
  return Object.fromEntries(known.map(([field, value]) => [field, toStored(model, field, value)]))
}

/** Replaces the stored hash by the token of the query, because Better Auth continues with the token. */
function toModel(model: string, row: Row, where: readonly Condition[]): Row {
  const entries = Object.entries(row).map(([field, value]) => [
    field,
    dates.includes(field) ? new Date(Number(value)) : value,
  ])
  const token = model === 'session' ? where.find(({ field }) => field === 'token')?.value : undefined
  return {
    ...Object.fromEntries(entries),
    ...(token !== undefined && { token }),
    ...(model === 'credential' && { ...passwordAccount, account: row.user, id: row.user }),
  }
}

const calls = new AsyncLocalStorage<{ failure: unknown }>()

/** Remembers a database error for the current Better Auth call. The adapter uses it. */
async function keepReason<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const call = calls.getStore()
    if (call) call.failure = error
    throw error
  }
}

/** Wraps the functions, so that one that fails after a database error throws the database error. */
export function exposeReasons<Api extends object>(api: Api): Api {
  return new Proxy(api, {
    get: (functions, name) => {
      const called: unknown = Reflect.get(functions, name)
      if (typeof called !== 'function') return called
      return async (...values: unknown[]) => {
        const call = { failure: null as unknown }
        try {
          return await calls.run(call, () => called(...values))
        } catch (error) {
          throw call.failure ?? error
        }
      }
    },
  })
}
