// What fields were called before, so that a request with an old name can be told the new one.

/** What of an operation of a model change says names. */
export interface NamingOperation {
  readonly op: string
  readonly field?: string | { readonly apiName: string }
  readonly to?: string
}

export class FieldNames {
  /** By a name of before, the name of now. */
  readonly #renamed = new Map<string, string>()

  /** The changes of a collection's model, in order. */
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

  /** Null if no field that is there had this name. */
  nameNow(name: string): string | null {
    return this.#renamed.get(name) ?? null
  }
}
