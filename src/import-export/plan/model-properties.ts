// Keeps properties of a model that the source's format cannot express, such as rules and query settings.

import { formatOf, haveSameForm } from '../../content/fields/registry.ts'
import { holdsTitle } from '../../content/fields/text-facts.ts'
import { reportedProperties } from '../../content/model/model-form.ts'
import type { Collection, Component, Field } from '../../content/values/model.ts'
import { type LineLocation, toWhereText } from '../read/import-source.ts'
import { type Loss, toLoss } from '../read/losses.ts'

/** Adds the space's properties to fields that keep their type, for a source format that cannot express them. */
function keepProperties(collection: Collection, old: Collection | undefined): Collection {
  if (old === undefined) return collection
  const before = new Map(old.fields.map(field => [field.apiName, field]))
  const fields = collection.fields.map((field): Field => {
    const known = before.get(field.apiName)
    if (known === undefined || !isSameType(known, field)) return field
    const { apiName: _name, type: _type, many: _many, to: _to, format, of, ...properties } = known
    // A format that is the form of values is determined by the source.
    const rule = formatOf(known) === null && format !== undefined ? { format } : null
    return { ...field, ...properties, ...rule, ...(of !== undefined && haveSameForm(known, field) && { of }) }
  })
  const titleField = collection.titleField ?? keepTextField(old.titleField, collection)
  const slugFrom = keepTextField(old.slugFrom, collection)
  const { description, singleton, previewUrl } = old
  return {
    ...collection,
    ...(description !== undefined && { description }),
    ...(titleField !== undefined && { titleField }),
    ...(slugFrom !== undefined && { slugFrom }),
    ...(singleton && { singleton }),
    ...(previewUrl !== undefined && { previewUrl }),
    fields,
  }
}

function isSameType(a: Field, b: Field): boolean {
  return a.type === b.type && (a.many ?? false) === (b.many ?? false)
}

function keepTextField(name: string | undefined, { fields }: Collection): string | undefined {
  const isThere = fields.some(field => field.apiName === name && holdsTitle(field))
  return isThere ? name : undefined
}

/** Applies {@link keepProperties} to every collection of a source. */
export function keepAllProperties(
  collections: ReadonlyMap<string, Collection>,
  known: readonly Collection[],
): ReadonlyMap<string, Collection> {
  const before = new Map(known.map(each => [each.apiName, each]))
  return new Map(
    [...collections].map(([name, each]) => [name, keepProperties(each, before.get(name))] as const),
  )
}

const modelProperties = ['description', 'slugFrom', 'singleton', 'previewUrl'] as const

/**
 * Returns the models with `of` on every field of the same type and format that has it in the space, whose values may hold blocks. A
 * file that leaves it out lets none be added.
 */
export function keepFieldsOfBlocks<Model extends Collection | Component>(
  models: ReadonlyMap<string, Model>,
  known: ReadonlyMap<string, Pick<Collection, 'fields'>>,
): ReadonlyMap<string, Model> {
  return new Map(
    [...models].map(([name, model]) => {
      const before = new Map(known.get(name)?.fields.map(field => [field.apiName, field]))
      const fields = model.fields.map(field => {
        const old = before.get(field.apiName)
        const staysEmpty = field.of === undefined && old?.of !== undefined && haveSameForm(old, field)
        return staysEmpty ? { ...field, of: [] } : field
      })
      return [name, { ...model, fields }] as const
    }),
  )
}

/** Reports removed properties: an absent key means its default, so a file that leaves out a rule removes it. */
export function findRemovedProperties(
  known: readonly Collection[],
  saved: readonly Collection[],
  places: ReadonlyMap<string, LineLocation>,
): Loss[] {
  const before = new Map(known.map(each => [each.apiName, each]))
  return saved.flatMap(collection => {
    const { apiName, fields } = collection
    const old = new Map(before.get(apiName)?.fields.map(field => [field.apiName, field]))
    const where = toWhereText(places.get(apiName) ?? 'file')
    const ofModel = modelProperties.filter(
      name => before.get(apiName)?.[name] !== undefined && collection[name] === undefined,
    )
    const lostOfModel = ofModel.map(name => {
      const what = `The file does not say "${name}" of the collection, so the collection no longer has it.`
      return toLoss({ kind: 'property_removed', where, collection: apiName, what })
    })
    const lostOfFields = fields.flatMap(field => {
      const removed = reportedProperties.filter(
        name => old.get(field.apiName)?.[name] !== undefined && field[name] === undefined,
      )
      if (removed.length === 0) return []
      const names = removed.map(name => `"${name}"`).join(', ')
      const what = `The file does not say ${names} of the field, so the field no longer has it.`
      return [toLoss({ kind: 'property_removed', where, collection: apiName, field: field.apiName, what })]
    })
    return [...lostOfModel, ...lostOfFields]
  })
}
