// What PostgreSQL and the way to it can refuse, in words and with the status that tells a client what to do. Only errors
// of the driver are told apart here, by class and code: a refusal of our own stays what it is, whatever its text says.
import pg from 'pg'
import { Refusal } from '../../base/errors.ts'
import { DatabaseUnavailable } from '../lease/freshness.ts'

/** Classes of SQLSTATE (PostgreSQL, appendix A): connection, resources, operator's intervention, system errors. */
const awayClasses = ['08', '53', '57', '58', 'XX']
/** Of a transaction that writes: it met a standby, as while a failover is under way. */
const readOnly = '25006'
/** A lock that was not had in time, a deadlock, two transactions in each other's way. */
const busyStates = ['55P03', '40P01', '40001']
/** `statement_timeout`, or somebody's cancel: the statement is at fault, not the database. */
const cancelled = '57014'
const diskFull = '53100'
const notAllowed = '42501'

/** Of the socket, which gives no SQLSTATE. */
const awayCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]
/** Of pg itself, which has no codes for them. */
const awayTexts =
  /connection terminated|timeout exceeded|connection ended|not queryable|connection error|client was closed|query read timeout|socket/i

/** Null for what is no error of the server. */
function stateOf(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null
}

/**
 * For whoever calls pg, and there only: its errors of a lost connection are plain ones with nothing but a text. Returns
 * DatabaseAway for one of them, and any other error as it is.
 */
export function fromDriver(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error) return error
  return awayTexts.test(error.message) ? new DatabaseUnavailable(error) : error
}

/** Whether asking again may help, because nothing is wrong with what was asked. */
export function isAway(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  if (!(error instanceof Error)) return false
  const state = stateOf(error)
  if (state === null) return 'code' in error && awayCodes.includes(String(error.code))
  return state !== cancelled && state !== diskFull && awayClasses.includes(state.slice(0, 2))
}

/** Whether a transaction that writes has lost its primary. */
export function isAwayForWrites(error: unknown): boolean {
  return isAway(error) || stateOf(error) === readOnly
}

/**
 * Whether a statement asks for tables or columns that are not there (SQLSTATE class 42): so it is on a replica to which
 * the migrations have not come yet.
 */
export function isAheadOfSchema(error: unknown): boolean {
  return stateOf(error)?.startsWith('42') ?? false
}

/** {@link toRefusal} for a transaction that writes. */
export function toWriteRefusal(error: unknown): never {
  if (stateOf(error) === readOnly) throw new DatabaseUnavailable(error)
  return toRefusal(error)
}

/** Throws the error, or the refusal that says the same to a client. */
export function toRefusal(error: unknown): never {
  const state = stateOf(error)
  if (state === diskFull) {
    throw new Refusal("The database's disk is full. Nothing was changed.", [], 'storage_full')
  }
  if (state !== null && busyStates.includes(state)) {
    throw new Refusal(
      'The database is busy: another transaction keeps what this one needs. Nothing was changed; try again.',
      [],
      'unavailable',
    )
  }
  if (isAway(error) && !(error instanceof DatabaseUnavailable)) throw new DatabaseUnavailable(error)
  throw error
}

/** Throws the error, or for a role that may not read or make the tables the refusal that says who may. */
export function toPrivilegeRefusal(error: unknown): never {
  if (stateOf(error) !== notAllowed) throw error
  const reason = (error as Error).message
  throw new Refusal(
    'The role has too few rights. Run `migrate` as the owner of the tables, and grant the role what docs/deployment.md names.',
    [reason],
  )
}
