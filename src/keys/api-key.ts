// API keys: their format and their record. No SQL statements and no HTTP here.
import { base62Alphabet, type RandomBytes, randomBase62, type SpaceId, toBase62 } from '../base/ids.ts'
import type { Scope } from '../base/scopes.ts'

const keyPrefix = 'flst_'
const secretLength = 32
const checksumLength = 6
const keyPattern = new RegExp(`^${keyPrefix}[${base62Alphabet}]{${secretLength + checksumLength}}$`)

/** The number of leading characters of a key that lists show, so that people can identify their keys. */
const shownPrefixLength = 12

export const keyStatuses = ['active', 'expired', 'revoked'] as const
type KeyStatus = (typeof keyStatuses)[number]

export interface ApiKey {
  readonly id: string
  readonly space: SpaceId
  readonly name: string
  readonly prefix: string
  readonly scopes: readonly Scope[]
  readonly createdAt: number
  readonly createdBy: string
  readonly updatedAt: number
  readonly expiresAt: number | null
  readonly lastUsedAt: number | null
  readonly revokedAt: number | null
}

/** Creates a key: prefix, 190 random bits, and a checksum of both, so that a mistyped key costs no lookup. */
export function mintKey(random: RandomBytes): string {
  const start = keyPrefix + randomBase62(random, secretLength)
  return start + checksum(start)
}

/** Returns true if prefix, alphabet, length and checksum are valid. Does not check whether the key exists. */
export function isWellFormedKey(text: string): boolean {
  return keyPattern.test(text) && text.slice(-checksumLength) === checksum(text.slice(0, -checksumLength))
}

/** Returns the CRC32 (IEEE) of the preceding characters in ASCII. */
function checksum(start: string): string {
  return toBase62(Bun.hash.crc32(start), checksumLength)
}

export function shownPrefix(key: string): string {
  return key.slice(0, shownPrefixLength)
}

/** Returns the status. A revoked key stays revoked regardless of its expiry. */
export function keyStatus(key: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: number): KeyStatus {
  if (key.revokedAt !== null) return 'revoked'
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active'
}
