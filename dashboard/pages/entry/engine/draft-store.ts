// The state of the edited draft: the server's version, the unsaved edits, and the state of each path. It has no requests
// and no timers; it passes every change to the local copy and to subscribers.
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import { findSame, listBlocks } from '../../../fields/component/blocks.ts'
import * as blocks from './block-edits.ts'
import {
  type DraftContent,
  hasPlace,
  isEqual,
  isSettable,
  type Path,
  setInside,
  slugPath,
  toBasePath,
  toChange,
  toParts,
  toPath,
  toPlace,
  valueAt,
  withoutGone,
  withValues,
} from './draft-paths.ts'
import * as edits from './edits.ts'
import { type ChangeNote, type FieldState, isSameState, type Problem, type Refusal } from './field-state.ts'
import * as overlays from './overlay-edits.ts'
import { PathFields } from './path-fields.ts'

type Edit = edits.Edit

export interface DraftStoreOptions {
  readonly entry: EntryView
  readonly rules: edits.ValueRules
  /** Unsent edits of an earlier visit. */
  readonly unsent: edits.Edits
  readonly local: edits.LocalCopy
}

const none: readonly Problem[] = []
const never = () => false
const nowhere: readonly Path[] = []

export class DraftStore {
  #base: EntryView
  #edits: edits.Edits = new Map()
  #rules: edits.ValueRules
  #sequence = 0
  #draft: { base: EntryView; edits: edits.Edits; content: DraftContent } | null = null
  #problems: ReadonlyMap<Path, readonly Problem[]> = new Map()
  readonly #notes = new Map<Path, ChangeNote>()
  readonly #refusals = new Map<Path, Refusal>()
  readonly #states = new Map<Path, FieldState>()
  readonly #listeners = new Set<() => void>()
  readonly #local: edits.LocalCopy
  readonly #removed = new overlays.RemovedValues()
  readonly #fields = new PathFields(
    () => this.#rules.fields,
    () => (this.#draft ? [this.#base, this.#draft.content] : [this.#base]),
  )

