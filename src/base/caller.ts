// The caller of a request: a member with a session, or an API key. Guards in accounts/ and keys/ load both.
import type { SpaceId } from './ids.ts'
import type { Member } from './member.ts'
import type { Scope } from './scopes.ts'

/** An API key that was accepted for a request. */
export interface KeyCaller {
  readonly kind: 'key'
  readonly space: SpaceId
  readonly keyId: string
  readonly name: string
  readonly scopes: readonly Scope[]
  /** The hash of the secret in the request. A key can have two secrets, and one of them can expire before the key. */
  readonly secretHash: string
}

export type Caller = Member | KeyCaller
