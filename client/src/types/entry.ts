// The type of an entry at a given depth. Each part is a mapped type, which is evaluated only when one of its properties is
// used, so a model with cycles costs no more than the properties that a program reads.
import type {
  Block,
  Blocks,
  CollectionName,
  ComponentsOf,
  Depth,
  Many,
  Marker,
  ModelOf,
  One,
  RichTextField,
  Stub,
  Targets,
} from './model.ts'
import type { RichText } from './rich-text.ts'

/** The depth that remains behind a reference: `DepthBelow[D]`. */
export interface DepthBelow {
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

/** The additional keys of entries if the request names variants. */
interface WithVariants {
  /** The ids of the variants that set a field of this entry. */
  variantsApplied: string[]
}
interface MaybeWithVariants {
  /** The ids of the variants that set a field of this entry; absent if the request names no variants. */
  variantsApplied?: string[]
}

/** The keys that variants add: `unknown`, which adds nothing, if the request names no variants. */
export type VariantKeys<Variants extends readonly string[]> = [Variants] extends [readonly []]
  ? unknown
  : [Variants] extends [readonly [string, ...string[]]]
    ? WithVariants
    : MaybeWithVariants

export interface PlainEntry<Name, Data> {
  id: string
  collection: Name
  slug: string
  data: Data
}

/** The additional keys of published entries. */
export interface LiveKeys {
  version: number
  firstPublishedAt: string
  publishedAt: string
}
/** The additional keys of drafts. Version and times are those of the live publication, or `null` if there is none. */
export interface PreviewKeys {
  version: number | null
  firstPublishedAt: string | null
  publishedAt: string | null
  /** `changed` if the draft differs from the live publication. */
  state: 'draft' | 'changed' | 'live'
  /** Where the entry is edited, such as `posts/p1`. Absent with the token of a shared link. */
  edit?: string
}
/** The additional keys of entries of a client that may read drafts. */
export type MaybePreviewKeys = Omit<PreviewKeys, 'state'> & Partial<Pick<PreviewKeys, 'state'>>

/** The additional keys of entries, by the options of the client and of the request. */
export type EntryKeys<Variants extends readonly string[], Preview extends boolean> = ([Preview] extends [
  false,
]
  ? LiveKeys
  : [Preview] extends [true]
    ? PreviewKeys
    : MaybePreviewKeys) &
  VariantKeys<Variants>

/**
 * An entry of collection `Name` with its references resolved to depth `D`. Both may be unions. `Preview` is true for
 * drafts, and `boolean` for an entry that may be one.
 */
export type Entry<
  Model extends ModelOf<Model>,
  Name extends CollectionName<Model>,
  D extends Depth = 0,
  Variants extends readonly string[] = readonly [],
  Preview extends boolean = false,
> = D extends unknown ? Target<Model, Name, D, EntryKeys<Variants, Preview>> : never

/** The entries of the collections `To`. A collection that the model lacks is a stub at every depth. */
export type Target<Model extends ModelOf<Model>, To, D extends Depth, Keys> = To extends keyof Model
  ? { id: string; collection: To; slug: string; data: Values<Model, Model[To]['data'], D, Keys> } & Keys
  : Stub<To & string>

/** The values of all fields, with references resolved to depth `D`. */
export type Values<Model extends ModelOf<Model>, Data, D extends Depth, Keys> = {
  [Field in keyof Data]: FieldValue<Model, Data[Field], D, Keys>
}

/** The value of a field. A field with rich text or one block is a union with `null` unless it always has a value. */
export type FieldValue<Model extends ModelOf<Model>, Field, D extends Depth, Keys> = Field extends Marker
  ? Field extends One
    ? Reference<Model, Field['$to'], D, Keys> | null
    : Field extends Many
      ? Reference<Model, Field['$to'], D, Keys>[]
      : Field extends AnyBlocks
        ? BlockOfField<Model, Field, D, Keys>[]
        : Field extends AnyBlock
          ? BlockOfField<Model, Field, D, Keys>
          : Field extends AnyRichText
            ? TextOf<Model, Field, D, Keys>
            : Field
  : Field extends readonly AnyRichText[]
    ? TextOf<Model, Field[number], D, Keys>[]
    : Field

// biome-ignore lint/suspicious/noExplicitAny: the components of any model.
export type AnyBlocks = Blocks<any, any>
// biome-ignore lint/suspicious/noExplicitAny: the components of any model.
export type AnyBlock = Block<any, any>
// biome-ignore lint/suspicious/noExplicitAny: the components of any model.
type AnyRichText = RichTextField<string, any, any>

/** Entries in rich text are resolved like references; links to entries are stubs at every depth. */
type TextOf<Model extends ModelOf<Model>, Field extends AnyRichText, D extends Depth, Keys> = RichText<
  Reference<Model, Field['$to'], D, Keys>,
  StubOf<Targets<Model, Field['$to']>>,
  TextBlocks<Model, Field['$components'], Field['$of'], D, Keys> & BlockKeys<Keys>
>

/** A reference with a published target: a stub at depth 0, otherwise the entry, for each possible collection. */
type Reference<Model extends ModelOf<Model>, To extends string, D extends Depth, Keys> = D extends 0
  ? StubOf<Targets<Model, To>>
  : Target<Model, Targets<Model, To>, DepthBelow[D], Keys>

type StubOf<To extends string> = To extends unknown ? Stub<To> : never

/** A block as it stands in a field. */
export interface PlainBlock<Name, Data> {
  component: Name
  /** Identifies the block in its list. */
  key: string
  data: Data
}

/** The additional keys of blocks: drafts have `edit`. */
export type BlockKeys<Keys> = 'edit' extends keyof Keys ? Pick<PreviewKeys, 'edit'> : unknown

/** A block for each component of a field. A block uses up no depth: its references resolve like those of the entry. */
type BlockOfField<
  Model extends ModelOf<Model>,
  Field extends AnyBlock | AnyBlocks,
  D extends Depth,
  Keys,
> = ComponentValue<Model, Field['$components'], Field['$of'], D, Keys> & BlockKeys<Keys>
type ComponentValue<
  Model extends ModelOf<Model>,
  Components extends ComponentsOf<Components>,
  Of extends keyof Components,
  D extends Depth,
  Keys,
> = Of extends unknown
  ? { component: Of; key: string; data: Values<Model, Components[Of]['data'], D, Keys> }
  : never

/** A block for each component of a text, as it stands in the text. */
type TextBlocks<
  Model extends ModelOf<Model>,
  Components extends ComponentsOf<Components>,
  Of extends keyof Components,
  D extends Depth,
  Keys,
> = Of extends string
  ? { _type: 'component'; _key: string; component: Of; data: Values<Model, Components[Of]['data'], D, Keys> }
  : never

/** A block of the component `Name` with its references resolved to depth `D`. */
export type BlockOf<
  Model extends ModelOf<Model>,
  Components extends ComponentsOf<Components>,
  Name extends keyof Components,
  D extends Depth = 0,
  Variants extends readonly string[] = readonly [],
  Preview extends boolean = false,
> = D extends unknown
  ? ComponentValue<Model, Components, Name, D, EntryKeys<Variants, Preview>> &
      BlockKeys<EntryKeys<Variants, Preview>>
  : never
