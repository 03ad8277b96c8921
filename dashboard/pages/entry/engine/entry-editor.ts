// The editor of one entry: typing, saving, undoing, and what others do to the entry meanwhile. Without React and without a
// browser: requests, time and the local copy are arguments.
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import { ApiProblem } from '../../../api/request.ts'
import { findValueError, type ValueField } from '../../../fields/value-error.ts'
import { isEqual, listPaths, type Path, slugPath, toFieldPath, toParts } from './draft-paths.ts'
import { DraftStore } from './draft-store.ts'
import type { Edits, LocalCopy, ValueRules } from './edits.ts'
import { isSameSaveState, type SaveState, toSaveState } from './save-state.ts'
import { type EditorClock, type EntryServer, Saver } from './saver.ts'
import { UndoHistory } from './undo-history.ts'
import { toUnsavedDraft } from './unsaved-draft.ts'

/** What a model says that matters for saving. */
export interface EditorModel {
  readonly fields: readonly ValueField[]
  readonly slugFrom?: string | undefined
  readonly modelVersion: number
}

export interface EntryChanges {
  readonly draftVersion: number
  readonly modelVersion: number
  readonly state: EntryView['state']
}

export interface EditorServer extends EntryServer {
  readonly changes: (since: number) => Promise<EntryChanges>
}

export interface EditorOptions {
  /** With `draftVersion` 0 there is no such entry yet: the first change creates it. */
  readonly entry: EntryView
  readonly model: EditorModel
  readonly server: EditorServer
  readonly clock: EditorClock
  readonly local: LocalCopy
  /** Edits of an earlier visit that were not acknowledged. */
  readonly unsent: Edits
  /** Whether it was made for this visit, from another entry. */
  readonly isCopy: boolean
  /** The model has changed since it was loaded. */
  readonly onModelChanged: () => void
}

export class EntryEditor {
  readonly store: DraftStore
  readonly saver: Saver
  readonly #undo = new UndoHistory()
  readonly #options: EditorOptions
  #model: EditorModel
  /** New in this visit, or a copy that was made for it, and nobody has typed a slug: it follows the title. */
  #slugFollows: boolean
  #saveState: SaveState = { kind: 'idle' }
  #isPolling = false

  constructor(options: EditorOptions) {
    const { entry, model, server, clock, local, unsent, isCopy } = options
    this.#options = options
    this.#model = model
    this.#slugFollows = (entry.draftVersion === 0 || isCopy) && !unsent.has(slugPath)
    this.store = new DraftStore({ entry, rules: toRules(model), local, unsent })
    this.saver = new Saver({
      store: this.store,
      server,
      clock,
      toExtras: sent => this.#toExtras([...sent.keys()]),
      onSlugTakenOver: () => {
        this.#slugFollows = false
      },
    })
    if (this.store.edits.size > 0) this.saver.touch()
  }

  get model(): EditorModel {
    return this.#model
  }

  get slugFollows(): boolean {
    return this.#slugFollows
  }

  /** The same object until it changes. */
  readonly getSaveState = (): SaveState => {
    const next = toSaveState(this.store, this.saver)
    if (!isSameSaveState(this.#saveState, next)) this.#saveState = next
    return this.#saveState
  }

  change(path: Path, value: unknown): void {
    this.#undo.add(path, this.store.valueAt(path), value, this.#options.clock.now())
    this.#set(path, value)
  }

  #set(path: Path, value: unknown): void {
    if (path === slugPath) this.#slugFollows = value === null && this.#slugFollows
    this.store.set(path, value)
    this.saver.touch()
  }

  leaveField(): void {
    this.#undo.closeStep()
    this.saver.soon()
  }

  /** The first path that was changed; null if there is nothing to undo. */
  undo(): Path | null {
    return this.#apply(this.#undo.undo(path => this.store.valueAt(path)))
  }

  redo(): Path | null {
    return this.#apply(this.#undo.redo(path => this.store.valueAt(path)))
  }

  #apply(values: ReturnType<UndoHistory['undo']>): Path | null {
    for (const { path, value } of values) this.#set(path, value)
    return values[0]?.path ?? null
  }

