// API keys: their format and their record. No SQL statements and no HTTP here.
import { isWellFormedSecret, mintSecret } from '../access/secrets.ts'
import type { RandomBytes, SpaceId } from '../base/ids.ts'
import type { Scope } from '../base/scopes.ts'

const keyPrefix = 'flst_'

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

/** Creates a key with 190 random bits. */
export function mintKey(random: RandomBytes): string {
  return mintSecret(keyPrefix, random)
}

/** Returns true if the text has the form of a key. Does not check whether the key exists. */
export function isWellFormedKey(text: string): boolean {
  return isWellFormedSecret(keyPrefix, text)
}

export function shownPrefix(key: string): string {
  return key.slice(0, shownPrefixLength)
}

/** Returns the status. A revoked key stays revoked regardless of its expiry. */
export function keyStatus(key: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: number): KeyStatus {
  if (key.revokedAt !== null) return 'revoked'
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active'
}
