// The model of a space with lookups of collections and fields by name, to bind queries to it.
import { type Collection, type Component, componentsKey, type Field } from '../../content/values/model.ts'

/** A model whose fields paths can name. */
export class NamedFields<Model extends Collection | Component = Collection | Component> {
  readonly model: Model
  #fields: ReadonlyMap<string, Field> | null = null

  constructor(model: Model) {
    this.model = model
  }

  get apiName(): string {
    return this.model.apiName
  }

  get fields(): ReadonlyMap<string, Field> {
    this.#fields ??= new Map(this.model.fields.map(field => [field.apiName, field]))
    return this.#fields
  }
}

export class CollectionModel extends NamedFields<Collection> {
  get collection(): Collection {
    return this.model
  }
}

/** The model of a space. Creating it costs more than binding a query, so it is cached while the model stays the same. */
export class SpaceModel {
  readonly #collections: ReadonlyMap<string, CollectionModel>
  readonly #components = new Map<string, NamedFields>()

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

  /** The components that at least one of the fields of blocks names. */
  componentsOf(holders: readonly Field[]): readonly NamedFields[] {
    const found = new Map<string, NamedFields>()
    for (const { of = [], [componentsKey]: components } of holders) {
      for (const name of of) {
        const component = components?.get(name)
        if (component === undefined || found.has(name)) continue
        const known = this.#components.get(name) ?? new NamedFields(component)
        this.#components.set(name, known)
        found.set(name, known)
      }
    }
    return [...found.values()].sort((a, b) => (a.apiName < b.apiName ? -1 : 1))
  }
}
