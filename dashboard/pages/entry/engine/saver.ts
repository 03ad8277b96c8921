// Saves what was typed: when, in which requests, and what each response means. One request at a time; what is refused or in
// conflict does not keep the rest from being saved.
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import type { Actor } from '../../../../src/base/actor.ts'
import { ApiProblem } from '../../../api/request.ts'
import { type Path, slugPath, toChange } from './draft-paths.ts'
import type { DraftStore } from './draft-store.ts'
import { type SentEdits, toValues } from './edits.ts'
import { refusePaths, refuseTooLarge } from './refused-paths.ts'

/** Time as an argument. `after` returns a function that cancels. */
export interface EditorClock {
  readonly now: () => number
  readonly after: (milliseconds: number, run: () => void) => () => void
}

interface SaveOptions {
  /** The request outlives the page. */
  readonly keepalive: boolean
}

/** The management API, about one entry. Each rejects with an {@link ApiProblem}. */
export interface EntryServer {
  readonly create: (body: object, options: SaveOptions) => Promise<EntryView>
  readonly patch: (body: object, options: SaveOptions) => Promise<EntryView>
  readonly read: () => Promise<EntryView>
}

/** What keeps the saver from saving. `wait` and `offline` are tried again; `stop` when something is typed; `gone` never. */
export interface Trouble {
  readonly kind: 'offline' | 'wait' | 'signedOut' | 'stop' | 'gone'
  readonly reason: string
}

const idleMs = 800
const typingMs = 5000
const retryMinMs = 1000
const retryMaxMs = 30_000
/** As a browser takes it from a page that is being left. */
const keepaliveBytesMax = 60_000

export interface SaverOptions {
  readonly store: DraftStore
  readonly server: EntryServer
  readonly clock: EditorClock
  /** What a request sends besides the edits. */
  readonly toExtras: (sent: SentEdits) => object
  /** What the request was refused for, at the slug: it is not the one that this page has seen. */
  readonly onSlugTakenOver: () => void
}

export class Saver {
  savedAt: number | null = null
  trouble: Trouble | null = null
  /** Whether the role did not allow the last request. */
  isForbidden = false
  #sending = false
  #isStopped = false
  #failures = 0
  #conflicts = 0
  #dirtySince: number | null = null
  #cancelTimer: (() => void) | null = null
  #waiters: ((outcome: 'saved' | 'stuck') => void)[] = []
  /** Of the next request: fewer once the server has refused several together. */
  #pathsMax = Number.POSITIVE_INFINITY
  /** Counts requests, so that what was read before the last one is not taken for newer. */
  #requests = 0

  constructor(readonly options: SaverOptions) {}

  get isSending(): boolean {
    return this.#sending
  }

  get requests(): number {
    return this.#requests
  }

  /** After each edit: saves once nothing was typed for a moment, and every few seconds while typing. */
  touch(): void {
    const { clock } = this.options
    if (this.trouble?.kind === 'stop') this.trouble = null
    this.#dirtySince ??= clock.now()
    if (this.trouble === null && !this.#sending) {
      this.#schedule(Math.min(idleMs, Math.max(0, this.#dirtySince + typingMs - clock.now())))
    }
  }

  /** On leaving a field. What keeps failing is not tried more often by that. */
  soon(): void {
    if (this.trouble === null) this.now()
  }

  /** Saves without waiting any longer. */
  now(options: SaveOptions = { keepalive: false }): void {
    if (this.#sending || ['signedOut', 'gone'].includes(this.trouble?.kind ?? '')) return
    this.trouble = null
    void this.#send(options)
  }

  /** Resolves once nothing is left to save, or something keeps it from being saved. */
  finish(options?: SaveOptions): Promise<'saved' | 'stuck'> {
    return new Promise(resolve => {
      this.#waiters.push(resolve)
      this.now(options)
      this.#settle()
    })
  }

  /** After signing in again. */
  resume(): void {
    if (this.trouble?.kind === 'signedOut') this.trouble = null
    this.now()
  }

  /** Nothing more is sent. */
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
    const sendable = store.listSendable()
    const sent = new Map([...sendable].slice(0, this.#pathsMax))
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
      ...toChange(toValues(sent)),
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
    // It responds: what kept it from that before is over.
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

  /** Somebody else was first: what they changed is shown beside what was typed, and the rest is saved. */
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
    const isHurried = this.#waiters.length > 0 || this.#conflicts > 0 || Number.isFinite(this.#pathsMax)
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

function isRetried({ kind }: Trouble): boolean {
  return kind === 'offline' || kind === 'wait'
}
