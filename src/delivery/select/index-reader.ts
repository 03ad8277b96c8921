// Reads sets of entries from the query index for one query: base values, or those of a variant with the base values as
// fallback. Sets and counts are cached for the query. Postings are read in batches, at the pace of the query.
import type { SpaceId } from '../../base/ids.ts'
import {
  exactly,
  type KeyInterval,
  overrideKey,
  presenceKey,
  valueKeys,
} from '../../content/index/query-keys.ts'
import { liveIndexField, outerIndexField } from '../../content/model/query-model.ts'
import type { Reads } from '../../database/database.ts'
import {
  countPostings,
  type IndexScope,
  type PostingCount,
  type PostingPosition,
  type PostingRow,
  readDistinctKeys,
  readPostings,
  readPostingsOfKeys,
  rowsPerRead,
} from '../store/query-index.store.ts'
import type { ReadPace } from '../store/read-pace.ts'
import { EntrySet } from './entry-set.ts'

interface PacedReads {
  readonly reads: Reads
  readonly pace: ReadPace
}

type OnRows = (rows: readonly PostingRow[]) => void

/** The number of keys looked up at a time. It adapts to the number of postings per key in the earlier reads. */
const keysOfFirstRead = 50
const keysPerReadMax = 500

/** The position before the first posting of a key. */
export const startOf = (key: Uint8Array): PostingPosition => ({ key, chunk: -1 })

/** Reads the postings of an interval of keys in order. */
export async function eachBatch(
  { reads, pace }: PacedReads,
  scope: IndexScope,
  { from, to }: KeyInterval,
  onRows: OnRows,
): Promise<void> {
  const limit = rowsPerRead(reads)
  for (let after = startOf(from); ; ) {
    const rows = await readPostings(reads, scope, { after, to, limit })
    onRows(rows)
    await pace.count(rows.length)
    if (rows.length < limit) return
    after = rows.at(-1)!
  }
}

const rowsPerCount = 5000
type PostingsCounted = Awaited<ReturnType<typeof countPostings>>

/** Counts the postings of an interval of keys in all scopes. Stops when there are more than `enough`. */
async function countBatches(
  { reads, pace }: PacedReads,
  scopes: readonly IndexScope[],
  { from, to }: KeyInterval,
  enough: Partial<PostingCount>,
): Promise<PostingCount> {
  const { rows: rowsMax = Number.POSITIVE_INFINITY, pairs: pairsMax = Number.POSITIVE_INFINITY } = enough
  let [rows, pairs] = [0, 0]
  for (const scope of scopes) {
    let after: PostingPosition | null = startOf(from)
    while (after !== null && rows <= rowsMax && pairs <= pairsMax) {
      const counted: PostingsCounted = await countPostings(reads, scope, { after, to, limit: rowsPerCount })
      rows += counted.rows
      pairs += counted.pairs
      after = counted.last
      await pace.count(counted.rows)
    }
  }
  return { rows, pairs }
}

/** Reads the postings of each key, in no particular order. */
async function eachOfKeys(
  { reads, pace }: PacedReads,
  scope: IndexScope,
  keys: readonly Uint8Array[],
  onRows: OnRows,
): Promise<void> {
  const rowsMax = rowsPerRead(reads)
  let size = keysOfFirstRead
  for (let from = 0; from < keys.length; ) {
    const some = keys.slice(from, from + size)
    const rows = await readPostingsOfKeys(reads, scope, some)
    onRows(rows)
    await pace.count(rows.length)
    from += size
    size = Math.min(keysPerReadMax, Math.ceil((some.length * rowsMax) / (rows.length + 1)))
  }
}

/** A set of entries, and the number of pairs of a value and an entry that matched. */
export interface Matches {
  readonly set: EntrySet
  readonly pairs: number
}

/** The limit of matches, beyond which a read throws {@link TooManyMatches}. */
export interface MatchLimit {
  readonly pairs?: number
  readonly entries?: number
}

