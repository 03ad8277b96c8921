// The types that generated models consist of: markers for references and components, plain values, and the operators and
// sort keys that queries may use.

/** The number of levels of references that a response resolves. */
export type Depth = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** A file: its URL and metadata. */
export interface Asset {
  url: string
  title: string | null
  contentType: string | null
  width: number | null
  height: number | null
  size: number | null
  /** This and the following keys are present only if Frontlist stores the file. */
  id?: string
  filename?: string
  /** The text alternative; empty for a decorative picture. */
  alt?: string | null
  /** The most important point of an image, as fractions of its width and height from 0 to 1. */
  focalPoint?: { x: number; y: number } | null
  /** A ThumbHash of the image in Base64, to show a placeholder while it loads. */
  thumbhash?: string | null
}

/** A reference to a published entry that is not resolved, because `depth` does not reach it. */
export interface Stub<Collection extends string = string> {
  id: string
  collection: Collection
  slug: string
}

/** Marks a field of a model whose type depends on the depth of the request. */
export interface Marker {
  readonly $marker: string
}

/** Marks a field with one reference, to the named collections or to any. The value is `null` without a published target. */
export interface One<To extends string = string> extends Marker {
  readonly $marker: 'one'
  readonly $to: To
}

/** Marks a field with a list of references, to the named collections or to any. */
export interface Many<To extends string = string> extends Marker {
  readonly $marker: 'many'
  readonly $to: To
}

/** Marks a field with one block, of one of the components `Of`. */
export interface Block<Components extends ComponentsOf<Components>, Of extends keyof Components>
  extends Marker {
  readonly $marker: 'block'
  readonly $components: Components
  readonly $of: Of
}

/** Marks a field with a list of blocks, each of one of the components `Of`. */
export interface Blocks<Components extends ComponentsOf<Components>, Of extends keyof Components>
  extends Marker {
  readonly $marker: 'blocks'
  readonly $components: Components
  readonly $of: Of
}

/**
 * Marks rich text whose entries and links lead to the named collections or to any, and whose blocks are of the components
 * `Of`.
 */
export interface RichTextField<
  To extends string = string,
  Components extends ComponentsOf<Components> = NoComponents,
  Of extends keyof Components = never,
> extends Marker {
  readonly $marker: 'richText'
  readonly $to: To
  readonly $components: Components
  readonly $of: Of
}

/** The conditions that a field allows: its operators, the type of their values, and the targets of a reference. */
export interface Where<Operators extends string, Value, To extends string = never> {
  readonly $operators: Operators
  readonly $value: Value
  readonly $to: To
}

/** The conditions on a field with blocks: its own, and those on the fields of the components `Of`. A list also has `all`. */
export interface WhereBlocks<
  Operators extends string,
  Components extends ComponentsOf<Components>,
  Of extends keyof Components,
  All extends 'all' = never,
> extends Where<Operators, never> {
  readonly $components: Components
  readonly $of: Of
  readonly $all: All
}

/** One component of a model. */
export interface ComponentModel {
  /** The fields of the blocks. */
  data: object
  /** The paths that conditions can name, each with a `Where`. */
  filter: object
}

/** The components of a space by API name. `frontlist-types` generates them. */
export type ComponentsOf<Components> = { [Name in keyof Components]: ComponentModel }

// biome-ignore lint/complexity/noBannedTypes: it is the type without any component.
export type NoComponents = {}

/** One collection of a model. */
export interface CollectionModel {
  /** The fields of the entries. */
  data: object
  /** The paths that conditions can name, each with a `Where`. */
  filter: object
  /** The keys by which lists can be sorted, as a union. */
  sort: string
  /** True if the collection holds at most one entry. */
  singleton?: true
}

/** The model of a space: its collections by API name. `frontlist-types` generates it. */
export type ModelOf<Model> = { [Name in keyof Model]: CollectionModel }

/** Stands for an unknown model: any collection with any field. */
export type AnyModel = Record<string, { data: AnyData; filter: AnyFilter; sort: string; singleton: true }>
// biome-ignore lint/suspicious/noExplicitAny: fields of an unknown model are used without a check.
type AnyData = Record<string, any>
export type AnyFilter = Record<string, Where<Operator, Scalar, string>>

export type Operator =
  | 'eq'
  | 'ne'
  | 'in'
  | 'nin'
  | 'all'
  | 'eqi'
  | 'prefix'
  | 'lt'
  | 'lte'
  | 'gt'
  | 'gte'
  | 'exists'
export type Scalar = string | number | boolean | Date

export type CollectionName<Model> = keyof Model & string

/** The names of the collections that hold at most one entry. */
export type SingletonName<Model> = {
  [Name in keyof Model]: Model[Name] extends { singleton: true } ? Name : never
}[keyof Model] &
  string

/** The API names of a collection's fields. */
export type FieldName<Model extends ModelOf<Model>, Name extends keyof Model> = keyof Model[Name]['data'] &
  string

/** The targets of a reference; all collections of the model if `To` is `string`. */
export type Targets<Model, To extends string> = string extends To ? CollectionName<Model> : To

/**
 * Allows the members that every object inherits, such as `constructor`. An option with such a name is used only if it is an
 * own property.
 */
// biome-ignore lint/complexity/noBannedTypes: it is this type that names them.
export type Inherited<Name> = Name extends keyof Object ? Object[Name] : never
