// An index of entry paths by id, and of ids by collection and slug. It is in memory during an import, because it resolves
// every id, slug and reference of the file.

export interface EntryPath {
  readonly collection: string
  readonly slug: string
}

export class EntryPaths {
  readonly #byId = new Map<string, EntryPath>()
  /** Ids by collection, then by slug in Unicode NFC. A combined key would need one more string per entry. */
  readonly #bySlug = new Map<string, Map<string, string>>()

  get(id: string): EntryPath | undefined {
    return this.#byId.get(id)
  }

  get size(): number {
    return this.#byId.size
  }

  idAt(collection: string, slug: string): string | undefined {
    return this.#bySlug.get(collection)?.get(slug.normalize('NFC'))
  }

  /** Sets the path of an entry, and removes its previous path. */
  set(id: string, address: EntryPath): void {
    this.delete(id)
    this.#byId.set(id, address)
    const slugs = this.#bySlug.get(address.collection)
    const slug = address.slug.normalize('NFC')
    if (slugs) slugs.set(slug, id)
    else this.#bySlug.set(address.collection, new Map([[slug, id]]))
  }

  delete(id: string): void {
    const address = this.#byId.get(id)
    if (!address) return
    this.#byId.delete(id)
    if (this.idAt(address.collection, address.slug) !== id) return
    this.#bySlug.get(address.collection)?.delete(address.slug.normalize('NFC'))
  }

  ids(): IterableIterator<string> {
    return this.#byId.keys()
  }
}
