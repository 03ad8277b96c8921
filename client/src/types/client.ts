// What the client does, by the model that it is given: the options of each call, and the type of its result.
import type { VariantKeys } from './entry.ts'
import type { CheckedFields, Fields, Omitted, SelectedEntry } from './fields.ts'
import type { AnyModel, CollectionName, Depth, FieldName, ModelOf, SingletonName } from './model.ts'
import type { Filter, Groups, Sort } from './query.ts'

/** What every call takes. */
export interface CallOptions {
  signal?: AbortSignal | null | undefined
  /** Merged into the options of `fetch`. Its `signal` counts where the call has none, and it must have no `body`. */
  init?: RequestInit | undefined
}

/** What `with` sets for all calls. */
export interface Defaults<
  D extends Depth | undefined = Depth,
  Variants extends readonly string[] | undefined = readonly string[],
> {
  depth?: D
  variants?: Variants
  /** Of lists: the variant whose values are filtered, sorted and searched. */
  queryVariant?: string | undefined
}

export interface GetOptions<
  Model extends ModelOf<Model>,
  Name extends CollectionName<Model>,
  D extends Depth | undefined = Depth,
  Variants extends readonly string[] | undefined = readonly string[],
  Selection = Fields<Model, Name> | undefined,
  Names extends string = FieldName<Model, Name>,
> extends CallOptions {
  /** How many levels of references are resolved; 0 by default. */
  depth?: D
  /** Ids of variants, the most important first. */
  variants?: Variants
  /** The fields that `data` has. What it names behind a reference is resolved at any depth. */
  fields?: Selection & CheckedFields<Model, Model[Name]['data'], Selection>
  /** The fields that `data` lacks. Not together with `fields`. */
  omit?: readonly Names[] | undefined
}

export interface AllOptions<
  Model extends ModelOf<Model>,
  Name extends CollectionName<Model>,
  D extends Depth | undefined = Depth,
  Variants extends readonly string[] | undefined = readonly string[],
  Selection = Fields<Model, Name> | undefined,
  Names extends string = FieldName<Model, Name>,
  Path extends string = never,
> extends GetOptions<Model, Name, D, Variants, Selection, Names> {
  perPage?: number | undefined
  /** Conditions that all must hold. */
  filter?: Filter<Model, Name, Path> | undefined
  /** Conditions of which none may hold. */
  not?: Filter<Model, Name, Path> | undefined
  /** One to five groups, of each of which one condition must hold. */
  any?: Groups<Filter<Model, Name, Path>> | undefined
  sort?: Sort<Model, Name> | undefined
  /** Words that all must occur in the searched fields. */
  q?: string | undefined
  queryVariant?: string | undefined
}

export interface ListOptions<
  Model extends ModelOf<Model>,
  Name extends CollectionName<Model>,
  D extends Depth | undefined = Depth,
  Variants extends readonly string[] | undefined = readonly string[],
  Selection = Fields<Model, Name> | undefined,
  Names extends string = FieldName<Model, Name>,
  Path extends string = never,
> extends AllOptions<Model, Name, D, Variants, Selection, Names, Path> {
  page?: number | undefined
}

export interface Page<E> {
  list: E[]
  /** The number of all entries that match. */
  count: number
  pagesCount: number
  /** Opaque; `null` from a server that does not say it. */
  revision: string | null
}

/**
 * A second place to infer options from, because an optional property hides whether it may be undefined. It has the other
 * options as well: nothing is inferred from a value for a type that lacks one of its properties. Nothing is assignable to it.
 */
export interface InferredOptions<D, Variants, Selection> extends OtherOptions {
  depth: D
  variants: Variants
  fields: Selection
}
type OtherOptions = Record<
  Exclude<keyof ListOptions<AnyModel, string>, 'depth' | 'variants' | 'fields'>,
  never
>

/** An option that may be undefined, which stands for its default. */
export type Given<Option, Default> = Option extends undefined ? Default : Option