export class TooManyMatches extends Error {}

const unlimited: MatchLimit = {}
type ReadScope = (scope: IndexScope, onRows: OnRows) => Promise<void>

const distinctPerRead = 500

export class IndexReader {
  readonly reads: Reads
  readonly space: SpaceId
  /** Null for base values. */
  readonly variant: string | null
  readonly pace: ReadPace
  readonly #sets = new Map<string, Promise<EntrySet>>()
  readonly #counts = new Map<string, Promise<number>>()

  constructor(reads: Reads, space: SpaceId, variant: string | null, pace: ReadPace) {
    this.reads = reads
    this.space = space
    this.variant = variant
    this.pace = pace
  }

  /** Returns all live entries of a collection. */
  live(collection: string): Promise<EntrySet> {
    return this.#once(this.#sets, `live ${collection}`, () =>
      this.#readSet(this.scopeOf(collection, liveIndexField, ''), presenceKey),
    )
  }

  /** Returns the entries that have a value in a field. */
  present(collection: string, field: string): Promise<EntrySet> {
    if (field.startsWith('@')) return this.live(collection)
    return this.#once(this.#sets, `present ${collection} ${field}`, async () => {
      const { set } = await this.find(collection, field, [exactly(presenceKey)])
      return set
    })
  }

  /** Counts the entries that have a value in a field. */
  async countEntries(collection: string, field: string): Promise<number> {
    const isCounted = this.variant === null || field.startsWith('@')
    return isCounted ? this.countPresent(collection, field) : (await this.present(collection, field)).count
  }

  /** Counts the entries that have a value in a field, only approximately if a variant sets values. */
  countPresent(collection: string, field: string): Promise<number> {
    const indexField = field.startsWith('@') ? liveIndexField : field
    return this.#once(this.#counts, `${collection} ${indexField}`, () =>
      this.countPairs(collection, indexField, exactly(presenceKey)),
    )
  }

  /** Returns the entries for which the variant sets a field, so that base values do not count; null without a variant. */
  async overridden(collection: string, field: string): Promise<EntrySet | null> {
    const { variant } = this
    if (variant === null || field.startsWith('@')) return null
    const set = outerIndexField(field)
    const found = await this.#once(this.#sets, `overridden ${collection} ${set}`, () =>
      this.#readSet(this.scopeOf(collection, set, variant), overrideKey),
    )
    return found.count === 0 ? null : found
  }

  /** Returns the entries with a key in one of the intervals, which must not overlap. */
  async find(
    collection: string,
    field: string,
    intervals: readonly KeyInterval[],
    limit = unlimited,
  ): Promise<Matches> {
    return this.#collect(collection, field, limit, async (scope, onRows) => {
      for (const interval of intervals) await eachBatch(this, scope, interval, onRows)
    })
  }

  /** Returns the entries that have one of the keys, which must all be different. */
  async findKeys(
    collection: string,
    field: string,
    keys: readonly Uint8Array[],
    limit = unlimited,
  ): Promise<Matches> {
    if (keys.length === 1) return this.find(collection, field, [exactly(keys[0]!)], limit)
    return this.#collect(collection, field, limit, (scope, onRows) => eachOfKeys(this, scope, keys, onRows))
  }

  /** Returns the entries that have all of the keys, which must all be different. The pairs are counted for each key. */
  async findEveryKey(
    collection: string,
    field: string,
    keys: readonly Uint8Array[],
    limit: Pick<MatchLimit, 'pairs'> = unlimited,
  ): Promise<Matches> {
    const sets = new Map(keys.map(key => [toHex(key), new EntrySet()]))
    const read: ReadScope = (scope, onRows) => eachOfKeys(this, scope, keys, onRows)
    const { pairs } = await this.#collect(collection, field, limit, read, sets)
    return { set: [...sets.values()].reduce((common, set) => common.and(set)), pairs }
  }

  /**
   * Counts the pairs of a value in the interval and an entry, approximately if a variant sets values. Stops at the first
   * number above `enough`.
   */
  async countPairs(
    collection: string,
    field: string,
    interval: KeyInterval,
    enough = Number.POSITIVE_INFINITY,
  ): Promise<number> {
    const scopes = this.#scopes(collection, field)
    return (await countBatches(this, scopes, interval, { pairs: enough })).pairs
  }

  /** Checks whether an interval has at most this many postings, including those that a variant hides. */
  async hasAtMost(
    collection: string,
    field: string,
    interval: KeyInterval,
    rowsMax: number,
  ): Promise<boolean> {
    const scopes = this.#scopes(collection, field)
    return (await countBatches(this, scopes, interval, { rows: rowsMax })).rows <= rowsMax
  }

  /** Returns the distinct values of a field: base values and those of the variant. */
  async distinctKeys(collection: string, field: string): Promise<readonly Uint8Array[]> {
    const found = new Map<string, Uint8Array>()
    for (const scope of this.#scopes(collection, field)) {
      let after = valueKeys.from
      for (;;) {
        const range = { after, to: valueKeys.to, limit: distinctPerRead }
        const keys = await readDistinctKeys(this.reads, scope, range)
        for (const key of keys) found.set(toHex(key), key)
        await this.pace.count(keys.length)
        if (keys.length < distinctPerRead) break
        after = keys.at(-1)!
      }
    }
    return [...found.values()]
  }

  scopeOf(collection: string, field: string, variant: string): IndexScope {
    return { space: this.space, collection, field, variant }
  }

  #scopes(collection: string, field: string): readonly IndexScope[] {
    const variants = this.variant === null || field.startsWith('@') ? [''] : ['', this.variant]
    return variants.map(variant => this.scopeOf(collection, field, variant))
  }

  /** Collects the matches in one set, or in one set per key. */
  async #collect(
    collection: string,
    field: string,
    { pairs: pairsMax, entries: entriesMax }: MatchLimit,
    read: ReadScope,
    setsOfKeys: Map<string, EntrySet> | null = null,
  ): Promise<Matches> {
    const overridden = await this.overridden(collection, field)
    let [set, pairs] = [new EntrySet(), 0]
    const addRows = (rows: readonly PostingRow[], hidden: EntrySet | null) => {
      for (const row of rows) {
        pairs += hidden === null ? row.count : hidden.countMissing(row)
        const target = setsOfKeys === null ? set : setsOfKeys.get(toHex(row.key))!
        target.addPosting(row)
      }
      if (pairsMax !== undefined && pairs > pairsMax) throw new TooManyMatches()
      // Counting entries takes longer, and there are never more entries than pairs.
      if (entriesMax !== undefined && pairs > entriesMax && countVisible(set, hidden) > entriesMax)
        throw new TooManyMatches()
    }
    const [base, overlay] = this.#scopes(collection, field)
    await read(base!, rows => addRows(rows, overridden))
    if (overridden !== null && overlay !== undefined) {
      set = set.andNot(overridden)
      for (const [key, one] of setsOfKeys ?? []) setsOfKeys!.set(key, one.andNot(overridden))
      await read(overlay, rows => addRows(rows, null))
    }
    return { set, pairs }
  }

  async #readSet(scope: IndexScope, key: Uint8Array): Promise<EntrySet> {
    const set = new EntrySet()
    await eachBatch(this, scope, exactly(key), rows => {
      for (const row of rows) set.addPosting(row)
    })
    return set
  }

  #once<Value>(known: Map<string, Promise<Value>>, name: string, read: () => Promise<Value>): Promise<Value> {
    const earlier = known.get(name)
    if (earlier !== undefined) return earlier
    const reading = read()
    known.set(name, reading)
    return reading
  }
}

function countVisible(set: EntrySet, hidden: EntrySet | null): number {
  return hidden === null ? set.count : set.andNot(hidden).count
}

function toHex(key: Uint8Array): string {
  return Buffer.from(key).toString('hex')
}
