// Unacknowledged edits and their relation to the server's values. All functions are pure.
import type { ValueField } from '../../../fields/field-values.ts'
import { isEqual, type Path } from './draft-paths.ts'

/** The parts of the model that determine which values can be sent. */
export interface ValueRules {
  /** The fields of the model. Edits of other fields are kept but not sent. */
  readonly fields: readonly ValueField[]
  /** Returns why the server would refuse the value; null if it may accept it. */
  readonly findError: (field: ValueField, value: unknown) => string | null
}

/** Compares two values of one path. */
export type IsSame = (a: unknown, b: unknown) => boolean

export interface Edit {
  readonly value: unknown
  /** The server's value of this path when it was last seen here. A different value on the server is a conflict. */
  readonly from: unknown
  /** Values that were sent without a response. The server may have saved them. */
  readonly unsure: readonly unknown[]
  /** Numbers the edits, so that a response does not acknowledge later edits. */
  readonly sequence: number
}

export type Edits = ReadonlyMap<Path, Edit>
/** The edits as of the time their request was sent. */
export type SentEdits = Edits

/** Stores edits on this device until the server acknowledges them. */
export interface LocalCopy {
  readonly put: (path: Path, edit: Edit) => void
  readonly remove: (path: Path) => void
}

const unsureMax = 50

/** Checks whether the server has a value that this user has not seen. */
export function isConflict(edit: Edit, base: unknown, isSame: IsSame = isEqual): boolean {
  return !isSame(base, edit.from)
}

/** Returns undefined if nothing is left to save. */
export function change(
  edit: Edit | undefined,
  base: unknown,
  value: unknown,
  sequence: number,
  isSame: IsSame = isEqual,
) {
  const { from = base, unsure = [] } = edit ?? {}
  const next: Edit = { value, from, unsure, sequence }
  return isSettled(next, base, isSame) ? undefined : next
}

/** Checks whether the server has the value and no request in flight can replace it. */
function isSettled(edit: Edit, base: unknown, isSame: IsSame): boolean {
  return isSame(edit.value, base) && edit.unsure.length === 0
}

export function markSent(edit: Edit, value: unknown): Edit {
  return { ...edit, unsure: [...edit.unsure, value].slice(-unsureMax) }
}

/** Removes a value that the server has refused from `unsure`. */
export function markRefused(edit: Edit, value: unknown): Edit {
  const index = edit.unsure.findLastIndex(one => isEqual(one, value))
  return index < 0 ? edit : { ...edit, unsure: edit.unsure.toSpliced(index, 1) }
}

/** Applies the acknowledgement of edit `sequence`. Returns undefined if there were no later edits. */
export function acknowledge(
  edit: Edit,
  sequence: number,
  base: unknown,
  isSame: IsSame = isEqual,
): Edit | undefined {
  if (edit.sequence === sequence) return undefined
  const next: Edit = { ...edit, from: base, unsure: [] }
  return isSettled(next, base, isSame) ? undefined : next
}

/** Applies a new server draft `base` while no request is in flight. Returns undefined if the server has the value. */
export function rebase(edit: Edit, base: unknown, isSame: IsSame = isEqual): Edit | undefined {
  // The server has the latest value, from here or elsewhere. Earlier requests for this path can only be refused.
  if (isSame(edit.value, base)) return undefined
  if (edit.unsure.some(value => isSame(value, base))) return { ...edit, from: base }
  return edit
}

/** Resolves a conflict in favour of the edit. */
export function keepMine(edit: Edit, base: unknown): Edit {
  return { ...edit, from: base }
}

export function toValues(edits: Edits): Map<Path, unknown> {
  return new Map([...edits].map(([path, { value }]) => [path, value]))
}