  constructor({ entry, rules, unsent, local }: DraftStoreOptions) {
    this.#base = entry
    this.#rules = rules
    this.#local = local
    this.#sequence = Math.max(0, ...[...unsent.values()].map(({ sequence }) => sequence))
    this.#replace(unsent)
    this.#rebase(entry)
    for (const [path, { value }] of this.#edits) this.#check(path, value)
  }

  get base(): EntryView {
    return this.#base
  }

  get edits(): edits.Edits {
    return this.#edits
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly emit = () => this.#listeners.forEach(listener => void listener())

  /** Returns the draft including unsaved edits. The object stays the same until something changes. */
  readonly getDraft = (): DraftContent => {
    const [base, all] = [this.#base, this.#edits]
    if (this.#draft?.base !== base || this.#draft.edits !== all) {
      this.#draft = { base, edits: all, content: this.#withEdits(base, all) }
    }
    return this.#draft.content
  }

  #withEdits(base: EntryView, all: edits.Edits): DraftContent {
    const draft = withValues(base, edits.toValues(all), (path, before, value) =>
      this.#fields.isOrder(path) ? blocks.withOrder(before, value) : value,
    )
    return all.size === 0 ? draft : withoutGone(draft)
  }

  valueAt(path: Path): unknown {
    const edit = this.#edits.get(path)
    return edit && !this.#fields.isOrder(path) ? edit.value : valueAt(this.getDraft(), path)
  }

  readonly isSame = (path: Path, a: unknown, b: unknown): boolean => this.#fields.sameAt(path)(a, b)

  /** Divides a change of a field into those of its paths. */
  listChanges(path: Path, before: unknown, after: unknown): readonly blocks.Change[] {
    const changes = this.#fields.listChanges(path, before, after)
    return changes.length === 0 ? [] : [...changes, ...overlays.listReplaced(this.getDraft(), path, after)]
  }

  /** Returns the state of a path. The object stays the same until the state changes. */
  readonly getField = (path: Path): FieldState => {
    const edit = this.#edits.get(path)
    const base = valueAt(this.#base, path)
    const next: FieldState = {
      value: this.valueAt(path),
      isEdited: edit !== undefined || [...this.#edits.keys()].some(other => other.startsWith(`${path}/`)),
      theirs: edit && edits.isConflict(edit, base, this.#fields.sameAt(path)) ? { value: base } : null,
      note: this.#notes.get(path) ?? null,
      refusal: [...this.#refusals.values()].find(({ place }) => place === path) ?? null,
      problems: this.#problems.get(path) ?? none,
      waiting: this.#listWaiting(path),
      live: this.#base.live && { value: valueAt(this.#base.live, path) },
      isOutdated: edit === undefined && overlays.isOutdated(this.#base, path),
    }
    const before = this.#states.get(path)
    if (before !== undefined && isSameState(before, next)) return before
    this.#states.set(path, next)
    return next
  }

  #listWaiting(path: Path): readonly Path[] {
    if (this.#edits.size === 0) return nowhere
    const refused = [...this.#refusals.values()].map(({ place }) => place)
    const places = [...refused, ...this.listConflicts()].filter(place => place.startsWith(`${path}/`))
    return places.length === 0 ? nowhere : [...new Set(places)]
  }

  /** Sets the value of a path, or for a field of blocks which stand in which order. */
  set(path: Path, value: unknown): void {
    const draft = this.getDraft()
    // A block that the server does not have is saved with the list that names it.
    const missing = toParts(path).variant === null ? this.#findMissing(path, draft) : null
    if (missing !== null) {
      const inside = toParts(path).inside.slice(toParts(missing).inside.length)
      this.set(missing, setInside(valueAt(draft, missing), inside, value))
      return
    }
    if (overlays.isReplaced(draft, path, value)) {
      this.#decide(path, undefined)
      return
    }
    const base = valueAt(this.#base, path)
    this.#sequence++
    const isSame = overlays.isAtRisk(path, this.#edits) ? never : this.#fields.sameAt(path)
    this.#put(path, edits.change(this.#edits.get(path), base, value, this.#sequence, isSame))
    if (this.#fields.isOrder(path)) this.#keepInside(path, draft, value)
    this.#check(path, value)
    if (!this.isInConflict(path)) this.#notes.delete(path)
    this.emit()
  }

  #findMissing(path: Path, draft: DraftContent): Path | null {
    return blocks.findMissing(this.#rules.fields, path, draft, this.#base)
  }

  /** Gives up the edits in blocks that go, and keeps what differs in blocks that come back. */
  #keepInside(path: Path, draft: DraftContent, after: unknown): void {
    const field = this.#fields.find(path)!
    const [base, before] = [valueAt(this.#base, path), valueAt(draft, path)]
    for (const block of listBlocks(before)) {
      if (findSame(after, block)) continue
      const place = blocks.toBlockPath(field, path, block)
      this.#removed.keep(draft, place, block.component)
      const isBelow = (other: Path) => toBasePath(other).startsWith(`${place}/`)
      this.#replace(new Map([...this.#edits].filter(([other]) => !isBelow(other))))
    }
    for (const block of listBlocks(after)) {
      if (findSame(before, block)) continue
      const known = findSame(base, block)
      if (known) {
        for (const change of blocks.listBlockChanges(field, known, block, path))
          this.set(change.path, change.after)
      }
      const place = blocks.toBlockPath(field, path, block)
      for (const [at, value] of this.#removed.take(place, block.component)) this.set(at, value)
    }
  }

  setRules(rules: edits.ValueRules): void {
    this.#rules = rules
    for (const [path, { value }] of this.#edits) this.#check(path, value)
    this.emit()
  }

  #check(path: Path, value: unknown): void {
    const error = this.#fields.findError(path, value, this.#base, this.#rules.findError)
    if (error !== null) this.#refusals.set(path, { value, ...error, suggestion: null, isLocal: true })
    else if (!isEqual(this.#refusals.get(path)?.value, value) || this.#refusals.get(path)?.isLocal) {
      this.#refusals.delete(path)
    }
  }

  isInConflict(path: Path): boolean {
    const edit = this.#edits.get(path)
    return edit !== undefined && edits.isConflict(edit, valueAt(this.#base, path), this.#fields.sameAt(path))
  }

  keepMine(path: Path): void {
    const edit = this.#edits.get(path)
    this.#decide(path, edit && edits.keepMine(edit, valueAt(this.#base, path)))
  }

  takeTheirs(path: Path): void {
    this.#decide(path, undefined)
  }

  #decide(path: Path, edit: Edit | undefined): void {
    this.#put(path, edit)
    this.#notes.delete(path)
    this.emit()
  }

  listConflicts(): Path[] {
    return [...this.#edits.keys()].filter(path => this.isInConflict(path))
  }

  /** Returns the paths of edits whose fields are not in the model. */
  listHomeless(): Path[] {
    return [...this.#edits.keys()].filter(path => !this.#isKnown(path))
  }

  #isKnown(path: Path): boolean {
    const { field } = toParts(path)
    const isField = this.#rules.fields.some(({ apiName }) => apiName === field)
    return path === slugPath || (isField && isSettable(this.getDraft(), path))
  }

  /** Returns the edits that can be sent. The others wait for a decision of the user. */
  listSendable(): Map<Path, Edit> {
    return new Map(
      [...this.#edits].filter(
        ([path]) =>
          this.#isKnown(path) &&
          !this.#refusals.has(path) &&
          !this.isInConflict(path) &&
          overlays.isReady(path, this.#base),
      ),
    )
  }

  markSent(sent: edits.SentEdits): void {
    this.#updateSent(sent, (edit, { value }) => edits.markSent(edit, value))
  }

  /** Records that the server saved none of these edits. */
  markRejected(sent: edits.SentEdits): void {
    this.#updateSent(sent, (edit, { value }) => edits.markRefused(edit, value))
  }

  #updateSent(sent: edits.SentEdits, update: (edit: Edit, sent: Edit) => Edit): void {
    const next = new Map(this.#edits)
    for (const [path, one] of sent) {
      const edit = next.get(path)
      if (edit) next.set(path, update(edit, one))
    }
    this.#replace(next)
  }

  /** Records that the server refused a value, unless it has been edited since; then the new value is sent first. */
  refuse(path: Path, refusal: Refusal): void {
    if (isEqual(this.#edits.get(path)?.value, refusal.value)) this.#refusals.set(path, refusal)
  }

  refusalOf(path: Path): Refusal | null {
    return this.#refusals.get(path) ?? null
  }

  /** Returns the members of a request that sends these edits. */
  toChange(sent: edits.SentEdits): object {
    const values = [...sent].map(([path, { value }]) => {
      const isOrder = this.#fields.isOrder(path)
      return [path, isOrder ? blocks.toSentOrder(valueAt(this.#base, path), value) : value] as const
    })
    return toChange(new Map(values))
  }

  /** Returns the draft that a request with these edits asks for. */
  toSentDraft(sent: edits.SentEdits): DraftContent {
    return this.#withEdits(this.#base, sent)
  }

  /** Records that the server has saved `sent`, and that its draft is now `doc`. */
  acknowledge(sent: edits.SentEdits, doc: EntryView): void {
    const next = new Map(this.#edits)
    for (const [path, { sequence }] of sent) {
      const edit = next.get(path)
      if (edit && edit.sequence !== sequence) this.#divide(path, edit, doc, next)
      const rest = edit && edits.acknowledge(edit, sequence, valueAt(doc, path), this.#fields.sameAt(path))
      if (rest) next.set(path, rest)
      else next.delete(path)
    }
    this.#note(doc, path => (sent.has(path) || path === slugPath ? null : { by: null, at: doc.updatedAt }))
    this.#restore(doc, next)
    this.#base = doc
    this.#replace(overlays.withOwnRemovals(next, sent, doc))
    this.#rebase(doc)
    this.emit()
  }

  /** Replaces the server's draft with `doc`. `note` is null if this user made the change. */
  take(doc: EntryView, note: ChangeNote | null): void {
    this.#note(doc, () => note)
    const next = new Map(this.#edits)
    this.#restore(doc, next)
    this.#base = doc
    this.#replace(next)
    this.#rebase(doc)
    this.emit()
  }

  #note(doc: EntryView, toNote: (path: Path) => ChangeNote | null): void {
    const [before, after] = [this.#fields.listValues(this.#base), this.#fields.listValues(doc)]
    for (const path of new Set([...before.keys(), ...after.keys()])) {
      // A block that comes or goes is a change of its list.
      const isGone = !before.has(path) || !after.has(path)
      const { variant, inside } = toParts(path)
      if (inside.length > 0 && (variant === null ? isGone : !isSettable(doc, path))) continue
      const [a, b] = [before.get(path) ?? null, after.get(path) ?? null]
      if (a === b || this.#fields.sameAt(path)(a, b)) continue
      const note = toNote(path)
      if (note) this.#notes.set(path, note)
      else this.#notes.delete(path)
    }
  }

  /** Keeps edits in blocks that somebody else has removed: their list then waits for a decision. */
  #restore(doc: EntryView, next: Map<Path, Edit>): void {
    const draft = this.getDraft()
    for (const [path, { sequence }] of this.#edits) {
      const isGone = next.has(path) && hasPlace(this.#base, path) && !hasPlace(doc, path)
      const list = isGone ? blocks.findMissing(this.#rules.fields, path, draft, doc) : null
      if (list === null) continue
      const edit = next.get(list)
      const { value: before, from = valueAt(this.#base, list), unsure = [] } = edit ?? {}
      const value = blocks.withBlocksOf(
        before ?? valueAt(doc, list),
        valueAt(draft, list),
        path.slice(list.length),
      )
      next.set(list, { value, from, unsure, sequence })
      next.delete(path)
    }
  }

  /** Gives what was typed in a new block a path of its own, now that the server has the block. */
  #divide(path: Path, { value, from, sequence }: Edit, doc: EntryView, next: Map<Path, Edit>): void {
    const field = this.#fields.isOrder(path) ? this.#fields.find(path) : undefined
    if (field === undefined) return
    for (const { path: at, before, after } of blocks.listAdded(field, value, from, valueAt(doc, path), path))
      next.set(at, { value: after, from: before, unsure: [], sequence })
  }

  #rebase(doc: EntryView): void {
    this.#problems = Map.groupBy(
      doc.problems.map(problem => ({ ...problem, place: toPlace(problem.path, doc) })),
      ({ path }) => toPath(path),
    )
    const divided = new Map(this.#edits)
    for (const [path, edit] of this.#edits) this.#divide(path, edit, doc, divided)
    const next = new Map<Path, Edit>()
    for (const [path, edit] of divided) {
      const rest = edits.rebase(edit, valueAt(doc, path), this.#fields.sameAt(path))
      if (rest) next.set(path, rest)
    }
    this.#replace(next)
  }

  #put(path: Path, edit: Edit | undefined): void {
    const others = [...this.#edits].filter(([other]) => other !== path)
    this.#replace(new Map(edit ? [...others, [path, edit]] : others))
  }

  #replace(next: edits.Edits): void {
    for (const [path, edit] of next) {
      if (this.#edits.get(path) !== edit) this.#local.put(path, edit)
    }
    for (const path of this.#edits.keys()) {
      if (next.has(path)) continue
      this.#local.remove(path)
      this.#refusals.delete(path)
    }
    this.#edits = next
  }
}
