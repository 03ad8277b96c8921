// A server with one entry for the tests of the editor's engine. It handles conflicts like the management API. A test
// advances the clock, and decides the outcome of each request.

import { ApiProblem } from '../../dashboard/api/request.ts'
import {
  isEqual,
  listPaths,
  type Path,
  slugPath,
  toFieldPath,
  valueAt,
  withValues,
} from '../../dashboard/pages/entry/engine/draft-paths.ts'
import type { Edit, LocalCopy } from '../../dashboard/pages/entry/engine/edits.ts'
import { type EditorModel, EntryEditor } from '../../dashboard/pages/entry/engine/entry-editor.ts'
import type { EditorClock } from '../../dashboard/pages/entry/engine/saver.ts'
import type { EntryView } from '../../src/authoring/entries/entries.schema.ts'

export const start = Date.parse('2026-03-04T12:00:00Z')

export class ManualClock implements EditorClock {
  #now = start
  #timers: { readonly at: number; readonly run: () => void }[] = []
  readonly now = () => this.#now

  readonly after = (milliseconds: number, run: () => void) => {
    const timer = { at: this.#now + milliseconds, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter(one => one !== timer)
    }
  }

  /** Runs what is due, in its order. */
  async advance(milliseconds: number): Promise<void> {
    const until = this.#now + milliseconds
    for (;;) {
      const due = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (!due) break
      this.#timers = this.#timers.filter(one => one !== due)
      this.#now = Math.max(this.#now, due.at)
      due.run()
      await settle()
    }
    this.#now = until
  }
}

/** Lets promises that are ready go on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

export const model: EditorModel = {
  fields: [
    { apiName: 'title', type: 'text' },
    { apiName: 'text', type: 'text' },
    { apiName: 'score', type: 'number' },
    { apiName: 'tags', type: 'text', many: true },
    { apiName: 'options', type: 'json' },
  ],
  slugFrom: 'title',
  modelVersion: 1,
}

export function newEntry(draftVersion: number, data: Record<string, unknown> = {}): EntryView {
  const at = new Date(start).toISOString()
  return {
    id: 'e1',
    collection: 'posts',
    slug: 'e1',
    state: 'draft',
    draftVersion,
    data: { title: null, text: null, score: null, tags: [], ...data },
    variants: {},
    problems: [],
    live: null,
    schedule: null,
    createdAt: at,
    createdBy: null,
    updatedAt: at,
    updatedBy: null,
    archivedAt: null,
    firstPublishedAt: null,
  }
}

interface Body {
  readonly draftVersion?: number
  readonly slug?: string | null
  readonly data?: Record<string, unknown>
  readonly variants?: Record<string, Record<string, unknown>>
}

/** What becomes of a request. `lost`: it is carried out, and the response does not arrive. */
export type Fate = 'response' | 'lost' | 'offline' | ApiProblem

export class SimulatedEntry {
  doc: EntryView | null
  readonly #changedAt = new Map<Path, number>()
  readonly bodies: object[] = []
  /** Requests that have no response yet. */
  readonly waiting: ((fate: Fate) => void)[] = []
  /** Whether requests wait for {@link respond}. */
  holds = false
  fate: Fate = 'response'
  modelVersion = 1
  /** Of a request; and of the draft, which is refused without naming a field. */
  bytesMax = { body: Number.POSITIVE_INFINITY, draft: Number.POSITIVE_INFINITY }
  /** Every value that this editor's requests have replaced or written. */
  readonly replaced: { readonly path: Path; readonly before: unknown; readonly after: unknown }[] = []

  constructor(doc: EntryView | null) {
    this.doc = doc
  }

  readonly server = {
    create: (body: object) => this.#request(body, () => this.#create(body as Body)),
    patch: (body: object) => this.#request(body, () => this.#patch(body as Body)),
    read: () => this.#request(null, () => this.#read()),
    changes: async () => {
      const { draftVersion, state } = this.#read()
      return { draftVersion, state, modelVersion: this.modelVersion }
    },
  }

  /** Responds to the request that waits longest. */
  async respond(fate: Fate = 'response'): Promise<void> {
    this.waiting.shift()?.(fate)
    await settle()
  }

  /** Another editor's change, of the newest draft. */
  changeAsOther(field: string, value: unknown, variant: string | null = null): void {
    this.#apply(new Map([[toFieldPath(field, variant), value]]), 'mira@example.com')
  }

