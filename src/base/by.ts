// Who changed something: a person, an API key, or the program itself.
import type { Caller } from './caller.ts'

export const byKinds = ['user', 'key', 'import', 'command', 'schedule'] as const

export interface By {
  readonly kind: (typeof byKinds)[number]
  /** Of a user the e-mail, of a key its name, otherwise what was run. */
  readonly name: string
}

export function byOf(caller: Caller): By {
  return caller.kind === 'key' ? { kind: 'key', name: caller.name } : { kind: 'user', name: caller.email }
}

/** As it is stored: equal ones are equal texts. */
export function toByText({ kind, name }: By): string {
  return JSON.stringify({ kind, name })
}

export function parseBy(text: string | null): By | null {
  return text === null ? null : (JSON.parse(text) as By)
}

/** What may be stored for a name: `me` is the caller, any other may be the name of a user, a key or a command. */
export function toByTexts(caller: Caller, name: string): readonly string[] {
  if (name === 'me') return [toByText(byOf(caller))]
  return byKinds.map(kind => toByText({ kind, name }))
}
