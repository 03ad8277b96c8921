// The entries in which every word of `q` occurs, in tiers by the weight of the fields where they do.
import { beginningWith, exactly, keyOfLetters } from '../../content/query-keys.ts'
import type { Search, SearchedField, SearchWord } from './bound-query.ts'
import { type CostMeter, TooCostly } from './costs.ts'
import { EntrySet } from './entry-set.ts'
import { type IndexReader, TooManyMatches } from './index-reader.ts'

const weights = [3, 2, 1] as const

type Token = SearchWord['tokens'][number]

export class SearchEvaluator {
  readonly #reader: IndexReader
  readonly #collection: string
  readonly #costs: CostMeter

  constructor(reader: IndexReader, collection: string, costs: CostMeter) {
    this.#reader = reader
    this.#collection = collection
    this.#costs = costs
  }

  /** Sets without common entries, the best first; together they are all that is found. */
  async evaluate({ words, fields }: Search): Promise<readonly EntrySet[]> {
    /** For each weight: the entries in which every word occurs in fields of this weight or more. */
    const found = new Map<number, EntrySet>()
    for (const word of words) {
      const reached = new EntrySet()
      for (const weight of weights) {
        for (const field of fields.filter(one => one.weight === weight))
          reached.addAll(await this.#entriesWith(word, field))
        const before = found.get(weight)
        found.set(weight, before === undefined ? reached.copy() : before.and(reached))
      }
    }
    const [best, better, all] = weights.map(weight => found.get(weight) ?? new EntrySet())
    return [best!, better!.andNot(best!), all!.andNot(better!)]
  }

  /** The pairs of a word and an entry. */
  async count({ words, fields }: Search): Promise<number> {
    let sum = 0
    for (const { tokens } of words)
      for (const { indexField } of fields)
        for (const token of tokens)
          sum += await this.#reader.countPairs(this.#collection, indexField, intervalOf(token))
    return sum
  }

  async #entriesWith({ tokens }: SearchWord, { indexField }: SearchedField): Promise<EntrySet> {
    let common: EntrySet | null = null
    for (const token of tokens) {
      const { set, pairs } = await this.#reader
        .find(this.#collection, indexField, [intervalOf(token)], { pairs: this.#costs.pairsLeft })
        .catch(error => {
          throw error instanceof TooManyMatches ? new TooCostly() : error
        })
      this.#costs.add(pairs)
      common = common === null ? set : common.and(set)
    }
    return common ?? new EntrySet()
  }
}

function intervalOf({ text, isPrefix }: Token) {
  const key = keyOfLetters(text)
  return isPrefix ? beginningWith(key) : exactly(key)
}
