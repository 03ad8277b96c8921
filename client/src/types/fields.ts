// The types of `fields` and `omit`, and of the data that they leave.
import type {
  AnyBlock,
  AnyBlocks,
  BlockKeys,
  DepthBelow,
  FieldValue,
  PlainBlock,
  PlainEntry,
  Target,
} from './entry.ts'
import type {
  CollectionName,
  ComponentsOf,
  Depth,
  FieldName,
  Inherited,
  Many,
  ModelOf,
  One,
  Stub,
  Targets,
} from './model.ts'

/**
 * A list of names, or an object that also selects fields behind references and in blocks:
 * `{ title: true, author: { name: true }, series: '*', sections: { heading: true } }`.
 */
export type Fields<Model extends ModelOf<Model>, Name extends CollectionName<Model>> =
  | readonly FieldName<Model, Name>[]
  | FieldTree<Model, Model[Name]['data']>

/** For a reference with several targets and for several components, the fields that any of them has. */
type FieldTree<Model extends ModelOf<Model>, Data> = {
  readonly [Field in AnyKey<Data>]?: FieldChoice<Model, Data, Field> | Inherited<Field>
}
type AnyKey<Data> = Data extends unknown ? keyof Data & string : never
type AnyField<Data, Field> = Data extends unknown ? (Field extends keyof Data ? Data[Field] : never) : never

type FieldChoice<Model extends ModelOf<Model>, Data, Field> = true | Inside<Model, AnyField<Data, Field>>
type Inside<Model extends ModelOf<Model>, Value> = Value extends One<infer To> | Many<infer To>
  ? '*' | FieldTree<Model, DataOf<Model, Targets<Model, To>>>
  : Value extends AnyBlock | AnyBlocks
    ? FieldTree<Model, DataOfBlocks<Value>>
    : never
/** The data of each component that may stand in a field. */
type DataOfBlocks<Field extends AnyBlock | AnyBlocks> = DataOfEach<Field['$components'], Field['$of']>
type DataOfEach<Components extends ComponentsOf<Components>, Of extends keyof Components> = Of extends unknown
  ? Components[Of]['data']
  : never
type DataOf<Model extends ModelOf<Model>, To extends string> =
  To extends CollectionName<Model> ? Model[To]['data'] : never

/** Wraps the names of `omit`. */
export interface Omitted<Names extends string> {
  readonly $omitted: Names
}

/** Is `never` for a field that no target and no component has, so that a misspelled name in `fields` does not compile. */
export type CheckedFields<Model extends ModelOf<Model>, Data, Selection> = Selection extends
  | undefined
  | readonly unknown[]
  ? unknown
  : {
      readonly [Field in keyof Selection]: Field extends AnyKey<Data>
        ? CheckedChoice<Model, AnyField<Data, Field>, Selection[Field]>
        : never
    }
type CheckedChoice<Model extends ModelOf<Model>, Value, Choice> = Choice extends true | '*'
  ? unknown
  : Value extends One<infer To> | Many<infer To>
    ? CheckedFields<Model, DataOf<Model, Targets<Model, To>>, Choice>
    : Value extends AnyBlock | AnyBlocks
      ? CheckedFields<Model, DataOfBlocks<Value>, Choice>
      : never

/** An entry with the fields that `fields` or `omit` leave. */
export type SelectedEntry<
  Model extends ModelOf<Model>,
  To,
  D extends Depth,
  Keys,
  Selection,
> = Selection extends undefined
  ? Target<Model, To, D, Keys>
  : To extends keyof Model
    ? PlainEntry<To, Selected<Model, Model[To]['data'], D, Keys, Selection>> & Keys
    : Stub<To & string>

/** The values of the selected fields. Fields selected behind a reference are resolved at any depth. */
type Selected<Model extends ModelOf<Model>, Data, D extends Depth, Keys, Selection> =
  Selection extends Omitted<infer Names>
    ? { [Field in keyof Data as Exclude<Field, Names>]: FieldValue<Model, Data[Field], D, Keys> }
    : Selection extends readonly (infer Names)[]
      ? { [Field in keyof Data & Names]: FieldValue<Model, Data[Field], D, Keys> }
      : {
          [Field in keyof Data & keyof Selection]: SelectedValue<
            Model,
            Data[Field],
            D,
            Keys,
            Selection[Field]
          >
        }

/** A field with one block may be a union with `null`. */
type SelectedValue<Model extends ModelOf<Model>, Field, D extends Depth, Keys, Choice> = Choice extends true
  ? FieldValue<Model, Field, D, Keys>
  : Field extends One<infer To>
    ? SelectedEntry<Model, Targets<Model, To>, DepthBelow[D], Keys, Below<Choice>> | null
    : Field extends Many<infer To>
      ? SelectedEntry<Model, Targets<Model, To>, DepthBelow[D], Keys, Below<Choice>>[]
      : Field extends AnyBlocks
        ? SelectedBlock<Model, Field['$components'], Field['$of'], D, Keys, Choice>[]
        : Field extends AnyBlock
          ? SelectedBlock<Model, Field['$components'], Field['$of'], D, Keys, Choice>
          : Field

type Below<Choice> = Choice extends '*' ? undefined : Choice

/** A block for each component, with those of the selected fields that the component has. */
type SelectedBlock<
  Model extends ModelOf<Model>,
  Components extends ComponentsOf<Components>,
  Of extends keyof Components,
  D extends Depth,
  Keys,
  Selection,
> = Of extends unknown
  ? PlainBlock<Of, Selected<Model, Components[Of]['data'], D, Keys, Selection>> & BlockKeys<Keys>
  : never
