// Who changed something: a person, an API key, or the program itself.
import type { Caller } from './caller.ts'

export const actorKinds = ['user', 'key', 'import', 'command', 'schedule'] as const

export interface Actor {
  readonly kind: (typeof actorKinds)[number]
  /** Of a user the e-mail, of a key its name, otherwise what was run. */
  readonly name: string
}

export function toActor(caller: Caller): Actor {
  return caller.kind === 'key' ? { kind: 'key', name: caller.name } : { kind: 'user', name: caller.email }
}

/** As it is stored: equal ones are equal texts. */
export function toActorText({ kind, name }: Actor): string {
  return JSON.stringify({ kind, name })
}

export function parseActor(text: string | null): Actor | null {
  return text === null ? null : (JSON.parse(text) as Actor)
}

/** What may be stored for a name: `me` is the caller, any other may be the name of a user, a key or a command. */
export function toActorTexts(caller: Caller, name: string): readonly string[] {
  if (name === 'me') return [toActorText(toActor(caller))]
  return actorKinds.map(kind => toActorText({ kind, name }))
}
