// Making, listing and revoking keys: the rules of a key's name, scopes and expiry.
import { type Clock, parseTimestamp, toTimestamp } from '../base/clock.ts'
import { Refusal } from '../base/errors.ts'
import { newId, type RandomBytes, type SpaceId } from '../base/ids.ts'
import { controlCharacter } from '../base/text.ts'
import type { Writes } from '../database/database.ts'
import { type ApiKey, hashKey, keyStatus, mintKey, type Scope, scopes, shownPrefix } from './api-key.ts'
import { insertKey } from './keys.store.ts'

const nameLengthMax = 100
const defaultLifetimeMs = 365 * 24 * 60 * 60 * 1000

/** A key as every output shows it. Neither the secret nor its hash is in it. */
export interface ApiKeyView {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly scopes: readonly Scope[]
  readonly status: 'active' | 'expired' | 'revoked'
  readonly createdAt: string
  readonly createdBy: string
  readonly updatedAt: string
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

export interface NewKey {
  readonly name: string
  /** Empty: `content.read`. */
  readonly scopes: readonly string[]
  /** RFC 3339, null for never, undefined for a year from now. */
  readonly expiresAt: string | null | undefined
  readonly createdBy: string
}

/** `key` is the secret: it is given out here and can never be read again. */
export async function createKey(
  writes: Writes,
  parts: { clock: Clock; random: RandomBytes },
  space: SpaceId,
  wanted: NewKey,
): Promise<{ doc: ApiKeyView; key: string }> {
  const now = parts.clock()
  const faults: string[] = []
  const key = mintKey(parts.random)
  const record: ApiKey = {
    id: newId(parts.random),
    space,
    name: checkName(wanted.name, faults),
    prefix: shownPrefix(key),
    scopes: checkScopes(wanted.scopes, faults),
    createdAt: now,
    createdBy: wanted.createdBy,
    updatedAt: now,
    expiresAt: checkExpiry(wanted.expiresAt, now, faults),
    lastUsedAt: null,
    revokedAt: null,
  }
  if (faults.length > 0) throw new Refusal('The key was not created.', faults)
  await insertKey(writes, record, hashKey(key))
  return { doc: toApiKeyView(record, now), key }
}

export function toApiKeyView(key: ApiKey, now: number): ApiKeyView {
  const time = (value: number | null) => (value === null ? null : toTimestamp(value))
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: key.scopes,
    status: keyStatus(key, now),
    createdAt: toTimestamp(key.createdAt),
    createdBy: key.createdBy,
    updatedAt: toTimestamp(key.updatedAt),
    expiresAt: time(key.expiresAt),
    lastUsedAt: time(key.lastUsedAt),
    revokedAt: time(key.revokedAt),
  }
}

function checkName(name: string, faults: string[]): string {
  const trimmed = name.trim()
  const length = [...trimmed].length
  if (length < 1 || length > nameLengthMax)
    faults.push(`The name must have 1 to ${nameLengthMax} characters.`)
  if (controlCharacter.test(trimmed)) faults.push('The name must not hold control characters.')
  return trimmed
}

function checkScopes(wanted: readonly string[], faults: string[]): readonly Scope[] {
  const unknown = wanted.filter(scope => !scopes.some(known => known === scope))
  if (unknown.length > 0) faults.push(`Unknown scope ${unknown.join(', ')}. There are: ${scopes.join(', ')}.`)
  const known = scopes.filter(scope => wanted.includes(scope))
  return wanted.length === 0 ? ['content.read'] : known
}

function checkExpiry(wanted: NewKey['expiresAt'], now: number, faults: string[]): number | null {
  if (wanted === undefined) return now + defaultLifetimeMs
  if (wanted === null) return null
  const time = parseTimestamp(wanted)
  if (time === null || time <= now) {
    faults.push(
      'The expiry must be a time in the future with its zone, such as 2027-01-31T00:00:00Z, or never.',
    )
  }
  return time
}
