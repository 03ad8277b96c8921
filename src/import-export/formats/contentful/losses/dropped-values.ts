// Reports values that belong to no field, or no locale, of the delivery API. They are inspected, never converted.

import type { LossLog } from '../../../read/loss-log.ts'
import type { SourceEntry } from '../export-shape.ts'
import { type FieldPlan, subjectOf, type TypePlan } from '../field-plans.ts'
import type { Locales } from '../locales.ts'
import { isLocaleServed } from '../states.ts'

/** Reports dropped values. With `isLive`, these include the values of unpublished locales. */
export function reportDroppedValues(
  entry: SourceEntry,
  plan: TypePlan,
  locales: Locales,
  isLive: boolean,
  losses: LossLog,
): void {
  const fields = new Map(plan.fields.map(field => [field.sourceId, field]))
  const shown = new Set([locales.defaultCode, ...locales.others.map(locale => locale.code)])
  for (const [name, values] of entry.fields) {
    const field = fields.get(name)
    if (!field) reportField(entry, plan, name, values.size, losses)
    else {
      const reported = new Set<string>()
      for (const code of values.keys()) reportLocale(field, code, reported)
    }
  }

  /** Reports each place of a field once, even if it concerns several locales. */
  function reportLocale(field: FieldPlan, code: string, reported: Set<string>): void {
    const report = (where: string, what: string) => {
      if (!reported.has(where)) losses.add('variant_not_imported', where, what, subjectOf(field, entry.id))
      reported.add(where)
    }
    if (locales.hidden.has(code)) {
      report(`locale ${code}`, 'It is off in the delivery API: its values are not imported')
    } else if (!shown.has(code)) {
      report(`locale ${code}`, 'The space has no such locale: its values are not imported')
    } else if (code !== locales.defaultCode && !field.localized) {
      report(field.where, 'The field is not localised: values of other locales are not imported')
    } else if (isLive && !isLocaleServed(entry.sys, code)) {
      report(`locale ${code}`, 'The entry is published, but not in this locale: the values are not imported')
    }
  }
}

function reportField(
  entry: SourceEntry,
  plan: TypePlan,
  name: string,
  values: number,
  losses: LossLog,
): void {
  if (values === 0) return
  const what = plan.omitted.has(name)
    ? 'The field is omitted from delivery in Contentful: it is not in the model, its values are not imported'
    : 'The content type has no such field: its values are not imported'
  losses.add('value_not_imported', `${plan.type.id}.${name}`, what, {
    collection: plan.collection,
    entry: entry.id,
    field: name,
  })
}
