// The first reading of a source: which collections it brings, and what each record says of who it is.
import type { Collection } from '../content/model.ts'
import { type LineLocation, type SourceItem, toWhereText } from './import-source.ts'
import { judgeOddity } from './json-oddities.ts'
import { type Loss, toLoss } from './losses.ts'

export interface ImportError {
  readonly where: string
  readonly message: string
}

/** What a record says of the entry that it is. */
export interface EntryClaim {
  readonly where: LineLocation
  readonly collection: string
  readonly id: string | undefined
  readonly slug: string
}

/** What the first reading of a source finds, whatever the space holds. */
export interface FirstPassResult {
  readonly collections: ReadonlyMap<string, Collection>
  /** Where each of them is described. */
  readonly collectionsAt: ReadonlyMap<string, LineLocation>
  readonly claims: readonly EntryClaim[]
  /** Of each id that the source names: the place of its claim. */
  readonly places: ReadonlyMap<string, number>
  /** Entries whose record says nothing of what is live of them, by id. */
  readonly keepsLive: ReadonlySet<string>
  readonly faults: readonly ImportError[]
  /** Of collections; those of entries are found with their values. */
  readonly losses: readonly Loss[]
}

export async function runFirstPass(
  source: AsyncIterable<readonly SourceItem[]>,
  onRead: (records: number) => void,
): Promise<FirstPassResult> {
  const gatherer = new Gatherer()
  let items = 0
  for await (const batch of source) {
    for (const item of batch) {
      onRead(++items)
      gatherer.add(item)
    }
  }
  if (items === 0) gatherer.fail('the file', 'The file has no records.')
  return gatherer
}

class Gatherer implements FirstPassResult {
  readonly collections = new Map<string, Collection>()
  readonly collectionsAt = new Map<string, LineLocation>()
  readonly claims: EntryClaim[] = []
  readonly places = new Map<string, number>()
  readonly keepsLive = new Set<string>()
  readonly faults: ImportError[] = []
  readonly losses: Loss[] = []

  fail(where: LineLocation, message: string): void {
    this.faults.push({ where: toWhereText(where), message })
  }

  add({ where, record, faults, oddities, keepsLive }: SourceItem): void {
    for (const message of faults) this.fail(where, message)
    if (record === null) return
    if (record.type === 'collection') {
      const { apiName, name, fields } = record
      if (this.collections.has(apiName)) this.fail(where, `The collection "${apiName}" is there twice.`)
      this.collections.set(apiName, { apiName, name, fields })
      this.collectionsAt.set(apiName, where)
      for (const oddity of oddities) {
        const judged = judgeOddity(oddity, null)
        if (judged && 'kind' in judged)
          this.losses.push(toLoss({ ...judged, where: toWhereText(where), collection: apiName }))
      }
      return
    }
    const { collection, id, slug } = record
    if (id !== undefined) {
      const first = this.places.get(id)
      if (first === undefined) this.places.set(id, this.claims.length)
      else this.fail(where, `The id "${id}" is used already, by ${toWhereText(this.claims[first]!.where)}.`)
    }
    if (keepsLive && id !== undefined) this.keepsLive.add(id)
    this.claims.push({ where, collection, id, slug: slug ?? id ?? '' })
  }
}
