// The model of a space with lookups of collections and fields by name, to bind queries to it.
import type { Collection, Field } from '../../content/values/model.ts'

export class CollectionModel {
  readonly collection: Collection
  #fields: ReadonlyMap<string, Field> | null = null

  constructor(collection: Collection) {
    this.collection = collection
  }

  get apiName(): string {
    return this.collection.apiName
  }

  get fields(): ReadonlyMap<string, Field> {
    this.#fields ??= new Map(this.collection.fields.map(field => [field.apiName, field]))
    return this.#fields
  }
}

/** The model of a space. Creating it costs more than binding a query, so it is cached while the model stays the same. */
export class SpaceModel {
  readonly #collections: ReadonlyMap<string, CollectionModel>

  constructor(collections: readonly Collection[]) {
    this.#collections = new Map(
      collections.map(collection => [collection.apiName, new CollectionModel(collection)]),
    )
  }

  find(apiName: string): CollectionModel | null {
    return this.#collections.get(apiName) ?? null
  }

  /** The collections that at least one of the reference fields may point to. */
  targetsOf(references: readonly Field[]): readonly CollectionModel[] {
    if (references.some(({ to }) => to === undefined)) return [...this.#collections.values()]
    const names = new Set(references.flatMap(({ to }) => to ?? []))
    return [...names].sort().flatMap(name => this.#collections.get(name) ?? [])
  }
}
