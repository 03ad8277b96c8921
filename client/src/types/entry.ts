// The type of an entry at a depth. Each part is a mapped type that is evaluated when a property of it is used, so a model
// with cycles costs no more than what is read of it.
import type { Selected } from './fields.ts'
import type { Block, Blocks, CollectionName, Depth, Many, ModelOf, One, Stub, Targets } from './model.ts'

/** The depth that is left behind a reference. */
interface Less {
  0: 0
  1: 0
  2: 1
  3: 2
  4: 3
  5: 4
  6: 5
  7: 6
  8: 7
  9: 8
  10: 9
}
export type DepthBelow<D extends Depth> = Less[D]

/** Whether entries have `variantsApplied`: they do where the request names variants. */
export type VariantsMode = 'absent' | 'present' | 'optional'

export type VariantsModeOf<Variants extends readonly string[]> = [Variants] extends [readonly []]
  ? 'absent'
  : [Variants] extends [readonly [string, ...string[]]]
    ? 'present'
    : 'optional'

interface EntryWithData<Name, Data> {
  id: string
  collection: Name
  slug: string
  version: number
  firstPublishedAt: string
  publishedAt: string
  data: Data
}

interface EntryWithVariants<Name, Data> extends EntryWithData<Name, Data> {
  /** The ids of variants that set a field of this entry. */
  variantsApplied: string[]
}

interface EntryWithOptionalVariants<Name, Data> extends EntryWithData<Name, Data> {
  /** The ids of variants that set a field of this entry; only where the request names variants. */
  variantsApplied?: string[]
}

/** An entry of a collection, or of one of several, with its references resolved to a depth. */
export type Entry<
  Model extends ModelOf<Model>,
  Name extends CollectionName<Model>,
  D extends Depth = 0,
  Variants extends VariantsMode = 'absent',
  Selection = undefined,
> = Name extends unknown
  ? Variants extends 'absent'
    ? EntryWithData<Name, EntryData<Model, Name, D, Variants, Selection>>
    : Variants extends 'present'
      ? EntryWithVariants<Name, EntryData<Model, Name, D, Variants, Selection>>
      : EntryWithOptionalVariants<Name, EntryData<Model, Name, D, Variants, Selection>>
  : never

export type EntryData<
  Model extends ModelOf<Model>,
  Name extends CollectionName<Model>,
  D extends Depth,
  Variants extends VariantsMode,
  Selection,
> = Selection extends undefined
  ? Values<Model, Model[Name]['data'], D, Variants>
  : Selected<Model, Model[Name]['data'], D, Variants, Selection>

/** The values of all fields. */
export type Values<Model extends ModelOf<Model>, Data, D extends Depth, Variants extends VariantsMode> = {
  [Field in keyof Data]: Value<Model, Data[Field], D, Variants>
}

/** In brackets, so that unions stay whole: a marker stands alone. `any`, of an unknown model, stays `any`. */
export type Value<
  Model extends ModelOf<Model>,
  Field,
  D extends Depth,
  Variants extends VariantsMode,
> = 0 extends 1 & Field
  ? Field
  : [Field] extends [One<infer To>]
    ? Reference<Model, Targets<Model, To>, D, Variants> | null
    : [Field] extends [Many<infer To>]
      ? Reference<Model, Targets<Model, To>, D, Variants>[]
      : [Field] extends [Blocks<infer Shapes>]
        ? Component<Model, Shapes, D, Variants>[]
        : [Field] extends [Block<infer Shapes>]
          ? Component<Model, Shapes, D, Variants> | null
          : Field

/** What stands for a reference with a published target: of each collection the stub, or its entry. */
export type Reference<
  Model extends ModelOf<Model>,
  To extends string,
  D extends Depth,
  Variants extends VariantsMode,
> = D extends 0 ? StubOf<To> : Target<Model, To, DepthBelow<D>, Variants, undefined>

type StubOf<To extends string> = To extends unknown ? Stub<To> : never

/** A collection that the model lacks is a stub at every depth. */
export type Target<
  Model extends ModelOf<Model>,
  To extends string,
  D extends Depth,
  Variants extends VariantsMode,
  Selection,
> = To extends CollectionName<Model> ? Entry<Model, To, D, Variants, Selection> : Stub<To>

/** Components use up no depth: a reference in one resolves as a reference of the entry does. */
type Component<Model extends ModelOf<Model>, Shapes, D extends Depth, Variants extends VariantsMode> = {
  [Name in keyof Shapes]: {
    component: Name
    key: string
    data: Values<Model, Shapes[Name], D, Variants>
  }
}[keyof Shapes]
