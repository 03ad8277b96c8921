// Random changes of the content that queried lists are about.
import { publish, unpublish } from '../../src/authoring/entries/publish.service.ts'
import type { EntryRecord } from '../../src/import-export/read/records.ts'
import type { TestSpace } from '../kit/app/test-space.ts'
import type { GeneratedQueries, Random } from '../kit/oracle/generated-queries.ts'

const changeNames = [
  ...['import', 'import', 'import', 'targets', 'variants', 'variants', 'again'],
  ...['publish', 'publish', 'publish', 'unpublish', 'unpublish'],
] as const
type ChangeName = (typeof changeNames)[number]

const importedMax = 6
const bulkEvery = 1000

/** Random changes of a space, each one publish. */
export class QueryChanges {
  readonly made = new Map<string, number>()
  /** As they were last imported, by id. */
  readonly #records = new Map<string, EntryRecord>()

  constructor(
    readonly space: TestSpace,
    readonly generated: GeneratedQueries,
    readonly random: Random,
    /** Entries of a large import; 0 for none. */
    readonly bulk: number,
  ) {}

  /** Returns what was changed. */
  async make(step: number): Promise<string> {
    const isBulk = this.bulk > 0 && step % bulkEvery === 0
    const isFirst = this.#records.size === 0
    const name: ChangeName | 'bulk' = isBulk ? 'bulk' : isFirst ? 'import' : this.random.pick(changeNames)
    const changed = name === 'bulk' ? await this.#importMany(step) : await this.#make(name)
    this.made.set(name, (this.made.get(name) ?? 0) + 1)
    return `${name} of ${changed}`
  }

  async #make(name: ChangeName): Promise<string> {
    const { space, generated, random } = this
    const drafts = 'publishable'
    if (name === 'import') return this.#import(generated.changes(importedMax, { drafts }))
    if (name === 'targets') {
      const collections = ['authors', 'cats', 'countries'] as const
      return this.#import(generated.changes(importedMax, { drafts, collections }))
    }
    const record = random.pick([...this.#records.values()])
    if (name === 'again') return this.#import([record])
    if (name === 'variants') {
      const { liveData = record.data!, publishedAt = '2026-01-01T00:00:00.000Z' } = record
      return this.#import([
        { ...record, liveData, publishedAt, variants: generated.overlays(record.collection) },
      ])
    }
    const address = `${record.collection}/${record.slug}`
    if (name === 'publish') await publish(space.database, space.space, [address], () => space.time.now)
    else await unpublish(space.database, space.space, [address], () => 0)
    return address
  }

  async #import(records: readonly EntryRecord[]): Promise<string> {
    for (const record of records) this.#records.set(record.id!, record)
    if (records.length > 0) await this.space.import(records)
    return records.map(({ id }) => id).join(', ') || 'nothing'
  }

  async #importMany(step: number): Promise<string> {
    const entries = Array.from({ length: this.bulk }, (_, at): EntryRecord => {
      const liveData = { name: `many ${at}`, born: step }
      return { type: 'entry', collection: 'authors', id: `many${at}`, liveData }
    })
    await this.space.import(entries)
    return `${entries.length} authors`
  }
}
