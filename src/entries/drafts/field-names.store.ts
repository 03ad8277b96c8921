// Maps former names of fields to current ones, so that errors can name the current field. Read-only.
import type { SpaceId } from '../../base/ids.ts'
import { query, type Reads } from '../../database/database.ts'

export async function readFieldNames(reads: Reads, space: SpaceId, collection: string): Promise<FieldNames> {
  const rows = await reads.all(
    query
      .selectFrom('model_change')
      .select('operations')
      .where('space', '=', space)
      .where('collection', '=', collection)
      .orderBy('model_version'),
  )
  return new FieldNames(
    rows.map(({ operations }) => ({ operations: JSON.parse(operations) as NamingOperation[] })),
  )
}

/** The part of a model change's operation that concerns names. */
interface NamingOperation {
  readonly op: string
  readonly field?: string | { readonly apiName: string }
  readonly to?: string
}

export class FieldNames {
  /** Current names by former name. */
  readonly #renamed = new Map<string, string>()

  /** `history` holds the changes of a collection's model, in order. */
  constructor(history: readonly { readonly operations: readonly NamingOperation[] }[] = []) {
    for (const { operations } of history) for (const operation of operations) this.follow(operation)
  }

  follow({ op, field, to }: NamingOperation): void {
    const name = typeof field === 'object' ? field.apiName : field
    if (name === undefined) return
    if (op === 'renameField' && to !== undefined) this.#rename(name, to)
    else if (op === 'removeField') this.#forget(name)
    else if (op === 'addField' || op === 'restoreField') this.#renamed.delete(name)
  }

  #rename(from: string, to: string): void {
    for (const [old, now] of this.#renamed) if (now === from) this.#renamed.set(old, to)
    this.#renamed.set(from, to)
    this.#renamed.delete(to)
  }

  #forget(name: string): void {
    for (const [old, now] of this.#renamed) if (now === name) this.#renamed.delete(old)
  }

  /** Returns null if no current field had this name. */
  nameNow(name: string): string | null {
    return this.#renamed.get(name) ?? null
  }
}
