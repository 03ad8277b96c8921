// Saves edits: decides when to send them, divides them into requests, and interprets the responses. It sends one request
// at a time; refused or conflicting values do not prevent the others from being saved.
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import type { Actor } from '../../../../src/base/caller.ts'
import { draftBytesMax } from '../../../../src/base/limits.ts'
import { ApiProblem } from '../../../api/request.ts'
import { isEqual, type Path, slugPath, toPlace } from './draft-paths.ts'
import type { DraftStore } from './draft-store.ts'
import type { SentEdits } from './edits.ts'

/** Provides time. `after` returns a function that cancels the timer. */
export interface EditorClock {
  readonly now: () => number
  readonly after: (milliseconds: number, run: () => void) => () => void
}

interface SaveOptions {
  /** True if the request must outlive the page. */
  readonly keepalive: boolean
}

/** The requests of the management API about one entry. Each rejects with an {@link ApiProblem}. */
export interface EntryServer {
  readonly create: (body: object, options: SaveOptions) => Promise<EntryView>
  readonly patch: (body: object, options: SaveOptions) => Promise<EntryView>
  readonly read: () => Promise<EntryView>
}

/**
 * The reason why nothing is saved. `wait` and `offline` are retried, `stop` is retried after the next edit, `gone` never.
 */
interface Trouble {
  readonly kind: 'offline' | 'wait' | 'signedOut' | 'stop' | 'gone'
  readonly reason: string
}

const idleMs = 800
const typingMs = 5000
const retryMinMs = 1000
const retryMaxMs = 30_000
/** The browser's limit for requests that outlive the page. */
const keepaliveBytesMax = 60_000

interface SaverOptions {
  readonly store: DraftStore
  readonly server: EntryServer
  readonly clock: EditorClock
  /** Returns the members that a request sends besides the edits. */
  readonly toExtras: (sent: SentEdits) => object
  /** Called if the request was refused because another user has changed the slug. */
  readonly onSlugTakenOver: () => void
}

export class Saver {
  savedAt: number | null = null
  trouble: Trouble | null = null
  /** True if the user's role did not allow the last request. */
  isForbidden = false
  #sending = false
  #isStopped = false
  #failures = 0
  #conflicts = 0
  #dirtySince: number | null = null
  #cancelTimer: (() => void) | null = null
  #waiters: ((outcome: 'saved' | 'stuck') => void)[] = []
  /**
   * The maximum number of paths in the next request. It is reduced after the server has refused several paths together.
   */
  #pathsMax = Number.POSITIVE_INFINITY
  /** True if values in blocks wait for the order of the blocks around them to be saved. */
  #isDivided = false
  /** The number of requests, to detect that a read began before the last request. */
  #requests = 0

  constructor(readonly options: SaverOptions) {}

  get isSending(): boolean {
    return this.#sending
  }

  get requests(): number {
    return this.#requests
  }

  /** Called after each edit. Saves after a pause in typing, and every few seconds while the user types. */
  touch(): void {
    const { clock } = this.options
    if (this.trouble?.kind === 'stop') this.trouble = null
    this.#dirtySince ??= clock.now()
    if (this.trouble === null && !this.#sending) {
      this.#schedule(Math.min(idleMs, Math.max(0, this.#dirtySince + typingMs - clock.now())))
    }
  }

  /** Called when a field loses the focus. Does not retry after an error. */
  soon(): void {
    if (this.trouble === null) this.now()
  }

  /** Saves at once. */
  now(options: SaveOptions = { keepalive: false }): void {
    if (this.#sending || ['signedOut', 'gone'].includes(this.trouble?.kind ?? '')) return
    this.trouble = null
    void this.#send(options)
  }

  /** Resolves once nothing is left to save, or an error prevents saving. */
  finish(options?: SaveOptions): Promise<'saved' | 'stuck'> {
    return new Promise(resolve => {
      this.#waiters.push(resolve)
      this.now(options)
      this.#settle()
    })
  }

  /** Continues after the user has signed in again. */
  resume(): void {
    if (this.trouble?.kind === 'signedOut') this.trouble = null
    this.now()
  }

  /** Stops sending requests. */
  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  #cancel(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
  }

