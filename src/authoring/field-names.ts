// What fields were called before, so that a request with an old name can be told the new one.
import type { ModelOperation } from './model-operations.ts'

/** The operations of a collection's past, in order. */
export interface NamedChange {
  readonly operations: readonly ModelOperation[]
}

export class FieldNames {
  /** By a name of before, the name of now. */
  readonly #renamed = new Map<string, string>()

  constructor(history: readonly NamedChange[] = []) {
    for (const { operations } of history) for (const operation of operations) this.follow(operation)
  }

  follow(operation: ModelOperation): void {
    if (operation.op === 'renameField') this.#rename(operation.field, operation.to)
    else if (operation.op === 'removeField') this.#forget(operation.field)
    else if (operation.op === 'addField') this.#renamed.delete(operation.field.apiName)
    else if (operation.op === 'restoreField') this.#renamed.delete(operation.field)
  }

  #rename(from: string, to: string): void {
    for (const [old, now] of this.#renamed) if (now === from) this.#renamed.set(old, to)
    this.#renamed.set(from, to)
    this.#renamed.delete(to)
  }

  #forget(name: string): void {
    for (const [old, now] of this.#renamed) if (now === name) this.#renamed.delete(old)
  }

  /** Null if no field that is there had this name. */
  nameNow(name: string): string | null {
    return this.#renamed.get(name) ?? null
  }
}
