// The editor of one entry: edits, saving, undo, and changes by other users. It is independent of React and the browser:
// requests, time and the local copy are arguments.
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import { ApiProblem } from '../../../api/request.ts'
import { findValueError, type ValueField } from '../../../fields/field-values.ts'
import { listPaths, type Path, slugPath, toFieldPath } from './draft-paths.ts'
import { DraftStore } from './draft-store.ts'
import type { Edits, LocalCopy, ValueRules } from './edits.ts'
import {
  type EditorClock,
  type EntryServer,
  isSameSaveState,
  Saver,
  type SaveState,
  toSaveState,
} from './saver.ts'
import { UndoHistory } from './undo-history.ts'
import { toUnsavedDraft } from './unsaved-draft.ts'

/** The parts of a model that saving depends on. */
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
  /** If `draftVersion` is 0, the entry does not exist yet, and the first edit creates it. */
  readonly entry: EntryView
  readonly model: EditorModel
  readonly server: EditorServer
  readonly clock: EditorClock
  readonly local: LocalCopy
  /** Unacknowledged edits of an earlier visit. */
  readonly unsent: Edits
  /** True if the entry was just created as a copy of another one. */
  readonly isCopy: boolean
  /** Called when the model has changed since it was loaded. */
  readonly onModelChanged: () => void
}

export class EntryEditor {
  readonly store: DraftStore
  readonly saver: Saver
  readonly #undo: UndoHistory
  readonly #options: EditorOptions
  #model: EditorModel
  /** True if the slug follows the title: the entry is new or a copy, and nobody has typed a slug. */
  #slugFollows: boolean
  #saveState: SaveState = { kind: 'idle' }
  #isPolling = false

  constructor(options: EditorOptions) {
    const { entry, model, server, clock, local, unsent, isCopy } = options
    this.#options = options
    this.#model = model
    this.#slugFollows = (entry.draftVersion === 0 || isCopy) && !unsent.has(slugPath)
    this.store = new DraftStore({ entry, rules: toRules(model), local, unsent })
    this.#undo = new UndoHistory(this.store.isSame)
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

  /** Returns the same object until the state changes. */
  readonly getSaveState = (): SaveState => {
    const next = toSaveState(this.store, this.saver)
    if (!isSameSaveState(this.#saveState, next)) this.#saveState = next
    return this.#saveState
  }

  change(path: Path, value: unknown): void {
    const changes = this.store.listChanges(path, this.store.valueAt(path), value)
    const [change] = changes
    const now = this.#options.clock.now()
    if (changes.length === 1) this.#undo.add(change!.path, change!.before, change!.after, now)
    else this.#undo.addAct(changes, now)
    for (const { path: at, after } of changes) this.#set(at, after)
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

  /** Returns the first changed path; null if there is nothing to undo. */
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

  /** Retries saving after a change that may have resolved the problem, or removed the last edit. */
  #reconsider(): void {
    if (this.saver.trouble?.kind !== 'stop') return
    this.saver.touch()
    this.store.emit()
  }

  /** Saves all edits. Rejects with an {@link UnsavedDraft} if some cannot be saved. */
  async save(): Promise<EntryView> {
    if ((await this.saver.finish()) === 'saved') return this.store.base
    throw toUnsavedDraft(this.getSaveState(), this.store)
  }

  /** Applies the entry's state after a change by this user. */
  take(doc: EntryView): void {
    if (doc.draftVersion < this.store.base.draftVersion) return
    this.store.take(doc, null)
    if (doc.live) this.#slugFollows = false
    this.#reconsider()
  }

  /** Does the same after this user has replaced several values at once, which can then be undone together. */
  takeReplaced(doc: EntryView): void {
    const { store } = this
    const before = new Map(listPaths(store.base, doc).map(path => [path, store.valueAt(path)]))
    this.take(doc)
    const changes = [...before].flatMap(([path, value]) =>
      store.listChanges(path, value, store.valueAt(path)),
    )
    this.#undo.addAct(changes, this.#options.clock.now())
  }

  setModel(model: EditorModel): void {
    if (model === this.#model) return
    this.#model = model
    this.store.setRules(toRules(model))
    this.saver.touch()
  }

  /** Checks for changes by other users. Errors are ignored, because the next check follows soon. */
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
      // Other errors are reported by saving; a deletion is not.
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
  return { fields, findError: findValueError }
}
