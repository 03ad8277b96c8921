// Maps errors of PostgreSQL and of the connection to refusals with a message and a status. Only driver errors are
// classified, by class and code. Frontlist's own refusals pass through unchanged, whatever their text.
import pg from 'pg'
import { Refusal } from '../../base/errors.ts'
import { DatabaseUnavailable } from '../lease/lease-keeper.ts'

/** SQLSTATE classes (PostgreSQL, appendix A): connection, resources, operator intervention, system errors. */
const awayClasses = ['08', '53', '57', '58', 'XX']
/** A write transaction reached a standby, as during a failover. */
const readOnly = '25006'
/** The codes of a lock timeout, a deadlock and a serialization failure. */
const busyStates = ['55P03', '40P01', '40001']
/** `statement_timeout` or a cancel request: the statement failed, not the database. */
const cancelled = '57014'
const duplicateKey = '23505'
const diskFull = '53100'
const notAllowed = '42501'

/** Socket errors, which have no SQLSTATE. */
const awayCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]
/** Messages of errors of pg itself, which have no codes. */
const awayTexts =
  /connection terminated|timeout exceeded|connection ended|not queryable|connection error|client was closed|query read timeout|socket/i

/** Returns the SQLSTATE; null if the error is not from the server. */
function stateOf(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null
}

/**
 * Converts errors thrown by pg calls, and only these: its connection errors are plain `Error`s with nothing but a
 * message. Returns DatabaseUnavailable for them, and any other error unchanged.
 */
export function fromDriver(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error) return error
  return awayTexts.test(error.message) ? new DatabaseUnavailable(error) : error
}

/** Checks whether a retry may help, because the request itself is valid. */
export function isAway(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  if (!(error instanceof Error)) return false
  const state = stateOf(error)
  if (state === null) return 'code' in error && awayCodes.includes(String(error.code))
  return state !== cancelled && state !== diskFull && awayClasses.includes(state.slice(0, 2))
}

/** Checks whether another transaction holds a lock that this one needs, or has written the same key. */
export function isInTheWay(error: unknown): boolean {
  const state = stateOf(error)
  return state !== null && (busyStates.includes(state) || state === duplicateKey)
}

/** Checks whether a write transaction has lost its primary. */
export function isAwayForWrites(error: unknown): boolean {
  return isAway(error) || stateOf(error) === readOnly
}

/**
 * Checks whether a statement uses tables or columns that do not exist (SQLSTATE class 42). The replica has not applied
 * the migrations then.
 */
export function isAheadOfSchema(error: unknown): boolean {
  return stateOf(error)?.startsWith('42') ?? false
}

/** Works like {@link toRefusal}, for write transactions. */
export function toWriteRefusal(error: unknown): never {
  if (stateOf(error) === readOnly) throw new DatabaseUnavailable(error)
  return toRefusal(error)
}

/** Throws the error, or the refusal that corresponds to it. */
export function toRefusal(error: unknown): never {
  const state = stateOf(error)
  if (state === diskFull) {
    throw new Refusal("The database's disk is full. Nothing was changed.", [], 'storage_full')
  }
  if (state !== null && busyStates.includes(state)) {
    throw new Refusal(
      'The database is busy: another transaction holds a lock that this one needs. Nothing was changed; try again.',
      [],
      'unavailable',
    )
  }
  if (isAway(error) && !(error instanceof DatabaseUnavailable)) throw new DatabaseUnavailable(error)
  throw error
}

/** Throws the error, or a refusal with instructions if the role lacks privileges on the tables. */
export function toPrivilegeRefusal(error: unknown): never {
  if (stateOf(error) !== notAllowed) throw error
  const reason = (error as Error).message
  throw new Refusal(
    'The role has too few rights. Run `migrate` as the owner of the tables, and grant the role what docs/deployment.md names.',
    [reason],
  )
}
