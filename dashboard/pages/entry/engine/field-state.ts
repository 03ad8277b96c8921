// What is known about one path of a draft, beside its value.
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import type { Actor } from '../../../../src/base/actor.ts'
import { isEqual } from './draft-paths.ts'

/** Who changed a path elsewhere, and when. */
export interface ChangeNote {
  readonly by: Actor | null
  /** RFC 3339. */
  readonly at: string
}

/** Why the server did not take a value. */
export interface Refusal {
  readonly value: unknown
  readonly message: string
  /** A slug that is not taken. */
  readonly suggestion: string | null
  /** Whether it was not even sent: an unfinished number, say. */
  readonly isLocal: boolean
}

export type Problem = EntryView['problems'][number]

/** What an input shows of its path. */
export interface FieldState {
  readonly value: unknown
  readonly isEdited: boolean
  /** The server's value, where it is another than the one that was typed over. */
  readonly theirs: { readonly value: unknown } | null
  readonly note: ChangeNote | null
  readonly refusal: Refusal | null
  /** The rules that the server's value breaks. */
  readonly problems: readonly Problem[]
  /** Null if nothing is live. */
  readonly live: { readonly value: unknown } | null
}

/** Then the input need not be rendered again. */
export function isSameState(a: FieldState, b: FieldState): boolean {
  return (
    isEqual(a.value, b.value) &&
    a.isEdited === b.isEdited &&
    isEqual(a.theirs, b.theirs) &&
    a.note === b.note &&
    a.refusal === b.refusal &&
    isEqual(a.problems, b.problems) &&
    isEqual(a.live, b.live)
  )
}
