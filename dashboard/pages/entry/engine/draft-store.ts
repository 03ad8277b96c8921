// The state of the edited draft: the server's version, the unsaved edits, and the state of each path. It has no requests
// and no timers; it passes every change to the local copy and to subscribers.
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import {
  type DraftContent,
  isEqual,
  listPaths,
  type Path,
  slugPath,
  toParts,
  toPath,
  toPlace,
  valueAt,
  withValues,
} from './draft-paths.ts'
import * as edits from './edits.ts'
import { type ChangeNote, type FieldState, isSameState, type Problem, type Refusal } from './field-state.ts'

type Edit = edits.Edit

export interface DraftStoreOptions {
  readonly entry: EntryView
  readonly rules: edits.ValueRules
  /** Unsent edits of an earlier visit. */
  readonly unsent: edits.Edits
  readonly local: edits.LocalCopy
}

const none: readonly Problem[] = []

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
      this.#draft = { base, edits: all, content: withValues(base, edits.toValues(all)) }
    }
    return this.#draft.content
  }

  valueAt(path: Path): unknown {
    const edit = this.#edits.get(path)
    return edit ? edit.value : valueAt(this.#base, path)
  }

  /** Returns the state of a path. The object stays the same until the state changes. */
  readonly getField = (path: Path): FieldState => {
    const edit = this.#edits.get(path)
    const base = valueAt(this.#base, path)
    const next: FieldState = {
      value: this.valueAt(path),
      isEdited: edit !== undefined,
      theirs: edit && edits.isConflict(edit, base) ? { value: base } : null,
      note: this.#notes.get(path) ?? null,
      refusal: this.#refusals.get(path) ?? null,
      problems: this.#problems.get(path) ?? none,
      live: this.#base.live && { value: valueAt(this.#base.live, path) },
    }
    const before = this.#states.get(path)
    if (before !== undefined && isSameState(before, next)) return before
    this.#states.set(path, next)
    return next
  }

  set(path: Path, value: unknown): void {
    const base = valueAt(this.#base, path)
    this.#sequence++
    this.#put(path, edits.change(this.#edits.get(path), base, value, this.#sequence))
    this.#check(path, value)
    if (!this.isInConflict(path)) this.#notes.delete(path)
    this.emit()
  }

  setRules(rules: edits.ValueRules): void {
    this.#rules = rules
    for (const [path, { value }] of this.#edits) this.#check(path, value)
    this.emit()
  }

  #check(path: Path, value: unknown): void {
    const message = this.#rules.findError(path, value)
    if (message !== null) this.#refusals.set(path, { value, message, suggestion: null, isLocal: true })
    else if (!isEqual(this.#refusals.get(path)?.value, value) || this.#refusals.get(path)?.isLocal) {
      this.#refusals.delete(path)
    }
  }

  isInConflict(path: Path): boolean {
    const edit = this.#edits.get(path)
    return edit !== undefined && edits.isConflict(edit, valueAt(this.#base, path))
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
    return edits.listConflicts(this.#edits, this.#base)
  }

  /** Returns the paths of edits whose fields are not in the model. */
  listHomeless(): Path[] {
    return [...this.#edits.keys()].filter(path => !this.#isKnown(path))
  }

  #isKnown(path: Path): boolean {
    const { field } = toParts(path)
    return path === slugPath || (field !== null && this.#rules.fields.has(field))
  }

  /** Returns the edits that can be sent. The others wait for a decision of the user. */
  listSendable(): Map<Path, Edit> {
    return new Map(
      [...this.#edits].filter(
        ([path]) => this.#isKnown(path) && !this.#refusals.has(path) && !this.isInConflict(path),
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

  /** Records that the server has saved `sent`, and that its draft is now `doc`. */
  acknowledge(sent: edits.SentEdits, doc: EntryView): void {
    const next = new Map(this.#edits)
    for (const [path, { sequence }] of sent) {
      const edit = next.get(path)
      const rest = edit && edits.acknowledge(edit, sequence, valueAt(doc, path))
      if (rest) next.set(path, rest)
      else next.delete(path)
    }
    this.#note(doc, path => (sent.has(path) || path === slugPath ? null : { by: null, at: doc.updatedAt }))
    this.#base = doc
    this.#replace(next)
    this.#rebase(doc)
    this.emit()
  }

  /** Replaces the server's draft with `doc`. `note` is null if this user made the change. */
  take(doc: EntryView, note: ChangeNote | null): void {
    this.#note(doc, () => note)
    this.#base = doc
    this.#rebase(doc)
    this.emit()
  }

  #note(doc: EntryView, toNote: (path: Path) => ChangeNote | null): void {
    for (const path of listPaths(this.#base, doc)) {
      if (isEqual(valueAt(this.#base, path), valueAt(doc, path))) continue
      const note = toNote(path)
      if (note) this.#notes.set(path, note)
      else this.#notes.delete(path)
    }
  }

  #rebase(doc: EntryView): void {
    this.#problems = Map.groupBy(
      doc.problems.map(problem => ({ ...problem, place: toPlace(problem.path, doc) })),
      ({ path }) => toPath(path),
    )
    const next = new Map<Path, Edit>()
    for (const [path, edit] of this.#edits) {
      const rest = edits.rebase(edit, valueAt(doc, path))
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
