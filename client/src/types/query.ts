// The types of `filter`, `not`, `any` and `sort`. Keys are paths as the server reads them: `price`, `author.name`. Own
// fields and paths through one reference or into one block are type-checked. Longer paths accept any operator, and the server
// checks them.
import type {
  CollectionName,
  ComponentsOf,
  Inherited,
  ModelOf,
  Operator,
  Scalar,
  Targets,
  Where,
  WhereBlocks,
} from './model.ts'

/** The operators on times, and the keys of an entry itself that conditions can name in addition to its fields. */
type Times = Where<'eq' | 'ne' | 'in' | 'nin' | 'lt' | 'lte' | 'gt' | 'gte' | 'exists', string | Date>
export interface OwnKeys {
  id: Where<'eq' | 'ne' | 'in' | 'nin' | 'prefix' | 'lt' | 'lte' | 'gt' | 'gte', string>
  slug: Where<'eq' | 'ne' | 'in' | 'nin' | 'prefix', string>
  publishedAt: Times
  firstPublishedAt: Times
}
/** The keys of an entry behind a reference. They include the name of its collection. */
export interface TargetKeys extends OwnKeys {
  collection: OwnKeys['slug']
}

/** A condition on one path. A bare value means `eq`. */
export type Condition<Operators extends string, Value> =
  | ('eq' extends Operators ? Value : never)
  | { readonly [O in Operators]?: Operand<O, Value> }

type Operand<O, Value> = O extends 'exists'
  ? boolean
  : O extends 'in' | 'nin' | 'all'
    ? readonly Value[]
    : Value

type ConditionOf<Kind> =
  Kind extends Where<infer Operators, infer Value, string> ? Condition<Operators, Value> : never
export type AnyCondition = Condition<Operator, Scalar>

/** Conditions by path. An editor completes the keys of `OwnFilter`; `Path` is inferred from any other paths. */
export type Filter<
  Model extends ModelOf<Model>,
  Name extends CollectionName<Model>,
  Path extends string,
> = OwnFilter<Model[Name]['filter']> & {
  readonly [P in Path]?: PathCondition<Model, Model[Name]['filter'], P> | Inherited<P>
}

type OwnFilter<Kinds> = {
  readonly [P in keyof Kinds | keyof OwnKeys]?: KindCondition<Kinds, P> | Inherited<P>
}

/** A name that is both a key of the entry and a field means the key; the schema then calls the field `data.NAME`. */
type KindCondition<Kinds, P> = P extends keyof OwnKeys
  ? ConditionOf<OwnKeys[P]>
  : P extends keyof Kinds
    ? ConditionOf<Kinds[P]>
    : never

type PathCondition<Model extends ModelOf<Model>, Kinds, P extends string> = P extends
  | keyof Kinds
  | keyof OwnKeys
  ? KindCondition<Kinds, P>
  : P extends `${string}.${string}`
    ? {
        [R in keyof Kinds & string]: P extends `${R}.${infer Rest}`
          ? Kinds[R] extends AnyWhereBlocks
            ? BlockCondition<Kinds[R]['$components'], Kinds[R]['$of'], Rest, Kinds[R]['$all']>
            : Kinds[R] extends Where<infer Operators, string, infer To>
              ? [To] extends [never]
                ? never
                : TargetCondition<Model, Targets<Model, To>, Rest, Extract<Operators, 'all'>>
              : never
          : never
      }[keyof Kinds & string]
    : never

// biome-ignore lint/suspicious/noExplicitAny: the components of any model.
type AnyWhereBlocks = WhereBlocks<string, any, any, any>

/** The name of the component, and the conditions of each component that has the field. */
type BlockCondition<
  Components extends ComponentsOf<Components>,
  Of extends keyof Components,
  Rest extends string,
  All extends string,
> = Rest extends 'component'
  ? Condition<'eq' | 'ne' | 'in' | 'nin' | All, Of>
  : Of extends unknown
    ? InnerField<Components[Of]['filter'], Rest, All>
    : never

/** For several targets, the conditions of each target that has the field. A list of references also allows `all`. */
type TargetCondition<
  Model extends ModelOf<Model>,
  To extends string,
  Rest extends string,
  All extends string,
> = Rest extends keyof TargetKeys
  ? Widened<TargetKeys[Rest], All>
  : To extends CollectionName<Model>
    ? InnerField<Model[To]['filter'], Rest, All>
    : never

/** A field of a target or of a block. A path that leads on into its own target or block accepts any condition. */
type InnerField<Kinds, Rest extends string, All extends string> = Rest extends keyof Kinds
  ? Widened<Kinds[Rest], All>
  : Rest extends `${string}.${string}`
    ? {
        [R in keyof Kinds & string]: Rest extends `${R}.${string}`
          ? Kinds[R] extends AnyWhereBlocks
            ? AnyCondition
            : Kinds[R] extends Where<string, string, infer To>
              ? [To] extends [never]
                ? never
                : AnyCondition
              : never
          : never
      }[keyof Kinds & string]
    : never

type Widened<Kind, All extends string> =
  Kind extends Where<infer Operators, infer Value, string>
    ? Condition<'in' extends Operators ? Operators | All : Operators, Value>
    : never

/** A key to sort by: ascending, or descending with `-` before it. */
export type SortKey<Model extends ModelOf<Model>, Name extends CollectionName<Model>> = `${'' | '-'}${
  | Model[Name]['sort']
  | keyof OwnKeys}`

/** One key to sort by, or up to three. */
export type Sort<Model extends ModelOf<Model>, Name extends CollectionName<Model>> =
  | SortKey<Model, Name>
  | readonly [SortKey<Model, Name>, SortKey<Model, Name>?, SortKey<Model, Name>?]

/** One to five groups of conditions. In each group, at least one condition must hold. */
export type Groups<Group> = readonly [Group, Group?, Group?, Group?, Group?]
