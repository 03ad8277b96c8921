// Compares the query index with the live content, for `doctor`. It reads everything once and keeps a few numbers for each
// index field: the number of pairs of a key and an entry, and sums of their hashes, sort numbers included.
import type { SpaceId } from '../../base/ids.ts'
import { isIn, query, type Reads } from '../../database/database.ts'
import { readComponents } from '../model/collections.store.ts'
import { linkFields } from '../model/stored-models.ts'
import type { Field } from '../values/model.ts'
import { contentsOf, type IndexedEntry, planTerms, termsOf } from './index-terms.ts'
import { decodePosting, numberAt } from './postings.ts'
import { fromSlot, isSortBlockKey, type KeyText, type Slot, toKeyText, toSlot } from './query-keys.ts'
import { sortNumbersOf } from './sort-blocks.ts'

const entriesPerPage = 500

/** Sums over live content minus sums over the index. All are 0 if both are equal. */
class Difference {
  pairs = 0
  #first = 0
  #second = 0

  count(hash: number, number: number, sign: 1 | -1): void {
    this.pairs += sign
    this.#first = (this.#first + sign * mix(hash, number, 0x9e3779b1)) | 0
    this.#second = (this.#second + sign * mix(hash, number, 0x85ebca77)) | 0
  }

  get isNone(): boolean {
    return this.pairs === 0 && this.#first === 0 && this.#second === 0
  }
}

function mix(hash: number, number: number, factor: number): number {
  let mixed = Math.imul(hash ^ Math.imul(number + 1, factor), 0xc2b2ae3d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), factor)
  return mixed ^ (mixed >>> 13)
}

const hashOf = (key: KeyText) => Bun.hash.xxHash32(key)
/** Hashes a text that no key begins with. */
const hashOfSortNumber = (value: number) => Bun.hash.xxHash32(`sorts by ${value}`)

/** Lists the index fields that differ, such as `posts.title`. `reads` must be a snapshot of the space. */
export async function findIndexDifferences(reads: Reads, space: SpaceId): Promise<readonly string[]> {
  const differences = new Map<string, Map<Slot, Difference>>()
  const differenceOf = (collection: string, slot: Slot): Difference => {
    const slots = differences.get(collection) ?? new Map<Slot, Difference>()
    differences.set(collection, slots)
    const found = slots.get(slot) ?? new Difference()
    slots.set(slot, found)
    return found
  }
  const models = await readModelsToIndex(reads, space)
  const plans = new Map(models.map(model => [model.apiName, planTerms(model)]))
  await eachLive(reads, space, content => {
    const plan = plans.get(content.collection)
    if (!plan) return
    const number = content.number ?? -1
    const { keys, sortNumbers } = termsOf(plan, content)
    for (const [slot, keysOfSlot] of keys) {
      const difference = differenceOf(content.collection, slot)
      for (const key of keysOfSlot) difference.count(hashOf(key), number, 1)
    }
    for (const [slot, value] of sortNumbers) {
      differenceOf(content.collection, slot).count(hashOfSortNumber(value), number, 1)
    }
  })
  await eachPosting(reads, space, ({ collection, field, variant, key, chunk, count, numbers }) => {
    const difference = differenceOf(collection, toSlot(field, variant))
    if (isSortBlockKey(key)) {
      for (const [number, value] of sortNumbersOf(key, chunk, numbers))
        difference.count(hashOfSortNumber(value), number, -1)
      return
    }
    const hash = hashOf(toKeyText(key))
    for (const place of decodePosting(count, numbers)) difference.count(hash, numberAt(chunk, place), -1)
  })
  return [...differences].flatMap(([collection, slots]) =>
    [...slots].filter(([, { isNone }]) => !isNone).map(([slot]) => nameOf(collection, slot)),
  )
}

function nameOf(collection: string, slot: Slot): string {
  const { field, variant } = fromSlot(slot)
  return variant === '' ? `${collection}.${field}` : `${collection}.${field} (${variant})`
}

async function eachLive(reads: Reads, space: SpaceId, onContent: (content: NumberedContent) => void) {
  for (let after = ''; ; ) {
    const page = await listLiveContents(reads, space, { after, limit: entriesPerPage })
    for (const content of page) onContent(content)
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}

interface Page {
  readonly after: string
  readonly limit: number
}

/** A live entry with its number in the index; null if it has none. */
interface NumberedContent extends IndexedEntry {
  readonly number: number | null
}

/** Lists live entries in the order of their ids. */
async function listLiveContents(
  reads: Reads,
  space: SpaceId,
  { after, limit }: Page,
): Promise<readonly NumberedContent[]> {
  const rows = await reads.all(
    query
      .selectFrom('publication')
      .selectAll()
      .where('space', '=', space)
      .where('to_revision', 'is', null)
      .where('entry', '>', after)
      .orderBy('entry')
      .limit(limit),
  )
  const ids = rows.map(({ entry }) => entry)
  const overlays = await reads.all(
    query.selectFrom('publication_variant').selectAll().where('space', '=', space).where(isIn('entry', ids)),
  )
  const numbers = await reads.all(
    query.selectFrom('query_entry').selectAll().where('space', '=', space).where(isIn('entry', ids)),
  )
  const numberOf = new Map(numbers.map(({ entry, number }) => [entry, number]))
  return [...contentsOf(rows, overlays)].map(([id, content]) => ({
    ...content,
    number: numberOf.get(id) ?? null,
  }))
}

async function readModelsToIndex(reads: Reads, space: SpaceId) {
  const components = await readComponents(reads, space)
  const rows = await reads.all(
    query.selectFrom('collection').selectAll().where('space', '=', space).where('kind', '=', 'collection'),
  )
  return rows.map(row => ({
    apiName: row.api_name,
    ...(row.title_field !== null && { titleField: row.title_field }),
    fields: linkFields(JSON.parse(row.fields) as Field[], components),
  }))
}

async function eachPosting(
  reads: Reads,
  space: SpaceId,
  onPosting: (posting: {
    readonly collection: string
    readonly field: string
    readonly variant: string
    readonly key: Uint8Array
    readonly chunk: number
    readonly count: number
    readonly numbers: Uint8Array
  }) => void,
): Promise<void> {
  const postings = query.selectFrom('query_posting').selectAll().where('space', '=', space)
  await reads.each(postings, row => {
    onPosting(row)
    return undefined
  })
}
