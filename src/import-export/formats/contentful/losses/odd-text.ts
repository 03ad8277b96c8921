// Reports what JSON.parse silently changes in an export: numbers that a double cannot represent, and duplicate keys.
import type { JsonPath } from '../../../../base/json.ts'
import { classifyOddity, type Oddity } from '../../../read/json-oddities.ts'
import type { LossLog } from '../../../read/loss-log.ts'
import { type ObjectValue, property, textOf } from '../../../read/unknown-json.ts'
import { subjectOf, type TypePlan } from '../field-plans.ts'

/** Returns the depth of a field, as in `entries[3].fields.title`; for other items, that of the item: `contentTypes[3]`. */
export function depthOfContentful([list, , part]: JsonPath): number {
  return list === 'entries' && part === 'fields' ? 4 : 2
}

/** Reports oddities. Numbers matter only in imported fields; elsewhere they are not read. */
export function reportOddities(
  source: ObjectValue,
  oddities: readonly Oddity[],
  plans: ReadonlyMap<string, TypePlan>,
  losses: LossLog,
  fail: (entryId: string, message: string) => void,
): void {
  for (const oddity of oddities) {
    const [list, index, , name] = oddity.path
    const item = (property(source, String(list)) as readonly unknown[] | undefined)?.[Number(index)]
    const id = textOf(property(item, 'sys', 'id'))
    const plan = plans.get(textOf(property(item, 'sys', 'contentType', 'sys', 'id')) ?? '')
    const field = plan?.fields.find(({ sourceId }) => sourceId === name)
    if (!field && oddity.kind !== 'repeated_key') continue
    const result = classifyOddity(oddity, field ?? null)
    if (result === null) continue
    if ('error' in result) fail(id ?? '', result.error)
    else {
      const where = field?.where ?? id ?? oddity.path.join('.')
      const subject = field
        ? subjectOf(field, id ?? '')
        : plan && id
          ? { collection: plan.collection, entry: id }
          : {}
      losses.add(result.kind, where, result.what.slice(0, -1), subject)
    }
  }
}