  #schedule(milliseconds: number): void {
    this.#cancel()
    if (this.#isStopped) return
    this.#cancelTimer = this.options.clock.after(milliseconds, () => {
      this.#cancelTimer = null
      if (!this.#sending && (this.trouble === null || isRetried(this.trouble))) {
        void this.#send({ keepalive: false })
      }
    })
  }

  async #send(options: SaveOptions): Promise<void> {
    const { store } = this.options
    this.#dirtySince = null
    refuseTooLarge(store)
    const all = store.listSendable()
    const sendable = withoutInner(all)
    const sent = new Map([...sendable].slice(0, this.#pathsMax))
    this.#isDivided = sendable.size < all.size
    if (sent.size === 0 || this.#isStopped) {
      this.#settle()
      return
    }
    this.#cancel()
    this.#sending = true
    this.#requests++
    store.markSent(sent)
    store.emit()
    try {
      const doc = await this.#request(sent, options)
      this.#failures = 0
      this.#conflicts = 0
      this.isForbidden = false
      this.#pathsMax = sent.size < sendable.size ? this.#pathsMax * 2 : Number.POSITIVE_INFINITY
      this.trouble = null
      this.savedAt = this.options.clock.now()
      this.#sending = false
      store.acknowledge(sent, doc)
    } catch (error) {
      await this.#handleError(error, sent)
      this.#sending = false
      store.emit()
    }
    this.#goOn()
  }

  #request(sent: SentEdits, { keepalive }: SaveOptions): Promise<EntryView> {
    const { store, server, toExtras } = this.options
    const { draftVersion, id, collection } = store.base
    const isNew = draftVersion === 0
    const body = {
      ...(isNew ? { collection, id } : { draftVersion }),
      ...store.toChange(sent),
      ...toExtras(sent),
    }
    const isSmall = JSON.stringify(body).length * 3 <= keepaliveBytesMax
    const save = isNew ? server.create : server.patch
    return save(body, { keepalive: keepalive && isSmall })
  }

  async #handleError(error: unknown, sent: SentEdits): Promise<void> {
    const { store } = this.options
    const problem = error instanceof ApiProblem ? error : new ApiProblem(0, 'unexpected', String(error))
    const { status, code, detail } = problem
    if (status === 0) return this.#retry(code === 'offline' ? 'offline' : 'wait', detail)
    if (status >= 500 || status === 429) return this.#retry('wait', detail, problem.retryAfterSeconds)
    // The server has responded, so an earlier connection problem is over.
    this.trouble = null
    this.isForbidden = code === 'role_required'
    store.markRejected(sent)
    if (status === 401) this.trouble = { kind: 'signedOut', reason: 'You are signed out.' }
    else if (code === 'draft_conflict' || code === 'entry_exists') await this.#readAgain(problem)
    else if (this.isForbidden) this.trouble = { kind: 'stop', reason: 'you may no longer edit' }
    else if (code === 'entry_not_found') this.trouble = { kind: 'gone', reason: detail }
    else {
      const found = refusePaths(store, problem, sent)
      if (found === 'several') this.#pathsMax = Math.ceil(sent.size / 2)
      else if (found === 'none') this.trouble = { kind: 'stop', reason: detail }
    }
  }

  /**
   * Reads the entry after a conflict. The other user's values are shown beside the edits, and edits without a conflict are
   * saved.
   */
  async #readAgain({ members }: ApiProblem): Promise<void> {
    const { store, server, onSlugTakenOver } = this.options
    const { paths = [], updatedBy = null } = members as { paths?: readonly Path[]; updatedBy?: Actor | null }
    if (paths.includes(slugPath)) onSlugTakenOver()
    try {
      const doc = await server.read()
      store.take(doc, { by: updatedBy ?? doc.updatedBy, at: doc.updatedAt })
      this.#conflicts++
      if (this.#conflicts > 3) this.#retry('wait', 'Others are changing the same fields.')
    } catch (error) {
      await this.#handleError(error, new Map())
    }
  }

  #retry(kind: 'offline' | 'wait', reason: string, afterSeconds: number | null = null): void {
    const waitMs = Math.min(retryMaxMs, retryMinMs * 2 ** this.#failures)
    this.#failures++
    this.trouble = { kind, reason }
    this.#schedule(Math.max(waitMs, (afterSeconds ?? 0) * 1000))
  }

  #goOn(): void {
    const isHurried =
      this.#waiters.length > 0 || this.#conflicts > 0 || this.#isDivided || Number.isFinite(this.#pathsMax)
    if (this.trouble !== null || this.options.store.listSendable().size === 0) {
      this.#pathsMax = Number.POSITIVE_INFINITY
      this.#settle()
    } else if (isHurried) void this.#send({ keepalive: false })
    else this.touch()
  }

  #settle(): void {
    if (this.#sending) return
    const { store } = this.options
    const isStuck = this.#isStopped || this.trouble !== null || store.listSendable().size === 0
    const outcome = store.edits.size === 0 ? 'saved' : isStuck ? 'stuck' : null
    if (outcome === null) return
    for (const resolve of this.#waiters.splice(0)) resolve(outcome)
  }
}

