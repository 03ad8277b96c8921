// Plans the conversion of each field of a content type. Values are not read here.
import { type FieldType, fieldNamePattern, fieldsPerCollectionMax } from '../../../content/values/model.ts'
import { fitNames } from '../../read/fit-names.ts'
import type { LossLog, Subject } from '../../read/loss-log.ts'
import type { SourceField, SourceType } from './export-shape.ts'

export interface FieldPlan {
  readonly sourceId: string
  readonly collection: string
  readonly apiName: string
  readonly type: TargetType
  readonly many: boolean
  readonly localized: boolean
  readonly linkContentTypes: readonly string[]
  /** The field as the source names it: `type.field`. */
  readonly where: string
}

/** Returns the subject of a warning: the field, or the field of one entry if its source id is given. */
export function subjectOf({ collection, apiName }: FieldPlan, entry?: string): Subject {
  return { collection, field: apiName, ...(entry === undefined ? {} : { entry }) }
}

export interface TypePlan {
  readonly type: SourceType
  readonly collection: string
  readonly fields: readonly FieldPlan[]
  readonly omitted: ReadonlySet<string>
}

/** The type of a field by the kind of the source's field. Contentful's dates may have a time. */
const targetTypes = {
  Symbol: 'text',
  Text: 'text',
  RichText: 'richText',
  Integer: 'integer',
  Number: 'number',
  Boolean: 'boolean',
  Date: 'dateTime',
  Location: 'json',
  Object: 'json',
  'Link Entry': 'reference',
  'Link Asset': 'asset',
} as const satisfies Readonly<Record<string, FieldType>>
type TargetType = (typeof targetTypes)[keyof typeof targetTypes]
const fieldTypes: ReadonlyMap<string, TargetType> = new Map(Object.entries(targetTypes))

/** Plans the fields to import, in the type's order. Contentful's delivery API leaves `omitted` ones out. */
export function planType(type: SourceType, collection: string, losses: LossLog): TypePlan {
  const shown = type.fields.filter(field => !field.omitted)
  const included = shown.slice(0, fieldsPerCollectionMax)
  for (const field of shown.slice(fieldsPerCollectionMax)) {
    losses.add(
      'model_adapted',
      `${type.id}.${field.id}`,
      `A collection can have ${fieldsPerCollectionMax} fields; this one was left out`,
      { collection },
    )
  }
  const rule = { pattern: fieldNamePattern, lengthMax: 64, filler: '_' }
  const names = fitNames(
    included.map(field => field.id),
    rule,
  )
  const fields = included.map(field =>
    planField(type.id, collection, field, names.get(field.id) ?? field.id, losses),
  )
  const omitted = type.fields.filter(field => field.omitted).map(field => field.id)
  return { type, collection, fields, omitted: new Set(omitted) }
}

function planField(
  typeId: string,
  collection: string,
  field: SourceField,
  apiName: string,
  losses: LossLog,
): FieldPlan {
  const where = `${typeId}.${field.id}`
  if (apiName !== field.id)
    losses.add('name_changed', where, `The field's ID is not a valid API name: it became \`${apiName}\``, {
      collection,
      field: apiName,
    })
  const many = field.type === 'Array'
  const kind = many ? (field.items ?? { type: '', linkType: null }) : field
  const name = kind.type === 'Link' ? `Link ${kind.linkType}` : kind.type
  const type = fieldTypes.get(name)
  if (type === undefined)
    losses.add(
      'model_adapted',
      where,
      `A field of the kind ${name || 'unknown'} is imported as plain JSON, its links unresolved`,
      { collection, field: apiName },
    )
  const { localized, linkContentTypes } = field
  return {
    sourceId: field.id,
    collection,
    apiName,
    type: type ?? 'json',
    many,
    localized,
    linkContentTypes,
    where,
  }
}
