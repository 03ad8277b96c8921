// The state of one path of a draft.
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import type { Actor } from '../../../../src/base/caller.ts'
import { isEqual, type Path } from './draft-paths.ts'

/** The author and time of a change made elsewhere. */
export interface ChangeNote {
  readonly by: Actor | null
  /** In RFC 3339 format. */
  readonly at: string
}

/** The reason why the server refused a value. */
export interface Refusal {
  readonly value: unknown
  /** The place that the reason is about: the path of the value, or a place in a block that it adds. */
  readonly place: Path
  readonly message: string
  /** An available slug. */
  readonly suggestion: string | null
  /** True if the value was not sent, for example an incomplete number. */
  readonly isLocal: boolean
}

/** A rule that the value at a place in the draft breaks. */
export type Problem = EntryView['problems'][number] & { readonly place: string }

/** The state of a path that its input shows. */
export interface FieldState {
  readonly value: unknown
  readonly isEdited: boolean
  /** The server's value if it conflicts with the edit. */
  readonly theirs: { readonly value: unknown } | null
  readonly note: ChangeNote | null
  readonly refusal: Refusal | null
  /** The rules that the server's value breaks. */
  readonly problems: readonly Problem[]
  /** The places inside of the value that wait for a decision or a correction before they are saved. */
  readonly waiting: readonly Path[]
  /** Null if nothing is live. */
  readonly live: { readonly value: unknown } | null
  /** True if the value is an override, and the value for everyone has changed after it. */
  readonly isOutdated: boolean
}

/** Compares two states, so that an unchanged input is not rendered again. */
export function isSameState(a: FieldState, b: FieldState): boolean {
  return (
    isEqual(a.value, b.value) &&
    a.isEdited === b.isEdited &&
    isEqual(a.theirs, b.theirs) &&
    a.note === b.note &&
    a.refusal === b.refusal &&
    isEqual(a.problems, b.problems) &&
    isEqual(a.waiting, b.waiting) &&
    isEqual(a.live, b.live) &&
    a.isOutdated === b.isOutdated
  )
}
