// The callers of requests: members with a session, and API keys. Guards in accounts/ and keys/ load both. The actor of a
// change is a caller, or the program itself.
import type { SpaceId } from './ids.ts'
import type { Scope } from './scopes.ts'

/** The roles of a user in a space, those with more rights first. Their rights are in access/rights.ts. */
export const roles = ['owner', 'admin', 'editor', 'author', 'member'] as const
export type Role = (typeof roles)[number]

/** The caller of a request with a session, as loaded from the database at the start of the request. */
export interface Member {
  readonly kind: 'user'
  readonly sessionId: string
  readonly userId: string
  readonly email: string
  readonly space: SpaceId
  readonly role: Role
}

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

/** Names the session or the key of a caller. */
export function credentialOf(caller: Caller): string {
  return caller.kind === 'key' ? caller.keyId : caller.sessionId
}

export const actorKinds = ['user', 'key', 'import', 'command', 'schedule'] as const

export interface Actor {
  readonly kind: (typeof actorKinds)[number]
  /** The e-mail of a user, the name of a key, or otherwise the command that was run. */
  readonly name: string
}

export function toActor(caller: Caller): Actor {
  return caller.kind === 'key' ? { kind: 'key', name: caller.name } : { kind: 'user', name: caller.email }
}

/** Returns the stored form. Equal actors have equal texts. */
export function toActorText({ kind, name }: Actor): string {
  return JSON.stringify({ kind, name })
}

export function parseActor(text: string | null): Actor | null {
  return text === null ? null : (JSON.parse(text) as Actor)
}

/**
 * Returns the possible stored forms of a name: `me` is the caller; any other may be the name of a user, a key or a command.
 */
export function toActorTexts(caller: Caller, name: string): readonly string[] {
  if (name === 'me') return [toActorText(toActor(caller))]
  return actorKinds.map(kind => toActorText({ kind, name }))
}
