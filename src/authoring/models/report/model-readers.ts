// Describes the effects of a model change on apps that use the API, in sentences.

import { describedProperties } from '../../../content/model/model.schema.ts'
import type { Field } from '../../../content/values/model.ts'
import type { ModelPlan } from '../model-plan.ts'

export function describeForReaders({ before, after, fields, removed }: Omit<ModelPlan, 'readers'>): string[] {
  const texts: string[] = []
  if (before.name !== after.name) texts.push('The schema shows another name of the collection.')
  for (const { apiName } of removed) {
    texts.push(`Responses no longer have "${apiName}", and queries that name it are refused.`)
  }
  for (const { field, source } of fields) {
    const { apiName } = field
    if (source.kind !== 'stored') {
      const value = source.kind === 'new' && source.fill !== null ? 'with its default' : describeEmpty(field)
      texts.push(`Responses have a new field "${apiName}", ${value}.`)
    } else texts.push(...describeField(source.field, field))
  }
  const stayed = fields.flatMap(({ source }) => (source.kind === 'stored' ? [source.field.apiName] : []))
  const order = before.fields.map(({ apiName }) => apiName).filter(name => stayed.includes(name))
  if (order.some((name, index) => stayed[index] !== name))
    texts.push('Responses have the fields in another order.')
  return texts
}

function describeEmpty({ many }: Field): string {
  return many ? 'an empty list until a value is published' : 'null until a value is published'
}

function describeField(before: Field, after: Field): string[] {
  const texts: string[] = []
  const { apiName } = after
  if (before.apiName !== apiName) {
    texts.push(
      `The field "${before.apiName}" is called "${apiName}" in responses, and queries that name "${before.apiName}" are refused.`,
    )
  }
  if (toKind(before) !== toKind(after)) {
    texts.push(`The values of "${apiName}" are ${toKind(after)} instead of ${toKind(before)}.`)
  }
  if (after.query === false && before.query !== false)
    texts.push(`Queries that name "${apiName}" are refused.`)
  if (before.query === false && after.query !== false) texts.push(`Queries may name "${apiName}".`)
  if (before.search !== after.search) texts.push(`Searches weigh "${apiName}" in another way.`)
  if (!Bun.deepEquals(before.paths, after.paths)) texts.push(`Queries may name other paths in "${apiName}".`)
  const rules = [...describedProperties, 'to'] as const
  const changed = rules.filter(name => !Bun.deepEquals(before[name], after[name]))
  if (changed.length > 0) texts.push(`In the schema, "${apiName}" has a different ${changed.join(', ')}.`)
  return texts
}

function toKind({ type, many, format }: Field): string {
  const one = type === 'richText' && format === 'portableText' ? 'Portable Text' : type
  return many ? `lists of ${one}` : one
}
