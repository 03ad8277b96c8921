// Edits of values that overlays have in the base's blocks: they depend on these blocks, and on the lists that a variant has of
// its own.
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import { ownValue } from '../../../parts/entries/own-value.ts'
import type { Change } from './block-edits.ts'
import {
  type DraftContent,
  isSettable,
  type Path,
  toBasePath,
  toFieldPath,
  toParts,
  toValueAddress,
  valueAt,
} from './draft-paths.ts'
import type { Edits, SentEdits } from './edits.ts'

/** Checks whether the value for everyone has changed after an override. */
export function isOutdated({ outdated }: Pick<EntryView, 'outdated'>, path: Path): boolean {
  const { variant } = toParts(path)
  return variant !== null && ownValue(outdated, variant)?.includes(toValueAddress(path)) === true
}

/** Checks whether a path is that of a value in the base's blocks. */
function isInBlocks(path: Path): boolean {
  const { variant, inside } = toParts(path)
  return variant !== null && inside.length > 0
}

/** Lists the paths whose edits can remove the value at a path: of fields around it, in its overlay and in the base. */
function listOuter(path: Path): readonly Path[] {
  if (!isInBlocks(path)) return []
  const { variant } = toParts(path)
  const steps = toValueAddress(path).split('/')
  return steps.slice(1).flatMap((_, index) => {
    const around = steps.slice(0, index + 1).join('/')
    return [toFieldPath(around, variant), toFieldPath(around, null)]
  })
}

/** Checks whether an unsaved edit can remove the value at a path, so that the server's value does not settle it. */
export function isAtRisk(path: Path, edits: Edits): boolean {
  return listOuter(path).some(outer => edits.has(outer))
}

/** Checks whether the value at a path can be saved now: not before the server has its blocks. */
export function isReady(path: Path, base: DraftContent): boolean {
  return !isInBlocks(path) || isSettable(base, path)
}

/** Checks whether a list of its own has replaced a value that is taken away. */
export function isReplaced(draft: DraftContent, path: Path, value: unknown): boolean {
  return value === null && isInBlocks(path) && !isSettable(draft, path)
}

/** Returns the edits, in which values that this user's own change of their blocks has removed are no conflicts. */
export function withOwnRemovals(edits: Edits, sent: SentEdits, doc: DraftContent): Edits {
  const next = new Map(edits)
  for (const [path, edit] of edits) {
    const isRemoved = valueAt(doc, path) === null && listOuter(path).some(outer => sent.has(outer))
    if (isRemoved) next.set(path, { ...edit, from: null })
  }
  return next
}

/** Lists the changes of values in blocks that a list of its own replaces. */
export function listReplaced(draft: DraftContent, path: Path, after: unknown): readonly Change[] {
  const { variant } = toParts(path)
  if (variant === null || after === null) return []
  const around = `${toValueAddress(path)}/`
  return Object.entries(ownValue(draft.variants, variant) ?? {})
    .filter(([address]) => address.startsWith(around))
    .map(([address, before]) => ({ path: toFieldPath(address, variant), before, after: null }))
}

/** The values that overlays had in blocks that were removed in this visit: they come back with their block. */
export class RemovedValues {
  readonly #values = new Map<string, readonly (readonly [Path, unknown])[]>()

  /** `place` is the path in the base that the values of the block begin with. */
  keep(draft: DraftContent, place: Path, component: string): void {
    const values = Object.entries(draft.variants).flatMap(([variant, overlay]) =>
      Object.entries(overlay)
        .map(([address, value]) => [toFieldPath(address, variant), value] as const)
        .filter(([path]) => isInBlocks(path) && toBasePath(path).startsWith(`${place}/`)),
    )
    this.#values.set(`${component} ${place}`, values)
  }

  take(place: Path, component: string): readonly (readonly [Path, unknown])[] {
    const id = `${component} ${place}`
    const values = this.#values.get(id) ?? []
    this.#values.delete(id)
    return values
  }
}
