// Reports everything in the file that is not content or that Frontlist does not support: one line per kind.

import type { LossLog } from '../../../read/loss-log.ts'
import { isObject, listOf, type ObjectValue, property } from '../../../read/unknown-json.ts'
import type { SpaceExport } from '../export-shape.ts'
import { isServed, publishedAtOf, stateOf } from '../states.ts'

const carried = new Set(['contentTypes', 'entries', 'assets', 'locales'])
// Export keys with their user-facing names.
const notContent: ReadonlyMap<string, string> = new Map([
  ['roles', 'roles'],
  ['webhooks', 'webhooks'],
  ['editorInterfaces', 'editor interfaces'],
])

/** Reports unknown keys too, so that new Contentful features are never dropped silently. */
export function reportUnsupportedFeatures(source: ObjectValue, space: SpaceExport, losses: LossLog): void {
  const counts = Object.entries(source).map(([key, value]) => [key, sizeOf(value)] as const)
  const left = counts.filter(([key, count]) => count > 0 && !carried.has(key))
  const help = space.types.length > 0 ? ['display names and help texts of fields'] : []
  const settings = left.flatMap(([key, count]) =>
    notContent.has(key) ? [`${notContent.get(key)} (${count})`] : [],
  )
  const unsupported = [...settings, ...help]
  if (unsupported.length > 0)
    losses.add('not_supported', 'file', `Not content, so not imported: ${unsupported.join(', ')}`)
  for (const [key, count] of left) {
    if (!notContent.has(key)) losses.add('not_supported', key, `Not imported: ${count} of this kind`)
  }
  reportMetadata(source, losses)
  reportValidations(source, losses)
  reportFirstPublications(space, losses)
}

function sizeOf(value: unknown): number {
  if (isObject(value)) return Object.keys(value).length
  return Array.isArray(value) ? value.length : value === null || value === undefined ? 0 : 1
}

function reportMetadata(source: ObjectValue, losses: LossLog): void {
  for (const thing of ['entries', 'assets', 'contentTypes']) {
    for (const item of listOf(property(source, thing))) {
      const metadata = property(item, 'metadata')
      for (const [kind, value] of isObject(metadata) ? Object.entries(metadata) : []) {
        if (sizeOf(value) > 0)
          losses.tally('not_supported', thing, `Metadata of the kind ${kind} is not imported`)
      }
    }
  }
}

function reportValidations(source: ObjectValue, losses: LossLog): void {
  for (const type of listOf(property(source, 'contentTypes'))) {
    for (const field of listOf(property(type, 'fields'))) {
      const rules = [
        ...listOf(property(field, 'validations')),
        ...listOf(property(field, 'items', 'validations')),
      ]
      const others = rules.filter(rule => property(rule, 'linkContentType') === undefined)
      const isRuled = others.length > 0 || property(field, 'required') === true
      const hasDefault = sizeOf(property(field, 'defaultValue')) > 0
      if (isRuled || hasDefault)
        losses.tally(
          'not_supported',
          'contentTypes',
          "Fields' validations and default values are not imported",
        )
    }
  }
}

function reportFirstPublications({ entries }: SpaceExport, losses: LossLog): void {
  for (const { id, sys } of entries.filter(entry => isServed(stateOf(entry.sys)))) {
    const first = Date.parse(sys.firstPublishedAt ?? '')
    const last = Date.parse(publishedAtOf(sys) ?? '')
    if (first < last)
      losses.tally(
        'not_supported',
        'entries',
        'The time of first publication is not imported: the latest one stands for both',
        id,
      )
  }
}
