// Records the edits of this visit in order, so that they can be undone across fields and saves.
import { isEqual, type Path } from './draft-paths.ts'

export interface UndoChange {
  readonly path: Path
  readonly before: unknown
  readonly after: unknown
}

interface Step {
  /** Several changes if one action replaced several values. */
  changes: readonly UndoChange[]
  /** The time of the last change in milliseconds since 1970. */
  at: number
}

interface UndoValue {
  readonly path: Path
  readonly value: unknown
}

/**
 * Edits of one field without a longer pause are one step, but items that are added or removed begin another, so that pasted
 * lines are undone without what was typed before.
 */
const pauseMs = 1000
const stepsMax = 1000

/** Compares two values of a path. */
type IsSame = (path: Path, a: unknown, b: unknown) => boolean

export class UndoHistory {
  readonly #isSame: IsSame

  constructor(isSame: IsSame = (_path, a, b) => isEqual(a, b)) {
    this.#isSame = isSame
  }

  #done: Step[] = []
  #undone: Step[] = []
  /** True if the next change starts a new step. */
  #isClosed = true

  get canUndo(): boolean {
    return this.#done.length > 0
  }

  get canRedo(): boolean {
    return this.#undone.length > 0
  }

  add(path: Path, before: unknown, after: unknown, at: number): void {
    this.#undone = []
    const last = this.#done.at(-1)
    const [change] = last?.changes ?? []
    const isSame = last !== undefined && change?.path === path && at - last.at <= pauseMs
    if (isSame && !this.#isClosed && !isOfOtherLength(before, after)) {
      last.changes = [{ ...change!, after }]
      last.at = at
      return
    }
    this.#push([{ path, before, after }], at)
    this.#isClosed = false
  }

  /** Records one action that replaced these values, which is undone as a whole. */
  addAct(changes: readonly UndoChange[], at: number): void {
    if (changes.length === 0) return
    this.#undone = []
    this.#push(changes, at)
    this.#isClosed = true
  }

  #push(changes: readonly UndoChange[], at: number): void {
    this.#done.push({ changes, at })
    if (this.#done.length > stepsMax) this.#done.shift()
  }

  /** Ends the current step when the user leaves the field. */
  closeStep(): void {
    this.#isClosed = true
  }

  /**
   * Returns the values to set; empty if there is nothing to undo. Steps whose values other users have replaced are
   * skipped.
   */
  undo(current: (path: Path) => unknown): readonly UndoValue[] {
    return this.#move(
      this.#done,
      this.#undone,
      current,
      ({ after }) => after,
      ({ before }) => before,
    )
  }

  redo(current: (path: Path) => unknown): readonly UndoValue[] {
    return this.#move(
      this.#undone,
      this.#done,
      current,
      ({ before }) => before,
      ({ after }) => after,
    )
  }

  #move(
    from: Step[],
    to: Step[],
    current: (path: Path) => unknown,
    expected: (change: UndoChange) => unknown,
    target: (change: UndoChange) => unknown,
  ): readonly UndoValue[] {
    this.#isClosed = true
    for (let step = from.pop(); step; step = from.pop()) {
      const changes = step.changes.filter(change =>
        this.#isSame(change.path, current(change.path), expected(change)),
      )
      if (changes.length === 0) continue
      to.push({ ...step, changes })
      return changes.map(change => ({ path: change.path, value: target(change) }))
    }
    return []
  }
}

function isOfOtherLength(before: unknown, after: unknown): boolean {
  return Array.isArray(before) && Array.isArray(after) && before.length !== after.length
}
