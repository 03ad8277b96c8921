// An index in memory of the paths of entries, by which an import resolves every id, slug and reference in its file.
import type { EntryPath } from '../../base/ids.ts'

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
  set(id: string, path: EntryPath): void {
    this.delete(id)
    this.#byId.set(id, path)
    const slugs = this.#bySlug.get(path.collection)
    const slug = path.slug.normalize('NFC')
    if (slugs) slugs.set(slug, id)
    else this.#bySlug.set(path.collection, new Map([[slug, id]]))
  }

  delete(id: string): void {
    const path = this.#byId.get(id)
    if (!path) return
    this.#byId.delete(id)
    if (this.idAt(path.collection, path.slug) !== id) return
    this.#bySlug.get(path.collection)?.delete(path.slug.normalize('NFC'))
  }

  ids(): IterableIterator<string> {
    return this.#byId.keys()
  }
}