/** The entry that a call results in. */
export type Result<
  Model extends ModelOf<Model>,
  Name extends CollectionName<Model>,
  D extends Depth,
  Variants extends readonly string[],
  Selection,
  Names extends string,
> = D extends unknown
  ? SelectedEntry<Model, Name, D, VariantKeys<Variants>, [Names] extends [never] ? Selection : Omitted<Names>>
  : never

/** Names for `omit`: none beside `fields`. */
export type Omittable<
  Model extends ModelOf<Model>,
  Name extends CollectionName<Model>,
  Selection,
> = undefined extends Selection ? FieldName<Model, Name> : never

/** The client of a model. `D0` and `V0` are what `with` has set. */
export interface Client<
  Model extends ModelOf<Model> = AnyModel,
  D0 extends Depth = 0,
  V0 extends readonly string[] = readonly [],
> {
  /** A page of a collection's entries. */
  list<
    Name extends CollectionName<Model>,
    D extends Depth | undefined = D0,
    const V extends readonly string[] | undefined = V0,
    const S extends Fields<Model, Name> | undefined = undefined,
    N extends Omittable<Model, Name, S> = never,
    P extends string = never,
  >(
    collection: Name,
    options?: ListOptions<Model, Name, D, V, S, N, P> | InferredOptions<D, V, S>,
  ): Promise<Page<Result<Model, Name, Given<D, D0>, Given<V, V0>, S, N>>>

  /** One entry by its slug. Rejects with `entry_not_found` if there is none. */
  get<
    Name extends CollectionName<Model>,
    D extends Depth | undefined = D0,
    const V extends readonly string[] | undefined = V0,
    const S extends Fields<Model, Name> | undefined = undefined,
    N extends Omittable<Model, Name, S> = never,
  >(
    collection: Name,
    slug: string,
    options?: GetOptions<Model, Name, D, V, S, N> | InferredOptions<D, V, S>,
  ): Promise<Result<Model, Name, Given<D, D0>, Given<V, V0>, S, N>>

  /** One entry by its slug, or `null` if there is none. */
  find<
    Name extends CollectionName<Model>,
    D extends Depth | undefined = D0,
    const V extends readonly string[] | undefined = V0,
    const S extends Fields<Model, Name> | undefined = undefined,
    N extends Omittable<Model, Name, S> = never,
  >(
    collection: Name,
    slug: string,
    options?: GetOptions<Model, Name, D, V, S, N> | InferredOptions<D, V, S>,
  ): Promise<Result<Model, Name, Given<D, D0>, Given<V, V0>, S, N> | null>

  /** The entry of a singleton, or `null` if it is not published. */
  single<
    Name extends SingletonName<Model>,
    D extends Depth | undefined = D0,
    const V extends readonly string[] | undefined = V0,
    const S extends Fields<Model, Name> | undefined = undefined,
    N extends Omittable<Model, Name, S> = never,
  >(
    collection: Name,
    options?: GetOptions<Model, Name, D, V, S, N> | InferredOptions<D, V, S>,
  ): Promise<Result<Model, Name, Given<D, D0>, Given<V, V0>, S, N> | null>

  /** All entries of a collection, page by page. */
  all<
    Name extends CollectionName<Model>,
    D extends Depth | undefined = D0,
    const V extends readonly string[] | undefined = V0,
    const S extends Fields<Model, Name> | undefined = undefined,
    N extends Omittable<Model, Name, S> = never,
    P extends string = never,
  >(
    collection: Name,
    options?: AllOptions<Model, Name, D, V, S, N, P> | InferredOptions<D, V, S>,
  ): AsyncGenerator<Result<Model, Name, Given<D, D0>, Given<V, V0>, S, N>, void, undefined>

  /** A client with other defaults, and the same cache and limits. */
  with<D extends Depth | undefined = D0, const V extends readonly string[] | undefined = V0>(
    defaults: Defaults<D, V> | InferredOptions<D, V, undefined>,
  ): Client<Model, Given<D, D0>, Given<V, V0>>
}
