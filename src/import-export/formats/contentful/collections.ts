// Converts content types to collections. field-plans.ts plans the fields; entries are read here only for their link
// targets.
import { holdsTitle } from '../../../content/fields/text-facts.ts'
import { type Collection, collectionNamePattern, type Field } from '../../../content/values/model.ts'
import { fitNames } from '../../read/fit-names.ts'
import { cleanText, noCleaning } from '../../read/json-values.ts'
import type { LossLog } from '../../read/loss-log.ts'
import type { CollectionRecord } from '../../read/records.ts'
import { listOf } from '../../read/unknown-json.ts'
import type { SpaceExport } from './export-shape.ts'
import { type FieldPlan, planType, subjectOf, type TypePlan } from './field-plans.ts'
import { linkTarget } from './links.ts'
import { stateOf } from './states.ts'

/** Plans each content type, by its id. */
export function planTypes(space: SpaceExport, losses: LossLog): ReadonlyMap<string, TypePlan> {
  const ids = space.types.map(type => type.id)
  const names = fitNames(ids, { pattern: collectionNamePattern, lengthMax: 64, filler: '-' })
  const plans = new Map<string, TypePlan>()
  for (const type of space.types) {
    const collection = names.get(type.id) ?? type.id
    if (collection !== type.id) {
      losses.add(
        'name_changed',
        type.id,
        `The content type's ID is not a valid API name: its collection is \`${collection}\``,
        { collection },
      )
    }
    plans.set(type.id, planType(type, collection, losses))
  }
  return plans
}

/** Checks whether a type was ever activated. Contentful delivers no entries of other types, whatever their state. */
export function isTypeActive({ type }: TypePlan): boolean {
  return type.sys.version === null || stateOf(type.sys) !== 'draft'
}

/** Returns collections in file order. `to` is widened if entries link to more types than the validation allows. */
export function toCollections(
  space: SpaceExport,
  plans: ReadonlyMap<string, TypePlan>,
  losses: LossLog,
): CollectionRecord[] {
  const linked = linkedTypes(space, plans)
  return [...plans.values()].map(plan => ({
    type: 'collection',
    apiName: plan.collection,
    name: nameOf(plan, losses),
    ...titleFieldOf(plan, losses),
    fields: plan.fields.map(field => toField(field, linked.get(field) ?? new Map(), plans, losses)),
  }))
}

const nameLengthMax = 200

function nameOf({ type, collection }: TypePlan, losses: LossLog): string {
  const clean = cleanText(type.name, noCleaning())
  if (clean.length > nameLengthMax) {
    const what = `The content type's name was cut to ${nameLengthMax} characters`
    losses.add('model_adapted', type.id, what, { collection })
  }
  const name = clean.slice(0, nameLengthMax).toWellFormed()
  return name.trim() === '' ? collection : name
}

/** Returns the display field; empty if the type has none, or one that cannot be a title. */
function titleFieldOf(
  { type, collection, fields }: TypePlan,
  losses: LossLog,
): Pick<Collection, 'titleField'> {
  const { displayField } = type
  if (displayField === null) return {}
  const field = fields.find(({ sourceId }) => sourceId === displayField)
  if (field !== undefined && holdsTitle(field)) return { titleField: field.apiName }
  const what = `The display field \`${displayField}\` is no text field of the collection: the first one titles entries`
  losses.add('model_adapted', type.id, what, { collection })
  return {}
}

type LinkCounts = ReadonlyMap<string, number>

function toField(
  plan: FieldPlan,
  linked: LinkCounts,
  plans: ReadonlyMap<string, TypePlan>,
  losses: LossLog,
): Field {
  const { apiName, type, many } = plan
  const field: Field = { apiName, type, ...(many ? { many } : {}) }
  const named = [...new Set(plan.linkContentTypes)]
  if (type !== 'reference' || named.length === 0) return field
  const missing = named.filter(id => !plans.has(id))
  const unlisted = [...linked.keys()].filter(id => !named.includes(id))
  if (missing.length > 0) {
    losses.add(
      'model_adapted',
      plan.where,
      `It may link to content types that are not in the file, which were left out of \`to\`: ${missing.join(', ')}`,
      subjectOf(plan),
    )
  }
  const wide = [...named, ...unlisted].flatMap(id => plans.get(id)?.collection ?? [])
  if (unlisted.length > 0) {
    const widenedBy = unlisted.map(id => `${id} (${linked.get(id)})`).join(', ')
    losses.add(
      'model_adapted',
      plan.where,
      `Entries link to content types that its validation does not allow; \`to\` was widened by ${widenedBy}`,
      subjectOf(plan),
    )
  }
  if (wide.length === 0)
    losses.add(
      'model_adapted',
      plan.where,
      'No content type that it may link to is in the file: any is allowed',
      subjectOf(plan),
    )
  return wide.length === 0 ? field : { ...field, to: wide }
}

/**
 * Counts the links of each reference field to each type, over all locales. Targets that are not in the file are ignored.
 */
function linkedTypes(
  space: SpaceExport,
  plans: ReadonlyMap<string, TypePlan>,
): ReadonlyMap<FieldPlan, LinkCounts> {
  const typeOf = new Map(
    space.entries.filter(entry => plans.has(entry.typeId)).map(entry => [entry.id, entry.typeId]),
  )
  const counts = new Map<FieldPlan, Map<string, number>>()
  for (const entry of space.entries) {
    for (const field of plans.get(entry.typeId)?.fields ?? []) {
      if (field.type !== 'reference') continue
      const byType = counts.get(field) ?? new Map<string, number>()
      counts.set(field, byType)
      for (const value of entry.fields.get(field.sourceId)?.values() ?? []) {
        for (const link of field.many ? listOf(value) : [value]) {
          const target = typeOf.get(linkTarget(link, 'Entry') ?? '')
          if (target !== undefined) byType.set(target, (byType.get(target) ?? 0) + 1)
        }
      }
    }
  }
  return counts
}
