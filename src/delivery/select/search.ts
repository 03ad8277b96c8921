// Finds the entries in which every word of `q` occurs, in tiers by the weight of the fields that contain the words.
import { beginningWith, exactly, keyOfLetters } from '../../content/index/query-keys.ts'
import type { Search, SearchedField, SearchWord } from '../../query/bound-query.ts'
import { type CostMeter, TooCostly } from './costs.ts'
import { EntrySet } from './entry-set.ts'
import { type IndexReader, type Matches, type MatchLimit, TooManyMatches } from './index-reader.ts'

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

  /** Returns disjoint sets, the best first. Together they are all matches. */
  async evaluate({ words, fields }: Search): Promise<readonly EntrySet[]> {
    /** Maps each weight to the entries in which every word occurs in fields of at least this weight. */
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

  /** Counts the pairs of a word and an entry. */
  async count({ words, fields }: Search): Promise<number> {
    let sum = 0
    for (const word of words) for (const field of fields) sum += (await this.#find(word, field)).pairs
    return sum
  }

  async #entriesWith(word: SearchWord, field: SearchedField): Promise<EntrySet> {
    const { set, pairs } = await this.#find(word, field, { pairs: this.#costs.pairsLeft }).catch(error => {
      throw error instanceof TooManyMatches ? new TooCostly() : error
    })
    this.#costs.add(pairs)
    return set
  }

  /**
   * Finds the entries with a word. In scripts without spaces a word may have hundreds of tokens, which are read together.
   */
  #find({ tokens }: SearchWord, { indexField }: SearchedField, limit?: MatchLimit): Promise<Matches> {
    const [first, ...others] = tokens
    if (first !== undefined && others.length === 0)
      return this.#reader.find(this.#collection, indexField, [intervalOf(first)], limit)
    const keys = tokens.map(({ text }) => keyOfLetters(text))
    return this.#reader.findEveryKey(this.#collection, indexField, keys, limit)
  }
}

function intervalOf({ text, isPrefix }: Token) {
  const key = keyOfLetters(text)
  return isPrefix ? beginningWith(key) : exactly(key)
}
