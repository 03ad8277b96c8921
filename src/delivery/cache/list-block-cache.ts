// The keys of the blocks of lists, kept for pages that were not asked for yet: a block has those of several.
import type { Block } from '../list/list-index.ts'
import type { ListPosition } from '../list/list-position.ts'
import { type Items, idBytes } from './variant-cache.ts'

/** A key's object and time, its id beside them, about. */
const keyBytes = idBytes + 64

/** What is kept of a block is right for as long as the block is in its list: blocks do not change. */
export class ListBlockCache {
  readonly #items: Items
  readonly #names = new WeakMap<Block, string>()
  #named = 0

  constructor(items: Items) {
    this.#items = items
  }

  /** False where nothing is ever found. */
  get keeps(): boolean {
    return this.#items.bytesMax > 0
  }

  /** In the list's order. */
  find(block: Block): readonly ListPosition[] | null {
    const name = this.#names.get(block)
    return name === undefined ? null : ((this.#items.get(name) ?? null) as readonly ListPosition[] | null)
  }

  keep(block: Block, keys: readonly ListPosition[]): void {
    // The names of all other items begin with the id of a space.
    const name = this.#names.get(block) ?? ` ${++this.#named}`
    this.#names.set(block, name)
    this.#items.set(name, keys, keyBytes * keys.length)
  }
}
