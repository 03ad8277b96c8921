// The options of the pickers for sort, fields and variants, with display names, from the models of the space. Other names
// can be sent too, because the server validates them.
import {
  isSortable,
  type OwnKey,
  ownKeys,
  type QueryType,
  typeOfOwnKey,
} from '../../../../src/content/model/query-model.ts'
import { nameField } from '../../../parts/entries/place-name.ts'
import type { QueryField, QueryModel } from './path-options.ts'
import { queryValuesOf } from './query-values.ts'

export interface PickerOption {
  /** The value in the request. */
  readonly value: string
  readonly label: string
}

export interface PickerGroup {
  readonly group: string
  readonly items: readonly PickerOption[]
}

type Models = readonly QueryModel[]

/** Combines a display name and the request's name: `Title (title)`, or one of them if they are equal. */
export function toLabel(name: string, value: string): string {
  return name === value ? name : `${name} (${value})`
}

/** Adds an option for each value without one, such as values from the URL or typed into the picker. */
export function withValues(
  options: readonly PickerOption[],
  values: readonly string[],
): readonly PickerOption[] {
  const known = new Set(options.map(({ value }) => value))
  const added = [...new Set(values)].filter(value => value !== '' && !known.has(value))
  return [...options, ...added.map(value => ({ value, label: value }))]
}

const ownNames: Readonly<Record<OwnKey, string>> = {
  id: 'ID',
  slug: 'Slug',
  publishedAt: 'Published',
  firstPublishedAt: 'First published',
}

export interface SortOption extends PickerOption {
  readonly type: QueryType
}

/** Returns the sortable fields of the collection, followed by the sort keys that every entry has. */
export function listSortOptions(models: Models, collection: string): readonly SortOption[] {
  const sortable = fieldsOf(models, collection).flatMap(field =>
    field.query?.sort
      ? [{ value: field.query.name, label: toLabel(nameField(field), field.query.name), type: field.type }]
      : [],
  )
  const own = ownKeys.filter(key => isSortable(typeOfOwnKey(key), false))
  return [
    ...sortable,
    ...own.map(key => ({ value: key, label: toLabel(ownNames[key], key), type: typeOfOwnKey(key) })),
  ]
}

/** Describes the two directions for values of a type, ascending first. */
export function directionsOf(type: QueryType | undefined): readonly [ascending: string, descending: string] {
  return queryValuesOf(type).directions ?? ['Ascending', 'Descending']
}

/** Returns the fields of the collection by their names in the parameter `fields`. */
export function listOwnFields(models: Models, collection: string): readonly PickerOption[] {
  return fieldsOf(models, collection).map(toFieldOption)
}

/**
 * Returns for each reference the option for all fields of its targets, and each field that all target collections have.
 */
export function listReferencedFields(models: Models, collection: string): readonly PickerGroup[] {
  return fieldsOf(models, collection)
    .filter(({ type }) => queryValuesOf(type).isFollowed)
    .map(field => {
      const { value: path } = toFieldOption(field)
      const all = { value: `${path}.*`, label: toLabel('All fields', `${path}.*`) }
      const inside = listCommonFields(models, field.to).map(target => {
        const { value } = toFieldOption(target)
        return { value: `${path}.${value}`, label: toLabel(nameField(target), `${path}.${value}`) }
      })
      return { group: nameField(field), items: [all, ...inside] }
    })
}

function listCommonFields(models: Models, to: readonly string[] | undefined): readonly QueryField[] {
  const [first, ...others] = models.filter(({ apiName }) => to?.includes(apiName) ?? true)
  const isInAll = ({ apiName }: QueryField) =>
    others.every(({ fields }) => fields.some(field => field.apiName === apiName))
  return first?.fields.filter(isInAll) ?? []
}

function fieldsOf(models: Models, collection: string): readonly QueryField[] {
  return models.find(({ apiName }) => apiName === collection)?.fields ?? []
}

function toFieldOption(field: QueryField): PickerOption {
  const value = field.query?.name ?? field.apiName
  return { value, label: toLabel(nameField(field), value) }
}