/** The server takes a value and a place inside of it in separate requests only. */
function withoutInner(edits: SentEdits): SentEdits {
  const paths = [...edits.keys()]
  const isInner = (path: Path) => paths.some(other => path.startsWith(`${other}/`))
  return new Map([...edits].filter(([path]) => !isInner(path)))
}

function isRetried({ kind }: Trouble): boolean {
  return kind === 'offline' || kind === 'wait'
}

/**
 * Returns `refused` if the server has named paths of the request: they wait for another value, and the rest is sent again.
 * Returns `several` if it has refused them together, so that only smaller requests can identify the invalid one.
 */
function refusePaths(
  store: DraftStore,
  problem: ApiProblem,
  sent: SentEdits,
): 'refused' | 'several' | 'none' {
  const { status, code, detail, errors, members } = problem
  const draft = store.toSentDraft(sent)
  const placeIn = (path: Path, place: Path) => (place.startsWith(`${path}/`) ? place : path)
  const refused = new Set<Path>()
  const refuse = (path: Path, message: string, suggestion: string | null, place = path) => {
    const edit = sent.get(path)
    if (!edit) return
    refused.add(path)
    store.refuse(path, { value: edit.value, place, message, suggestion, isLocal: false })
  }
  const paths = [...sent.keys()]
  let isShared = status === 413
  if (code === 'slug_taken') refuse(slugPath, detail, (members.suggestion as string | undefined) ?? null)
  for (const { name, message } of errors) {
    const pointer = name.startsWith('/') ? name : `/${name}`
    const place = toPlace(pointer, draft)
    const inside = (path: Path) => [place, pointer].some(one => `${one}/`.startsWith(`${path}/`))
    for (const path of paths) if (inside(path)) refuse(path, message, null, placeIn(path, place))
    const below = paths.filter(path => path.startsWith(`${pointer}/`))
    if (below.length === 1) refuse(below[0]!, message, null)
    else if (below.length > 1) isShared = true
  }
  if (refused.size > 0) return 'refused'
  if (isShared && paths.length > 1) return 'several'
  if (status === 413) for (const path of paths) refuse(path, 'is larger than the server takes', null)
  return refused.size > 0 ? 'refused' : 'none'
}

/** Refuses values that exceed the maximum request size before they are sent. */
function refuseTooLarge(store: DraftStore): void {
  for (const [path, { value }] of store.listSendable()) {
    if (!isTooLarge(value)) continue
    const message = 'is larger than 2 MiB'
    store.refuse(path, { value, place: path, message, suggestion: null, isLocal: false })
  }
}

function isTooLarge(value: unknown): boolean {
  const json = JSON.stringify(value) ?? ''
  // A UTF-16 unit has at most three bytes in UTF-8.
  return json.length * 3 > draftBytesMax && new TextEncoder().encode(json).length > draftBytesMax
}

/** Derives the save state that the top bar shows. */
export type SaveState =
  /** Nothing was edited in this visit. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' }
  /** Milliseconds since 1970. */
  | { readonly kind: 'saved'; readonly at: number }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'offline' }
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'conflict' | 'refused'; readonly paths: readonly Path[] }

export function toSaveState(store: DraftStore, saver: Saver): SaveState {
  const { trouble, savedAt } = saver
  if (trouble?.kind === 'signedOut') return { kind: 'signedOut' }
  if (trouble?.kind === 'offline') return { kind: 'offline' }
  if (trouble !== null) return { kind: 'failed', reason: trouble.reason }
  if (saver.isSending || store.listSendable().size > 0) return { kind: 'saving' }
  const conflicts = store.listConflicts()
  if (conflicts.length > 0) return { kind: 'conflict', paths: conflicts }
  if (store.edits.size > 0) return { kind: 'refused', paths: listRefused(store) }
  return savedAt === null ? { kind: 'idle' } : { kind: 'saved', at: savedAt }
}

function listRefused(store: DraftStore): readonly Path[] {
  return [...store.edits.keys()].map(path => store.refusalOf(path)?.place ?? path)
}

export function isSameSaveState(a: SaveState, b: SaveState): boolean {
  return isEqual(a, b)
}