  async #request<Result>(body: object | null, carryOut: () => Result): Promise<Result> {
    if (body) this.bodies.push(structuredClone(body))
    const fate = this.holds ? await new Promise<Fate>(resolve => this.waiting.push(resolve)) : this.fate
    const offline = new ApiProblem(0, 'offline', 'Could not reach the server.')
    if (fate === 'offline') throw offline
    if (fate instanceof ApiProblem) throw fate
    if (JSON.stringify(body).length > this.bytesMax.body)
      throw new ApiProblem(413, 'body_too_large', 'Limited.')
    const result = carryOut()
    if (fate === 'lost') throw offline
    return structuredClone(result)
  }

  #read(): EntryView {
    if (this.doc === null) throw new ApiProblem(404, 'entry_not_found', 'There is no such entry.')
    return this.doc
  }

  #create({ slug = null, data = {}, variants = {} }: Body): EntryView {
    const empty = newEntry(1)
    const doc = { ...empty, ...withValues(empty, toValues({ slug, data, variants })) }
    const made = { ...doc, slug: slug ?? String(doc.data.title ?? doc.id) }
    if (this.doc === null) {
      this.doc = made
      for (const path of listPaths(made))
        this.replaced.push({ path, before: null, after: valueAt(made, path) })
    }
    if (!listPaths(made, this.doc).every(path => isEqual(valueAt(made, path), valueAt(this.doc!, path))))
      throw new ApiProblem(409, 'entry_exists', 'There is an entry with this id.')
    return this.doc
  }

  #patch(body: Body): EntryView {
    const doc = this.#read()
    const { draftVersion = 0 } = body
    const values = toValues(body)
    if (values.get(slugPath) === null)
      values.set(slugPath, String(body.data?.title ?? doc.data.title ?? doc.id))
    const bad = [...values].filter(([, value]) => value === 'bad').map(([path]) => path)
    if (bad.length > 0) {
      const errors = bad.map(name => ({ in: 'body', name, message: 'must be good' }))
      throw new ApiProblem(400, 'invalid_body', 'Some values are not accepted.', errors)
    }
    if (JSON.stringify(withValues(doc, values).data).length > this.bytesMax.draft) {
      const errors = [{ in: 'body', name: 'data', message: 'makes the draft too large' }]
      throw new ApiProblem(400, 'invalid_body', 'Some values are not accepted.', errors)
    }
    const paths = [...values]
      .filter(([path, value]) => !isEqual(value, valueAt(doc, path)))
      .map(([path]) => path)
    const conflicts = paths.filter(path => (this.#changedAt.get(path) ?? 0) > draftVersion)
    if (conflicts.length > 0 || draftVersion > doc.draftVersion) {
      const members = { paths: conflicts, updatedBy: doc.updatedBy, updatedAt: doc.updatedAt }
      throw new ApiProblem(409, 'draft_conflict', 'Others were first.', [], null, members)
    }
    for (const path of paths) {
      this.replaced.push({ path, before: valueAt(doc, path), after: values.get(path) })
    }
    this.#apply(values, 'ada@example.com')
    return this.#read()
  }

  #apply(values: ReadonlyMap<Path, unknown>, name: string): void {
    const doc = this.#read()
    const changed = [...values].filter(([path, value]) => !isEqual(value, valueAt(doc, path)))
    if (changed.length === 0) return
    const draftVersion = doc.draftVersion + 1
    for (const [path] of changed) this.#changedAt.set(path, draftVersion)
    this.doc = { ...doc, ...withValues(doc, values), draftVersion, updatedBy: { kind: 'user', name } }
  }
}

function toValues({ slug, data = {}, variants = {} }: Body): Map<Path, unknown> {
  const values = new Map<Path, unknown>()
  if (slug !== undefined) values.set(slugPath, slug)
  for (const [field, value] of Object.entries(data)) values.set(toFieldPath(field, null), value)
  for (const [variant, overlay] of Object.entries(variants)) {
    for (const [field, value] of Object.entries(overlay)) values.set(toFieldPath(field, variant), value)
  }
  return values
}

/** What stays on the device when the page is gone. */
export class MemoryCopy implements LocalCopy {
  readonly rows = new Map<Path, Edit>()
  readonly put = (path: Path, edit: Edit) => void this.rows.set(path, structuredClone(edit))
  readonly remove = (path: Path) => void this.rows.delete(path)
}

export function openEditor(entry: SimulatedEntry, clock: ManualClock, local = new MemoryCopy()) {
  const doc = structuredClone(entry.doc ?? newEntry(0))
  const unsent = new Map(local.rows)
  let modelChanges = 0
  const editor = new EntryEditor({
    ...{ entry: doc, model, server: entry.server, clock, local, unsent, isCopy: false },
    onModelChanged: () => {
      modelChanges++
    },
  })
  return { editor, local, countModelChanges: () => modelChanges }
}
