// The first pass over a source: collects its collections, and how each record identifies its entry.
import { toStoredComponent, toStoredModel } from '../../content/model/model-form.ts'
import type { Variant } from '../../content/model/variants.store.ts'
import { toReleasedSlug } from '../../content/tables/entries.store.ts'
import type { Collection, Component } from '../../content/values/model.ts'
import { type LineLocation, type SourceItem, toWhereText } from './import-source.ts'
import { classifyOddity } from './json-oddities.ts'
import { type Loss, toLoss } from './losses.ts'
import type { AssetRecord } from './records.ts'

export interface ImportError {
  readonly where: string
  readonly message: string
}

/** The identity that a record gives its entry. */
export interface EntryClaim {
  readonly where: LineLocation
  readonly collection: string
  readonly id: string | undefined
  /** An archived entry has a slug that no other entry claims. */
  readonly slug: string
  /** The slug under which the entry is published, if it differs. */
  readonly liveSlug: string | undefined
  /** True if the record has published values. */
  readonly isLive: boolean
}

export interface LocatedAsset {
  readonly where: LineLocation
  readonly record: AssetRecord
}

/** The result of the first pass, independent of the space. */
export interface FirstPassResult {
  readonly collections: ReadonlyMap<string, Collection>
  /** In the order of the source. Their fields do not know each other yet. */
  readonly components: ReadonlyMap<string, Component>
  /** The source location of each collection and component. */
  readonly modelsAt: ReadonlyMap<string, LineLocation>
  readonly variants: ReadonlyMap<string, Variant>
  /** In the order of the source. */
  readonly assets: ReadonlyMap<string, LocatedAsset>
  readonly claims: readonly EntryClaim[]
  /** For each id in the source, the index of its claim. */
  readonly places: ReadonlyMap<string, number>
  /** Entries whose record does not contain their published values, by id. */
  readonly keepsLive: ReadonlySet<string>
  readonly errors: readonly ImportError[]
  /** Warnings about collections. Those about entries are found with their values. */
  readonly losses: readonly Loss[]
}

export async function runFirstPass(
  source: AsyncIterable<readonly SourceItem[]>,
  onRead: (records: number) => void,
): Promise<FirstPassResult> {
  const collector = new FirstPassCollector()
  let items = 0
  for await (const batch of source) {
    for (const item of batch) {
      onRead(++items)
      collector.add(item)
    }
  }
  if (items === 0) collector.fail('the file', 'The file has no records.')
  return collector
}

class FirstPassCollector implements FirstPassResult {
  readonly collections = new Map<string, Collection>()
  readonly components = new Map<string, Component>()
  readonly modelsAt = new Map<string, LineLocation>()
  readonly variants = new Map<string, Variant>()
  readonly assets = new Map<string, LocatedAsset>()
  readonly claims: EntryClaim[] = []
  readonly places = new Map<string, number>()
  readonly keepsLive = new Set<string>()
  readonly errors: ImportError[] = []
  readonly losses: Loss[] = []

  fail(where: LineLocation, message: string): void {
    this.errors.push({ where: toWhereText(where), message })
  }

  add({ where, record, errors, oddities, keepsLive }: SourceItem): void {
    for (const message of errors) this.fail(where, message)
    if (record === null) return
    if (record.type === 'collection' || record.type === 'component') {
      const { apiName } = record
      const first = this.modelsAt.get(apiName)
      if (first !== undefined)
        this.fail(where, `"${apiName}" is already the name of the model in ${toWhereText(first)}.`)
      if (record.type === 'collection') this.collections.set(apiName, toStoredModel(record))
      else this.components.set(apiName, toStoredComponent({ ...record, kind: 'component' }))
      this.modelsAt.set(apiName, where)
      for (const oddity of oddities) {
        const result = classifyOddity(oddity, null)
        if (result && 'kind' in result)
          this.losses.push(toLoss({ ...result, where: toWhereText(where), collection: apiName }))
      }
      return
    }
    if (record.type === 'variant') {
      const { id, name, kind } = record
      if (this.variants.has(id)) this.fail(where, `The variant "${id}" is in the file twice.`)
      this.variants.set(id, { id, name, kind })
      return
    }
    if (record.type === 'asset') {
      const first = this.assets.get(record.id)
      if (first) this.fail(where, `The asset "${record.id}" is already in ${toWhereText(first.where)}.`)
      else this.assets.set(record.id, { where, record })
      return
    }
    const { collection, id, slug, archived, liveSlug, liveData } = record
    if (id !== undefined) {
      const first = this.places.get(id)
      if (first === undefined) this.places.set(id, this.claims.length)
      else this.fail(where, `The id "${id}" is already used by ${toWhereText(this.claims[first]!.where)}.`)
    }
    if (keepsLive && id !== undefined) this.keepsLive.add(id)
    const claimed = archived && id !== undefined ? toReleasedSlug(id) : (slug ?? id ?? '')
    this.claims.push({ where, collection, id, slug: claimed, liveSlug, isLive: liveData !== undefined })
  }
}
