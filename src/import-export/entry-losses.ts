// The warnings that an import reports for entries it cannot import unchanged.

import type { ForbiddenTarget } from '../content/bind-references.ts'
import type { Collection } from '../content/model.ts'
import type { ImportError } from './first-pass.ts'
import type { ImportPlan, PlannedEntry } from './import-plan.ts'
import { depthOfField, type SourceItem, toWhereText } from './import-source.ts'
import { classifyOddity } from './json-oddities.ts'
import { type Loss, toLoss } from './losses.ts'

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
   * Numbers and keys that differ between the text and the parsed values; returns those that are errors for the line.
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

  /** Reported once: an import that changes neither the entry nor its reference targets has nothing to report. */
  addForbidden(
    item: SourceItem,
    planned: PlannedEntry,
    forbidden: readonly ForbiddenTarget[],
    isChanged: boolean,
  ): void {
    const { plan, changedModels } = this.#parts
    const isNew = isChanged || changedModels.has(planned.collection)
    for (const { field, target, what } of forbidden) {
      const isMoved = plan.before.get(target)?.collection !== plan.addresses.get(target)?.collection
      if (isNew || isMoved) this.add(item, planned, { kind: 'reference_not_allowed', field, what })
    }
  }
}
