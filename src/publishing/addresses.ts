// Which entries there are and where: by id, and by collection and slug. Held in memory while an import runs, since
// every id, slug and reference of the file is decided by it.

export interface Address {
  readonly collection: string
  readonly slug: string
}

export class Addresses {
  readonly #byId = new Map<string, Address>()
  readonly #bySlug = new Map<string, string>()

  get(id: string): Address | undefined {
    return this.#byId.get(id)
  }

  idAt(collection: string, slug: string): string | undefined {
    return this.#bySlug.get(toKey(collection, slug))
  }

  /** Keeps both directions in step: the entry leaves where it was. */
  set(id: string, address: Address): void {
    this.delete(id)
    this.#byId.set(id, address)
    this.#bySlug.set(toKey(address.collection, address.slug), id)
  }

  delete(id: string): void {
    const address = this.#byId.get(id)
    if (!address) return
    this.#byId.delete(id)
    const key = toKey(address.collection, address.slug)
    if (this.#bySlug.get(key) === id) this.#bySlug.delete(key)
  }

  ids(): IterableIterator<string> {
    return this.#byId.keys()
  }
}

/** API names hold no line feed. */
function toKey(collection: string, slug: string): string {
  return `${collection}\n${slug}`
}
