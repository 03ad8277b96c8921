// A second opinion on what must be served, as plain as can be: no database, no revisions, no batches.
import type { Json, Values } from '../../src/content/values/model.ts'
import type { EntryRecord } from '../../src/import-export/read/records.ts'

interface Live {
  readonly values: Values
  readonly version: number
  readonly firstPublishedAt: number
  readonly publishedAt: number
}

interface ModelEntry {
  readonly collection: string
  readonly slug: string
  readonly draft: Values
  readonly live: Live | null
}

const text = (values: Values) => JSON.stringify(full(values))
const full = (values: Values) => ({
  title: values.title ?? null,
  one: values.one ?? null,
  many: values.many ?? [],
})

export class ServedModel {
  #entries = new Map<string, ModelEntry>()
  /** The collections of entries that a prune has archived. */
  readonly #archived = new Map<string, string>()
  /** Of all entries that were ever published, removed ones included. */
  readonly #past = new Map<string, { version: number; first: number }>()

  has(id: string): boolean {
    return this.#entries.has(id)
  }

  /** Of an archived one too. */
  collectionOf(id: string): string | undefined {
    return this.#entries.get(id)?.collection ?? this.#archived.get(id)
  }

  addressOf(id: string): string {
    const entry = this.#get(id)
    return `${entry.collection}/${entry.slug}`
  }

  import(records: readonly EntryRecord[], prune: boolean, now: number) {
    const before = this.#entries
    const absent = [...before.keys()].filter(id => !records.some(record => record.id === id))
    const after = new Map<string, ModelEntry>(prune ? [] : absent.map(id => [id, before.get(id)!]))
    const slugs = assignSlugs(records, before, after)
    const isAbsent = (id: string) => !records.some(record => record.id === id)
    const counts = {
      created: 0,
      changed: 0,
      unchanged: prune ? 0 : absent.length + [...this.#archived.keys()].filter(isAbsent).length,
      removed: prune ? absent.length : 0,
    }
    this.#entries = after
    for (const id of prune ? absent : []) this.#archived.set(id, before.get(id)!.collection)
    for (const record of records) {
      const id = record.id ?? ''
      const old = before.get(id)
      const slug = slugs.get(id) ?? ''
      const isMoved = old !== undefined && (old.slug !== slug || old.collection !== record.collection)
      const draft = record.data ?? record.liveData ?? {}
      const wanted = record.publishedAt === undefined ? null : Date.parse(record.publishedAt)
      const isSame =
        old?.live != null &&
        !isMoved &&
        record.liveData !== undefined &&
        text(old.live.values) === text(record.liveData) &&
        (wanted ?? old.live.publishedAt) === old.live.publishedAt
      const live =
        record.liveData === undefined
          ? null
          : isSame
            ? old.live
            : this.#next(id, record.liveData, wanted ?? now)
      after.set(id, { collection: record.collection, slug, draft, live })
      if (this.#archived.delete(id)) counts.changed++
      else if (!old) counts.created++
      else if (isMoved || live !== old.live || text(draft) !== text(old.draft)) counts.changed++
      else counts.unchanged++
    }
    return counts
  }

  publish(id: string, now: number): void {
    const entry = this.#get(id)
    if (entry.live && text(entry.live.values) === text(entry.draft)) return
    this.#entries.set(id, { ...entry, live: this.#next(id, entry.draft, now) })
  }

  unpublish(id: string): void {
    this.#entries.set(id, { ...this.#get(id), live: null })
  }

  /** At depth 1, by id. */
  served(): Record<string, object> {
    const published = [...this.#entries].filter(([, { live }]) => live !== null)
    return Object.fromEntries(published.map(([id]) => [id, this.#show(id, 1)]))
  }

  #get(id: string): ModelEntry {
    const entry = this.#entries.get(id)
    if (!entry) throw new Error(`No ${id}.`)
    return entry
  }

  #next(id: string, values: Values, publishedAt: number): Live {
    const past = this.#past.get(id)
    const version = (past?.version ?? 0) + 1
    const firstPublishedAt = Math.min(past?.first ?? publishedAt, publishedAt)
    this.#past.set(id, { version, first: firstPublishedAt })
    return { values, version, firstPublishedAt, publishedAt }
  }

  #show(id: string, depth: number): object {
    const { collection, slug, live } = this.#get(id)
    if (!live || depth < 0) return { id, collection, slug }
    const { title, one, many } = full(live.values)
    const resolve = (reference: Json): object | null => {
      const target = (reference as { id: string }).id
      return this.#entries.get(target)?.live ? this.#show(target, depth - 1) : null
    }
    return {
      id,
      slug,
      collection,
      version: live.version,
      firstPublishedAt: new Date(live.firstPublishedAt).toISOString(),
      publishedAt: new Date(live.publishedAt).toISOString(),
      data: {
        title,
        one: one === null ? null : resolve(one),
        many: (many as readonly Json[]).map(resolve).filter(target => target !== null),
      },
    }
  }
}

/** Who has its slug keeps it, then the first to ask gets it, then who has a number keeps that, then the next free one. */
function assignSlugs(
  records: readonly EntryRecord[],
  before: ReadonlyMap<string, ModelEntry>,
  after: ReadonlyMap<string, ModelEntry>,
): Map<string, string> {
  const taken = new Set([...after.values()].map(entry => `${entry.collection} ${entry.slug}`))
  const slugs = new Map<string, string>()
  const claim = (record: EntryRecord, slug: string): void => {
    const key = `${record.collection} ${slug}`
    if (slugs.has(record.id ?? '') || taken.has(key)) return
    taken.add(key)
    slugs.set(record.id ?? '', slug)
  }
  const had = (record: EntryRecord) => {
    const old = before.get(record.id ?? '')
    return old?.collection === record.collection ? old.slug : null
  }
  for (const record of records) if (had(record) === record.slug) claim(record, record.slug ?? '')
  for (const record of records) claim(record, record.slug ?? '')
  for (const record of records) {
    const slug = had(record)
    if (slug !== null && new RegExp(`^${record.slug}-([2-9]|\\d{2,})$`).test(slug)) claim(record, slug)
  }
  for (const record of records) {
    for (let number = 2; !slugs.has(record.id ?? ''); number++) claim(record, `${record.slug}-${number}`)
  }
  return slugs
}
