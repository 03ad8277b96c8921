// The actor of a change: a person, an API key, or the program itself.
import type { Caller } from './caller.ts'

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
