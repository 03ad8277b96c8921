// What was typed in this visit, in its order, so that it can be undone across fields and saves.
import { isEqual, type Path } from './draft-paths.ts'

interface Step {
  readonly path: Path
  readonly before: unknown
  after: unknown
  /** Milliseconds since 1970, of the last change in it. */
  at: number
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
    if (last && !this.#isClosed && last.path === path && at - last.at <= pauseMs) {
      last.after = after
      last.at = at
      return
    }
    this.#isClosed = false
    this.#done.push({ path, before, after, at })
    if (this.#done.length > stepsMax) this.#done.shift()
  }

  /** The field was left. */
  closeStep(): void {
    this.#isClosed = true
  }

  /** What to set; null if there is nothing. A step whose value somebody else has replaced since is passed over. */
  undo(current: (path: Path) => unknown): { readonly path: Path; readonly value: unknown } | null {
    return this.#move(
      this.#done,
      this.#undone,
      current,
      ({ after }) => after,
      ({ before }) => before,
    )
  }

  redo(current: (path: Path) => unknown): { readonly path: Path; readonly value: unknown } | null {
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
    expected: (step: Step) => unknown,
    target: (step: Step) => unknown,
  ) {
    this.#isClosed = true
    for (let step = from.pop(); step; step = from.pop()) {
      if (!isEqual(current(step.path), expected(step))) continue
      to.push(step)
      return { path: step.path, value: target(step) }
    }
    return null
  }
}
