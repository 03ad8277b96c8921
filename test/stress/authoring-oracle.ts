// What authors were told, and what has to be there for it: every acknowledged value is in the draft, in a kept version, or
// was replaced by a later acknowledged write of an author who had seen it.

/** A write of one field, with a value that no other write has. */
export interface FieldWrite {
  readonly entry: string
  readonly field: string
  readonly value: string
  /** The version of the draft that its author has seen. */
  readonly seen: number
  /** The version that has it; null if there was no response, so that it may be stored or not. */
  readonly at: number | null
}

export interface StoredEntry {
  readonly draftVersion: number
  readonly data: Readonly<Record<string, unknown>>
}

export class AuthoringOracle {
  readonly #writes = new Map<string, FieldWrite[]>()
  readonly #created = new Map<string, string>()
  acknowledged = 0

  /** `titles` are those of the entries that exist from the beginning, at version 1. */
  constructor(titles: ReadonlyMap<string, string>) {
    for (const [entry, value] of titles) {
      this.#writes.set(`${entry} title`, [{ entry, field: 'title', value, seen: 0, at: 1 }])
    }
  }

  add(write: FieldWrite): void {
    const path = `${write.entry} ${write.field}`
    this.#writes.set(path, [...(this.#writes.get(path) ?? []), write])
    if (write.at !== null) this.acknowledged++
  }

  /** A new entry with this title, acknowledged at least once. */
  addCreated(entry: string, title: string): void {
    this.#created.set(entry, title)
    this.acknowledged++
  }

  get created(): readonly string[] {
    return [...this.#created.keys()]
  }

  /** What is wrong, as text. Writes that are settled are forgotten. */
  check(stored: ReadonlyMap<string, StoredEntry>): string[] {
    const found: string[] = []
    for (const [path, writes] of this.#writes) {
      const [entry = '', field = ''] = path.split(' ')
      const row = stored.get(entry)
      found.push(...(row ? checkField(writes, row.data[field], row.draftVersion) : [`${entry} is gone`]))
      this.#settle(path, writes)
    }
    for (const [entry, title] of this.#created) {
      const row = stored.get(entry)
      const is = row ? `${row.draftVersion} ${String(row.data.title)}` : 'gone'
      if (is !== `1 ${title}`) found.push(`the created entry ${entry} is ${is}, not ${title}`)
    }
    this.#created.clear()
    return found
  }

  /** The last acknowledged write decides about those that come. */
  #settle(path: string, writes: readonly FieldWrite[]): void {
    const last = acknowledgedOf(writes).at(-1)
    const rest = writes.filter(({ seen, at }) => at === null && seen >= (last?.at ?? 0))
    this.#writes.set(path, last ? [last, ...rest] : rest)
  }
}

function acknowledgedOf(writes: readonly FieldWrite[]): readonly (FieldWrite & { readonly at: number })[] {
  return writes
    .flatMap(write => (write.at === null ? [] : [{ ...write, at: write.at }]))
    .sort((a, b) => a.at - b.at)
}

function checkField(writes: readonly FieldWrite[], value: unknown, draftVersion: number): string[] {
  const done = acknowledgedOf(writes)
  const found: string[] = []
  for (const [index, write] of done.entries()) {
    const before = done[index - 1]
    if (before && write.seen < before.at) {
      found.push(`${toText(write)} replaced ${toText(before)} unseen`)
    }
  }
  const last = done.at(-1)
  if (last && last.at > draftVersion) found.push(`${toText(last)} is lost: the draft is at ${draftVersion}`)
  if (last?.value === value || (!last && value === null)) return found
  // One without a response may have come after it.
  const isLater = (write: FieldWrite) =>
    write.at === null && write.value === value && write.seen >= (last?.at ?? 0)
  if (!writes.some(isLater))
    found.push(`${last ? toText(last) : 'nothing'} is lost: there is ${String(value)}`)
  return found
}

function toText({ entry, field, value, seen, at }: FieldWrite): string {
  return `${entry} ${field} ${value} (seen ${seen}, stored at ${at})`
}
