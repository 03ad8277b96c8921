// What generated models are made of: markers for references and components, plain values, and what queries may name.

/** How many levels of references a response resolves. */
export type Depth = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** A file by its address, and what is known of it. */
export interface Asset {
  url: string
  title: string | null
  contentType: string | null
  width: number | null
  height: number | null
  size: number | null
  /** From here on only where the file is stored by Frontlist. */
  id?: string
  filename?: string
  /** What is to be read in its place; empty for a decorative picture. */
  alt?: string | null
  /** The part of an image that matters most, as shares of its width and height from 0 to 1. */
  focalPoint?: { x: number; y: number } | null
  /** A placeholder of an image, in Base64. */
  thumbhash?: string | null
}

/** A reference that is not resolved: `depth` does not reach its target, which is published. */
export interface Stub<Collection extends string = string> {
  id: string
  collection: Collection
  slug: string
}

/** What stands in a model where the type of a value depends on the depth of a request. */
export interface Marker {
  readonly $marker: string
}

/** Marks a field with one reference, to the named collections or to any. It is `null` without a published target. */
export interface One<To extends string = string> extends Marker {
  readonly $marker: 'one'
  readonly $to: To
}

/** Marks a field with a list of references, to the named collections or to any. */
export interface Many<To extends string = string> extends Marker {
  readonly $marker: 'many'
  readonly $to: To
}

/** Marks a field with one component, by the fields of each that is allowed. */
export interface Block<Shapes> extends Marker {
  readonly $marker: 'block'
  readonly $shapes: Shapes
}

/** Marks a field with a list of components, by the fields of each that is allowed. */
export interface Blocks<Shapes> extends Marker {
  readonly $marker: 'blocks'
  readonly $shapes: Shapes
}

/** What conditions can say of a field: its operators, the values that they take, and the targets of a reference. */
export interface Where<Operators extends string, Value, To extends string = never> {
  readonly $operators: Operators
  readonly $value: Value
  readonly $to: To
}

/** One collection of a model. */
export interface CollectionModel {
  /** The fields of its entries. */
  data: object
  /** What conditions can name, each as a `Where`. */
  filter: object
  /** What lists can be sorted by. */
  sort: string
  /** Whether it holds one entry at most. */
  singleton?: true
}

/** The model of a space: its collections by API name. `frontlist-types` generates it. */
export type ModelOf<Model> = { [Name in keyof Model]: CollectionModel }

/** Stands for a model that is not known: any collection with any field. */
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

/** The names of a model's collections. */
export type CollectionName<Model> = keyof Model & string

/** The names of the collections that hold one entry at most. */
export type SingletonName<Model> = {
  [Name in keyof Model]: Model[Name] extends { singleton: true } ? Name : never
}[keyof Model] &
  string

/** The API names of a collection's fields. */
export type FieldName<Model extends ModelOf<Model>, Name extends keyof Model> = keyof Model[Name]['data'] &
  string

/** The targets of a reference to collections of the model; `string` stands for any. */
export type Targets<Model, To extends string> = string extends To ? CollectionName<Model> : To

/** Allows what every object inherits under a name: an option named `constructor` is given only if it is an own property. */
// biome-ignore lint/complexity/noBannedTypes: it is this type that names them.
export type Inherited<Name> = Name extends keyof Object ? Object[Name] : never
