// Finds the entries with a value in a range, in a single-valued field. In a large collection, a range of many values is not
// read value by value.
import { type KeyInterval, numberOfKey, sortBlockKeys, valueKeys } from '../../content/index/query-keys.ts'
import { blockSize, decodeSortBlock, firstNumberOf } from '../../content/index/sort-blocks.ts'
import { isOwnField } from '../../content/model/query-model.ts'
import type { Path } from '../../query/bound-query.ts'
import { EntrySet } from './entry-set.ts'
import { eachBatch, type IndexReader, type Matches } from './index-reader.ts'

/** In fields with fewer values, a range is read without counting it first. */
const countedRangeMin = 1000

/**
 * Returns the entries in a range. The pairs are those of the range or those of everything outside it, whichever is less.
 */
export async function matchRange(
  reader: IndexReader,
  collection: string,
  path: Pick<Path, 'indexField' | 'type'>,
  range: KeyInterval,
): Promise<Matches> {
  const all = await reader.countEntries(collection, path.indexField)
  const { set, pairs } = await findInRange(reader, collection, path, range, all)
  return { set, pairs: Math.min(pairs, all - pairs) }
}

async function findInRange(
  reader: IndexReader,
  collection: string,
  { indexField, type }: Pick<Path, 'indexField' | 'type'>,
  range: KeyInterval,
  all: number,
): Promise<Matches> {
  if (all < countedRangeMin) return reader.find(collection, indexField, [range])
  if (type !== 'id' && isOwnField(indexField)) {
    // Reading up to two rows per block is as fast as reading the blocks.
    const isShort = await reader.hasAtMost(collection, indexField, range, (2 * all) / blockSize)
    return isShort
      ? reader.find(collection, indexField, [range])
      : findNumbers(reader, collection, indexField, range)
  }
  if ((await reader.countPairs(collection, indexField, range, all / 2)) <= all / 2)
    return reader.find(collection, indexField, [range])
  const { set, pairs } = await reader.find(collection, indexField, outside(range))
  const present = await reader.present(collection, indexField)
  return { set: present.andNot(set), pairs: all - pairs }
}

/** Compares the sort numbers of all entries, which are equal to the values. */
async function findNumbers(
  reader: IndexReader,
  collection: string,
  field: string,
  range: KeyInterval,
): Promise<Matches> {
  const [from, to] = [
    limitOf(range.from, Number.NEGATIVE_INFINITY),
    limitOf(range.to, Number.POSITIVE_INFINITY),
  ]
  const read = async (variant: string) => {
    const found = new EntrySet()
    const block = new Float64Array(blockSize)
    await eachBatch(reader, reader.scopeOf(collection, field, variant), sortBlockKeys, rows => {
      for (const { key, chunk, numbers } of rows) {
        decodeSortBlock(numbers, block)
        const first = firstNumberOf(key, chunk)
        for (let place = 0; place < blockSize; place++) {
          const value = block[place]!
          const isFrom = value > from.value || (value === from.value && !from.isAfter)
          if (isFrom && (value < to.value || (value === to.value && to.isAfter))) found.add(first + place)
        }
      }
    })
    return found
  }
  const overridden = await reader.overridden(collection, field)
  const base = await read('')
  const set =
    overridden === null || reader.variant === null
      ? base
      : base.andNot(overridden).or(await read(reader.variant))
  return { set, pairs: set.count }
}

/** Returns the limit of an interval as a number. The key is that of the number, or immediately after it. */
function limitOf(key: Uint8Array, unlimited: number): { readonly value: number; readonly isAfter: boolean } {
  const number = numberOfKey(key)
  return number === null ? { value: unlimited, isAfter: false } : number
}

function outside({ from, to }: KeyInterval): KeyInterval[] {
  return [
    { from: valueKeys.from, to: from },
    { from: to, to: valueKeys.to },
  ].filter(interval => Buffer.compare(interval.from, interval.to) < 0)
}
