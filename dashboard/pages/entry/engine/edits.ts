// What was typed and is not acknowledged, and how it stands to what the server has. Plain values: nothing here has an
// effect, and the time is an argument.
import { type DraftContent, isEqual, type Path, valueAt } from './draft-paths.ts'

/** What the model says about values. */
export interface ValueRules {
  /** The fields of the model. Edits of other fields are unsent, and not sent. */
  readonly fields: ReadonlySet<string>
  /** Why the server would not take the value; null if it may. */
  readonly findError: (path: Path, value: unknown) => string | null
}

export interface Edit {
  readonly value: unknown
  /** What the server had at this path when it was last seen here. Another value there now is a conflict. */
  readonly from: unknown
  /** What was sent without a response: the server may have it. */
  readonly unsure: readonly unknown[]
  /** Counts edits, so that a response does not acknowledge what was typed after its request. */
  readonly sequence: number
}

export type Edits = ReadonlyMap<Path, Edit>
/** Edits as they were when their request was sent. */
export type SentEdits = Edits

/** Keeps edits on this device until they are acknowledged. */
export interface LocalCopy {
  readonly put: (path: Path, edit: Edit) => void
  readonly remove: (path: Path) => void
}

const unsureMax = 50

/** Whether the server has a value that nobody here has seen. */
export function isConflict(edit: Edit, base: unknown): boolean {
  return !isEqual(base, edit.from)
}

/** Undefined if nothing is left to save. */
export function change(edit: Edit | undefined, base: unknown, value: unknown, sequence: number) {
  const { from = base, unsure = [] } = edit ?? {}
  const next: Edit = { value, from, unsure, sequence }
  return isSettled(next, base) ? undefined : next
}

/** The server has the value, and nothing that is on its way can replace it. */
function isSettled(edit: Edit, base: unknown): boolean {
  return isEqual(edit.value, base) && edit.unsure.length === 0
}

export function markSent(edit: Edit, value: unknown): Edit {
  return { ...edit, unsure: [...edit.unsure, value].slice(-unsureMax) }
}

/** The request with this value was refused: the server does not have it. */
export function markRefused(edit: Edit, value: unknown): Edit {
  const index = edit.unsure.findLastIndex(one => isEqual(one, value))
  return index < 0 ? edit : { ...edit, unsure: edit.unsure.toSpliced(index, 1) }
}

/** The server has taken what was sent as edit `sequence`. Undefined if nothing was typed since. */
export function acknowledge(edit: Edit, sequence: number, base: unknown): Edit | undefined {
  if (edit.sequence === sequence) return undefined
  const next: Edit = { ...edit, from: base, unsure: [] }
  return isSettled(next, base) ? undefined : next
}

/** After the server's draft has become `base`, with no request under way: undefined if it has the edit. */
export function rebase(edit: Edit, base: unknown): Edit | undefined {
  // It has what was typed last, from here or elsewhere; earlier requests for this path can only be refused.
  if (isEqual(edit.value, base)) return undefined
  if (edit.unsure.some(value => isEqual(value, base))) return { ...edit, from: base }
  return edit
}

/** Keeps what was typed, over what the server has. */
export function keepMine(edit: Edit, base: unknown): Edit {
  return { ...edit, from: base }
}

export function toValues(edits: Edits): Map<Path, unknown> {
  return new Map([...edits].map(([path, { value }]) => [path, value]))
}

export function listConflicts(edits: Edits, base: DraftContent): Path[] {
  return [...edits].filter(([path, edit]) => isConflict(edit, valueAt(base, path))).map(([path]) => path)
}
