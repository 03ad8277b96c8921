// What each field of a content type becomes. Values are not looked at here.
import { type FieldType, fieldNamePattern, fieldsPerCollectionMax } from '../../base/model.ts'
import type { SourceField, SourceType } from './export-shape.ts'
import type { LossLog } from './loss-log.ts'
import { fitNames } from './names.ts'

export interface FieldPlan {
  readonly sourceId: string
  readonly apiName: string
  readonly type: FieldType
  readonly many: boolean
  readonly localized: boolean
  readonly linkContentTypes: readonly string[]
  /** The field in words: `type.field`, as the source calls them. */
  readonly where: string
}

export interface TypePlan {
  readonly type: SourceType
  readonly collection: string
  readonly fields: readonly FieldPlan[]
  readonly omitted: ReadonlySet<string>
}

const fieldTypes: ReadonlyMap<string, FieldType> = new Map([
  ['Symbol', 'text'],
  ['Text', 'text'],
  ['RichText', 'richText'],
  ['Integer', 'integer'],
  ['Number', 'number'],
  ['Boolean', 'boolean'],
  ['Date', 'dateTime'],
  ['Location', 'json'],
  ['Object', 'json'],
  ['Link Entry', 'reference'],
  ['Link Asset', 'asset'],
])

/** The fields that are carried, in the type's order; `omitted` ones are no part of Contentful's delivery API. */
export function planType(type: SourceType, collection: string, losses: LossLog): TypePlan {
  const shown = type.fields.filter(field => !field.omitted)
  const kept = shown.slice(0, fieldsPerCollectionMax)
  for (const field of shown.slice(fieldsPerCollectionMax)) {
    losses.add(
      `${type.id}.${field.id}`,
      `A collection takes ${fieldsPerCollectionMax} fields; this one was left out`,
    )
  }
  const rule = { pattern: fieldNamePattern, lengthMax: 64, filler: '_' }
  const names = fitNames(
    kept.map(field => field.id),
    rule,
  )
  const fields = kept.map(field => planField(type.id, field, names.get(field.id) ?? field.id, losses))
  const omitted = type.fields.filter(field => field.omitted).map(field => field.id)
  return { type, collection, fields, omitted: new Set(omitted) }
}

function planField(typeId: string, field: SourceField, apiName: string, losses: LossLog): FieldPlan {
  const where = `${typeId}.${field.id}`
  if (apiName !== field.id)
    losses.add(where, `The field's id does not fit an API name: it became \`${apiName}\``)
  const many = field.type === 'Array'
  const kind = many ? (field.items ?? { type: '', linkType: null }) : field
  const name = kind.type === 'Link' ? `Link ${kind.linkType}` : kind.type
  const type = fieldTypes.get(name)
  if (type === undefined)
    losses.add(
      where,
      `A field of the kind ${name || 'unknown'} is carried as plain JSON, its links unresolved`,
    )
  const { localized, linkContentTypes } = field
  return { sourceId: field.id, apiName, type: type ?? 'json', many, localized, linkContentTypes, where }
}
