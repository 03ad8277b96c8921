// The warnings that an import reports for entries it cannot import unchanged.

import { eachReference } from '../../content/fields/field-references.ts'
import type { ForbiddenTarget } from '../../content/publish/bind-references.ts'
import type { Collection, Field, Values } from '../../content/values/model.ts'
import { lacksScheme } from '../../content/values/safe-address.ts'
import type { ImportError } from '../read/first-pass.ts'
import { depthOfField, type SourceItem, toWhereText } from '../read/import-source.ts'
import { classifyOddity } from '../read/json-oddities.ts'
import { type Loss, toLoss } from '../read/losses.ts'
import type { EntryRecord } from '../read/records.ts'
import type { ImportPlan, PlannedEntry } from './import-plan.ts'
import { findUnsafeAddresses } from './unsafe-addresses.ts'

interface Parts {
  readonly plan: ImportPlan
  /** Collections whose fields changed. */
  readonly changedModels: ReadonlySet<string>
}

export class EntryLosses {
  readonly list: Loss[] = []
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  add(
    item: SourceItem,
    { id, collection }: PlannedEntry,
    loss: Pick<Loss, 'kind' | 'what'> & Partial<Loss>,
  ): void {
    this.list.push(toLoss({ where: toWhereText(item.where), collection, entry: id, ...loss }))
  }

  /**
   * Reports numbers and keys that differ between the text and the parsed values. Returns those that are errors for the
   * line.
   */
  addOddities(item: SourceItem, planned: PlannedEntry, fields: Collection['fields']): ImportError[] {
    const errors: ImportError[] = []
    for (const oddity of item.oddities) {
      const name = oddity.path[depthOfField(oddity.path) - 1]
      const result = classifyOddity(oddity, fields.find(({ apiName }) => apiName === name) ?? null)
      if (result === null) continue
      if ('error' in result) errors.push({ where: toWhereText(item.where), message: result.error })
      else this.add(item, planned, { ...result, field: name === undefined ? null : String(name) })
    }
    return errors
  }

  /**
   * Reports unsafe addresses. They are imported because their source has them, although publishing them in the editor
   * would be refused. Reported only when the entry or its model changes.
   */
  addUnsafeAddresses(
    item: SourceItem,
    planned: PlannedEntry,
    fields: Collection['fields'],
    record: EntryRecord,
    isChanged: boolean,
  ): void {
    if (!isChanged && !this.#parts.changedModels.has(planned.collection)) return
    for (const [field, addresses] of findUnsafeAddresses(fields, record)) {
      const count = addresses.length
      const shown = shorten(addresses[0]!)
      const schemeless = addresses.filter(address => lacksScheme(address, 'link')).length
      const [one, several] =
        schemeless === 0
          ? ['is not safe', 'are not safe']
          : ['has no scheme such as https', 'are not safe or have no scheme such as https']
      const what =
        count === 1
          ? `The address ${shown} ${one}: it was imported as it is.`
          : `${count} addresses ${several}: they were imported as they are. The first is ${shown}.`
      this.add(item, planned, { kind: 'unsafe_address', field, what, count })
    }
  }

  /** Reports forbidden references, only if the entry, its model, or the target's collection changes. */
  addForbidden(
    item: SourceItem,
    planned: PlannedEntry,
    forbidden: readonly ForbiddenTarget[],
    fields: readonly Field[],
    record: EntryRecord,
    isChanged: boolean,
  ): void {
    const { plan, changedModels } = this.#parts
    const isNew = isChanged || changedModels.has(planned.collection)
    for (const { field, target, what } of forbidden) {
      const isMoved = plan.before.get(target)?.collection !== plan.addresses.get(target)?.collection
      if (!isNew && !isMoved) continue
      const count = countReferences(record, fields.find(({ apiName }) => apiName === field)!, target)
      this.add(item, planned, { kind: 'reference_not_allowed', field, what, count })
    }
  }
}

/** Counts the references of the field to this entry by id. The same place in the draft and the live values counts once. */
function countReferences(record: EntryRecord, field: Field, target: string): number {
  const { data = {}, liveData = {}, variants = {}, liveVariants = {} } = record
  const places = new Set<string>()
  const search = (values: Values, layer: string) => {
    const value = Object.hasOwn(values, field.apiName) ? values[field.apiName]! : null
    if (value === null) return
    eachReference(field, value, '', (to, place) => {
      if ('id' in to && to.id === target) places.add(JSON.stringify([layer, place]))
    })
  }
  for (const values of [data, liveData]) search(values, '')
  for (const overlays of [variants, liveVariants])
    for (const [id, values] of Object.entries(overlays)) search(values, id)
  return Math.max(1, places.size)
}

const shownMax = 60

/** Shortens an address and removes control characters, which a terminal would interpret. */
function shorten(address: string): string {
  const clean = address.replace(/\p{Cc}/gu, '\uFFFD')
  return JSON.stringify(clean.length > shownMax ? `${clean.slice(0, shownMax).toWellFormed()}…` : clean)
}
