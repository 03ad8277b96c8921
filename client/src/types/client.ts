// The types of the client, derived from a model: the options of each call and the type of its result.
import type { EntryKeys } from './entry.ts'
import type { CheckedFields, Fields, Omitted, SelectedEntry } from './fields.ts'
import type { AnyModel, CollectionName, Depth, FieldName, ModelOf, SingletonName } from './model.ts'
import type { Filter, Groups, Sort } from './query.ts'

/** The options that every call takes. */
export interface CallOptions {
  signal?: AbortSignal | null | undefined
  /** Merged into the options of `fetch`. Its `signal` is used if the call has none. It must not have a `body`. */
  init?: RequestInit | undefined
}

/** The defaults that `with` sets for all calls of a client. */
export interface Defaults<
  D extends Depth | undefined = Depth,
  Variants extends readonly string[] | undefined = readonly string[],
> {
  depth?: D
  variants?: Variants
  /** For lists: the variant whose values are filtered, sorted and searched. */
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
  /** The number of levels of references to resolve; 0 by default. */
  depth?: D
  /** The ids of variants, in descending priority. */
  variants?: Variants
  /** The fields to return in `data`. Fields selected behind a reference are resolved at any depth. */
  fields?: Selection & CheckedFields<Model, Model[Name]['data'], Selection>
  /** The fields to leave out of `data`. Cannot be combined with `fields`. */
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
  /** Conditions that must all hold. */
  filter?: Filter<Model, Name, Path> | undefined
  /** Conditions of which none may hold. */
  not?: Filter<Model, Name, Path> | undefined
  /** One to five groups of conditions. In each group, at least one condition must hold. */
  any?: Groups<Filter<Model, Name, Path>> | undefined
  sort?: Sort<Model, Name> | undefined
  /** Words that must all occur in the searched fields. */
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
  /** The number of matching entries on all pages. */
  count: number
  pagesCount: number
  /** An opaque revision of the content; null from a server that sends none. */
  revision: string | null
}

/**
 * A second source for type inference, because an optional property hides whether its value may be undefined. It also has
 * the other options, because TypeScript infers nothing from a value if the type lacks one of its properties. No value is
 * assignable to it.
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

/** Replaces an option that is undefined by its default. */
export type Given<Option, Default> = Option extends undefined ? Default : Option

/** The type of the entry that a call returns. */
export type Result<
  Model extends ModelOf<Model>,
  Name extends CollectionName<Model>,
  D extends Depth,
  Variants extends readonly string[],
  Selection,
  Names extends string,
  Preview extends boolean = false,
> = D extends unknown
  ? SelectedEntry<
      Model,
      Name,
      D,
      EntryKeys<Variants, Preview>,
      [Names] extends [never] ? Selection : Omitted<Names>
    >
  : never

/** The names that `omit` accepts; none if `fields` is set. */
export type Omittable<
  Model extends ModelOf<Model>,
  Name extends CollectionName<Model>,
  Selection,
> = undefined extends Selection ? FieldName<Model, Name> : never

/**
 * A client for a model. `D0` and `V0` are the defaults that `with` has set, and `Preview` is true if it
 * reads drafts.
 */
export interface Client<
  Model extends ModelOf<Model> = AnyModel,
  D0 extends Depth = 0,
  V0 extends readonly string[] = readonly [],
  Preview extends boolean = false,
> {
  /** Returns one page of a collection's entries. */
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
  ): Promise<Page<Result<Model, Name, Given<D, D0>, Given<V, V0>, S, N, Preview>>>

  /** Returns the entry with a slug. Rejects with `entry_not_found` if there is none. */
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
  ): Promise<Result<Model, Name, Given<D, D0>, Given<V, V0>, S, N, Preview>>

  /** Returns the entry with a slug, or `null` if there is none. */
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
  ): Promise<Result<Model, Name, Given<D, D0>, Given<V, V0>, S, N, Preview> | null>

  /** Returns the entry of a singleton, or `null` if it is not published. */
  single<
    Name extends SingletonName<Model>,
    D extends Depth | undefined = D0,
    const V extends readonly string[] | undefined = V0,
    const S extends Fields<Model, Name> | undefined = undefined,
    N extends Omittable<Model, Name, S> = never,
  >(
    collection: Name,
    options?: GetOptions<Model, Name, D, V, S, N> | InferredOptions<D, V, S>,
  ): Promise<Result<Model, Name, Given<D, D0>, Given<V, V0>, S, N, Preview> | null>

  /** Yields all entries of a collection, each once. Requests them page by page. */
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
  ): AsyncGenerator<Result<Model, Name, Given<D, D0>, Given<V, V0>, S, N, Preview>, void, undefined>

  /** Returns a client with other defaults that shares the cache and the limits of this one. */
  with<D extends Depth | undefined = D0, const V extends readonly string[] | undefined = V0>(
    defaults: Defaults<D, V> | InferredOptions<D, V, undefined>,
  ): Client<Model, Given<D, D0>, Given<V, V0>, Preview>
}

/** A client that reads drafts; with `boolean`, one that may do so. */
export type PreviewClient<Model extends ModelOf<Model> = AnyModel, Preview extends boolean = true> = Client<
  Model,
  0,
  readonly [],
  Preview
>
