// The fields of the paths of a draft: which paths stand for the order of blocks, and how the values of a path compare.
import { holdsBlocks, type ValueField } from '../../../fields/field-values.ts'
import * as blocks from './block-edits.ts'
import {
  type DraftContent,
  isEqual,
  listPaths,
  type Path,
  toBasePath,
  toParts,
  valueAt,
} from './draft-paths.ts'
import type { IsSame, ValueRules } from './edits.ts'

export class PathFields {
  readonly #fields: () => readonly ValueField[]
  readonly #drafts: () => readonly DraftContent[]

  /** A block is looked up in the first of the drafts that has it. */
  constructor(fields: () => readonly ValueField[], drafts: () => readonly DraftContent[]) {
    this.#fields = fields
    this.#drafts = drafts
  }

  /** Returns the field at a path; undefined if the model or the drafts have none there. */
  find(path: Path): ValueField | undefined {
    const { field, inside } = toParts(path)
    if (inside.length === 0) return this.#fields().find(({ apiName }) => apiName === field)
    for (const draft of this.#drafts()) {
      const found = blocks.findField(this.#fields(), toBasePath(path), draft)
      if (found) return found
    }
    return undefined
  }

  /** Checks whether the value of a path is which blocks stand in which order. The values in blocks have paths of their own. */
  isOrder(path: Path): boolean {
    const field = toParts(path).variant === null ? this.find(path) : undefined
    return field !== undefined && holdsBlocks(field)
  }

  sameAt(path: Path): IsSame {
    return this.isOrder(path) ? blocks.isSameOrder : isEqual
  }

  /** Returns why the server would refuse a value, or a place inside of it; null if it may accept it. */
  findError(path: Path, value: unknown, base: DraftContent, findError: ValueRules['findError']) {
    const field = this.find(path)
    if (field === undefined) return null
    // The values in blocks that the server has are checked by themselves.
    const added = this.isOrder(path) ? blocks.withoutKnown(valueAt(base, path), value) : value
    const errors: { readonly place: Path; readonly message: string }[] = []
    blocks.eachPath(field, added, path, (place, one, inner) => {
      const message = holdsBlocks(inner) ? null : findError(inner, one)
      if (message !== null) errors.push({ place, message })
    })
    return errors[0] ?? null
  }

  /** Divides a change of a field into those of its paths. */
  listChanges(path: Path, before: unknown, after: unknown): readonly blocks.Change[] {
    const field = this.isOrder(path) ? this.find(path) : undefined
    if (field) return blocks.listChanges(field, before, after, path)
    return isEqual(before, after) ? [] : [{ path, before, after }]
  }

  /** Returns the values of all paths of a draft, those in blocks too. */
  listValues(draft: DraftContent): ReadonlyMap<Path, unknown> {
    const values = new Map<Path, unknown>()
    for (const path of listPaths(draft)) {
      const field = this.isOrder(path) ? this.find(path) : undefined
      if (field) blocks.eachPath(field, valueAt(draft, path), path, (at, value) => values.set(at, value))
      else values.set(path, valueAt(draft, path))
    }
    return values
  }
}
