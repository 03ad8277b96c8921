// Decides which fields are searched, with which default weight, and which field is the title of an entry. The dashboard's
// first script contains this file, so it does not import the definitions of the types.
import type { FieldType, SearchWeight } from '../values/model.ts'

interface TextFacts {
  /** The default weight in searches. */
  readonly searchWeight: SearchWeight
  /** True if the model cannot set another weight for a field of the type. */
  readonly isFixed?: true
  /** True if a single value can be the title of an entry. */
  readonly isTitle?: true
}

const textFacts: Partial<Readonly<Record<FieldType, TextFacts>>> = {
  text: { searchWeight: 2, isTitle: true },
  richText: { searchWeight: 1 },
  // The texts inside of blocks.
  component: { searchWeight: 1, isFixed: true },
}

interface TypedField {
  readonly apiName: string
  readonly type: FieldType
  readonly many?: boolean | undefined
}

interface SearchedField extends TypedField {
  readonly query?: boolean | undefined
  readonly search?: SearchWeight | undefined
}

interface TitledModel {
  readonly titleField?: string | undefined
  readonly fields: readonly TypedField[]
}

/** Checks whether the field holds one text, from which a title or a slug can be made. */
export function holdsTitle({ type, many }: Pick<TypedField, 'type' | 'many'>): boolean {
  return textFacts[type]?.isTitle === true && !many
}

/** Returns the title field, which has the highest default weight in searches; null if there is no text field. */
export function titleFieldOf({ titleField, fields }: TitledModel): string | null {
  return titleField ?? fields.find(holdsTitle)?.apiName ?? null
}

/** Returns the title of an entry: the value of the title field, otherwise the first text that is not blank. */
export function findTitle(
  { titleField, fields }: TitledModel,
  data: Readonly<Record<string, unknown>>,
): string | null {
  const texts = fields.filter(holdsTitle).map(({ apiName }) => apiName)
  for (const name of titleField === undefined ? texts : [titleField, ...texts]) {
    const value = Object.hasOwn(data, name) ? data[name] : null
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return null
}

/** Checks whether fields of a type have a weight in searches that the model may set. */
export function hasSearchWeight(type: FieldType): boolean {
  const facts = textFacts[type]
  return facts !== undefined && !facts.isFixed
}

/** Returns the weight in searches of a field of a component; 0 if it is not searched. */
export function searchWeightInBlocks(field: SearchedField): SearchWeight {
  if (field.query === false || !hasSearchWeight(field.type)) return 0
  return field.search ?? 1
}

/** Returns the weight of a field in searches; 0 if it is not searched. */
export function searchWeightOf(model: TitledModel, field: SearchedField): SearchWeight {
  const facts = textFacts[field.type]
  if (field.query === false || facts === undefined) return 0
  return field.search ?? (field.apiName === titleFieldOf(model) ? 3 : facts.searchWeight)
}