  keepMine(path: Path): void {
    this.store.keepMine(path)
    this.saver.now()
  }

  takeTheirs(path: Path): void {
    const before = this.store.valueAt(path)
    this.store.takeTheirs(path)
    this.#undo.closeStep()
    this.#undo.add(path, before, this.store.valueAt(path), this.#options.clock.now())
    this.#undo.closeStep()
    this.#reconsider()
  }

  /** What kept edits from being saved may be over, or no edit may be left. */
  #reconsider(): void {
    if (this.saver.trouble?.kind !== 'stop') return
    this.saver.touch()
    this.store.emit()
  }

  /** Everything that was typed is saved; rejects with an {@link UnsavedDraft} if something is not. */
  async save(): Promise<EntryView> {
    if ((await this.saver.finish()) === 'saved') return this.store.base
    throw toUnsavedDraft(this.getSaveState(), this.store)
  }

  /** The state of the entry as this user has just changed it. */
  take(doc: EntryView): void {
    if (doc.draftVersion < this.store.base.draftVersion) return
    this.store.take(doc, null)
    if (doc.live) this.#slugFollows = false
    this.#reconsider()
  }

  /** The same where this user has replaced values of the draft at once: it can be undone like typing. */
  takeReplaced(doc: EntryView): void {
    const { store } = this
    const before = new Map(listPaths(store.base, doc).map(path => [path, store.valueAt(path)]))
    this.take(doc)
    const changes = [...before].map(([path, value]) => ({ path, before: value, after: store.valueAt(path) }))
    this.#undo.addAct(
      changes.filter(change => !isEqual(change.before, change.after)),
      this.#options.clock.now(),
    )
  }

  setModel(model: EditorModel): void {
    if (model === this.#model) return
    this.#model = model
    this.store.setRules(toRules(model))
    this.saver.touch()
  }

  /** Looks for what others have changed. Problems are passed over: the next time comes soon. */
  async poll(): Promise<void> {
    const { server, onModelChanged } = this.#options
    const { base } = this.store
    const { requests } = this.saver
    const isReachable = !['offline', 'signedOut', 'gone'].includes(this.saver.trouble?.kind ?? '')
    if (base.draftVersion === 0 || this.#isPolling || this.saver.isSending || !isReachable) return
    this.#isPolling = true
    try {
      const { draftVersion, modelVersion, state } = await server.changes(base.draftVersion)
      if (modelVersion !== this.#model.modelVersion) onModelChanged()
      if (draftVersion === base.draftVersion && state === base.state) return
      const doc = await server.read()
      if (requests !== this.saver.requests || doc.draftVersion < this.store.base.draftVersion) return
      this.store.take(doc, { by: doc.updatedBy, at: doc.updatedAt })
      if (this.store.edits.size > 0) this.saver.touch()
    } catch (error) {
      // Saving tells what is wrong, but that the entry was deleted.
      if (!(error instanceof ApiProblem) || error.code !== 'entry_not_found') return
      this.saver.trouble = { kind: 'gone', reason: error.detail }
      this.store.emit()
    } finally {
      this.#isPolling = false
    }
  }

  #toExtras(paths: readonly Path[]): object {
    const { base } = this.store
    const { slugFrom } = this.#model
    const isMeant = this.#slugFollows && base.draftVersion > 0 && base.live === null
    if (!isMeant || slugFrom === undefined || paths.includes(slugPath)) return {}
    return paths.includes(toFieldPath(slugFrom, null)) ? { slug: null } : {}
  }
}

function toRules({ fields }: EditorModel): ValueRules {
  const byName = new Map(fields.map(field => [field.apiName, field]))
  return {
    fields: new Set(byName.keys()),
    findError: (path, value) => {
      const { field } = toParts(path)
      const known = field === null ? undefined : byName.get(field)
      return known === undefined ? null : findValueError(known, value)
    },
  }
}
