// What was typed in this visit, in its order, so that it can be undone across fields and saves.
import { isEqual, type Path } from './draft-paths.ts'

export interface UndoChange {
  readonly path: Path
  readonly before: unknown
  readonly after: unknown
}

interface Step {
  /** Several where one act has replaced several values. */
  changes: readonly UndoChange[]
  /** Milliseconds since 1970, of the last change in it. */
  at: number
}

interface UndoValue {
  readonly path: Path
  readonly value: unknown
}

/** Typing without a longer pause in one field is one step. */
const pauseMs = 1000
const stepsMax = 1000

export class UndoHistory {
  #done: Step[] = []
  #undone: Step[] = []
  /** Whether the next change begins a step of its own. */
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
    if (last && change && !this.#isClosed && change.path === path && at - last.at <= pauseMs) {
      last.changes = [{ ...change, after }]
      last.at = at
      return
    }
    this.#push([{ path, before, after }], at)
    this.#isClosed = false
  }

  /** One act that replaced these values: it is undone as a whole. */
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

  /** The field was left. */
  closeStep(): void {
    this.#isClosed = true
  }

  /** What to set; empty if there is nothing. Values that somebody else has replaced since are passed over. */
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
      const changes = step.changes.filter(change => isEqual(current(change.path), expected(change)))
      if (changes.length === 0) continue
      to.push({ ...step, changes })
      return changes.map(change => ({ path: change.path, value: target(change) }))
    }
    return []
  }
}
