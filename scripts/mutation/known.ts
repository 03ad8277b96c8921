// Faults that no test can notice, because they change nothing that anybody could see, each with the reason. They are
// told by the line and what was done to it, and count neither as killed nor as survived.

export interface KnownMutant {
  readonly file: string
  /** The text of the line, trimmed. */
  readonly line: string
  readonly operator: string
  readonly why: string
}

export const knownMutants: readonly KnownMutant[] = [
  {
    file: 'src/delivery/resolve/variants.ts',
    line: 'return { data: applied.length === 0 ? base : bringTogether(choices), applied }',
    operator: 'a choice → its second',
    why: 'What nothing has set comes to the same, copied.',
  },
  {
    file: 'src/delivery/resolve/entry-node.ts',
    line: 'times = 0',
    operator: 'one more',
    why: 'Whoever stands on a level has been told how often before.',
  },
  {
    file: 'src/delivery/resolve/measure.ts',
    line: 'bytes += entry?.template.size ?? 0',
    operator: 'one more',
    why: 'What stands on top is published, or it would not stand there.',
  },
  {
    file: 'src/delivery/resolve/entry-template.ts',
    line: 'const cutBytes = 8',
    operator: 'one more',
    why: 'An estimate of memory, by a byte: that it is about right is held by test/delivery/cache-memory.test.ts.',
  },
  {
    file: 'src/delivery/resolve/variants.ts',
    line: 'if (overlays.size === 0) return { data: base, applied: [] }',
    operator: 'a condition → false',
    why: 'Without overlays nothing is set, and it comes to the same, later.',
  },
  {
    file: 'src/delivery/cache/dependencies.ts',
    line: 'if (compareKeys(place, page.first) < 0) before += by',
    operator: '+= → -=',
    why: 'It is only asked whether the sum is 0.',
  },
  {
    file: 'src/delivery/cache/dependencies.ts',
    line: 'total += by',
    operator: '+= → -=',
    why: 'It is only asked whether the sum is 0.',
  },
  {
    file: 'src/delivery/cache/response-cache.ts',
    line: 'if (kept.goodAt < now.revision) {',
    operator: '< → <=',
    why: 'Where both are equal the answer has been given on the line before.',
  },
  {
    file: 'src/delivery/cache/fragment-cache.ts',
    line: 'if (kept.goodAt >= revision) return kept.value',
    operator: '>= → >',
    why: 'Where both are equal the log finds nothing that has changed since.',
  },
  {
    file: 'src/delivery/store/change-log.store.ts',
    line: 'const limit = max + 1',
    operator: 'one more',
    why: 'More than may be read is read, by one, and comes to the same.',
  },
  {
    file: 'src/publishing/ndjson.ts',
    line: 'if (toldInexact) this.mayHaveInexact.add(where)',
    operator: 'a condition → true',
    why: 'Lines are read again the slow way, with the same result.',
  },
  {
    file: 'src/publishing/import-plan.ts',
    line: 'counters.set(counter, number + 1)',
    operator: 'a statement is left out',
    why: 'The next free number is looked for from the first on, and is the same.',
  },
  {
    file: 'src/publishing/publications.store.ts',
    line: 'const sorted = new Map([...byTarget].sort(([a], [b]) => (a < b ? -1 : 1)))',
    operator: '.sort() is left out',
    why: 'The order in which rows are inserted costs time, and nothing else.',
  },
  {
    file: 'src/publishing/draft-links.ts',
    line: '(a, b) => (places.get(a.field) ?? 0) - (places.get(b.field) ?? 0),',
    operator: 'one more',
    why: 'Every reference is of a field that has a place.',
  },
  {
    file: 'src/publishing/publications.store.ts',
    line: 'const sorted = new Map([...byTarget].sort(([a], [b]) => (a < b ? -1 : 1)))',
    operator: '< → >=',
    why: 'The order in which rows are inserted costs time, and nothing else.',
  },
  {
    file: 'src/delivery/list/list-position.ts',
    line: 'return a.entry < b.entry ? -1 : 1',
    operator: 'one more',
    why: 'Of an order only the sign counts.',
  },
  {
    file: 'src/keys/keys.guard.ts',
    line: 'const match = header === null ? null : /^bearer(?:(?=[ \\t]) *(.*))?$/i.exec(header.trim())',
    operator: '.trim() is left out',
    why: 'Headers come without space around them; it is a second look.',
  },
  {
    file: 'src/delivery/resolve/entry-template.ts',
    line: 'let ids = 1',
    operator: 'one more',
    why: 'Bytes of memory, about: by 64 more for each entry that is kept.',
  },
  {
    file: 'src/keys/key-revisions.store.ts',
    line: '.values({ space, revision: 1 })',
    operator: 'one more',
    why: 'It is only asked which of two is greater.',
  },
  {
    file: 'src/keys/key-revisions.store.ts',
    line: ".doUpdateSet(({ eb, ref }) => ({ revision: eb(ref('key_revision.revision'), '+', 1) })),",
    operator: 'one more',
    why: 'It is only asked which of two is greater.',
  },
  {
    file: 'src/keys/key-usage.ts',
    line: 'const batchMs = 60_000',
    operator: 'one more',
    why: 'It is told as about a minute; a millisecond is nothing of it.',
  },
  {
    file: 'src/keys/key-cache.ts',
    line: "if (known.size >= keysMax) known.delete(known.keys().next().value ?? '')",
    operator: '>= → >',
    why: 'One key more than 10,000 is remembered.',
  },
  {
    file: 'src/keys/key-cache.ts',
    line: 'const keysMax = 10_000',
    operator: 'one more',
    why: 'One key more than 10,000 is remembered.',
  },
  {
    file: 'src/delivery/list/list-index.ts',
    line: 'return 160 * this.#blocks.length',
    operator: 'one more',
    why: 'An estimate of memory, by a byte: that it is about right is held by test/delivery/cache-memory.test.ts.',
  },
  {
    file: 'src/delivery/cache/list-block-cache.ts',
    line: 'const keyBytes = idBytes + 64',
    operator: 'one more',
    why: 'An estimate of memory, by a byte: that it is about right is held by test/delivery/cache-memory.test.ts.',
  },
  {
    file: 'src/delivery/cache/variant-cache.ts',
    line: 'export const idBytes = 64',
    operator: 'one more',
    why: 'An estimate of memory, by a byte: that it is about right is held by test/delivery/cache-memory.test.ts.',
  },
  {
    file: 'src/delivery/cache/reference-cache.ts',
    line: 'const overheadBytes = 500',
    operator: 'one more',
    why: 'An estimate of memory, by a byte: that it is about right is held by test/delivery/cache-memory.test.ts.',
  },
  {
    file: 'src/delivery/list/list-index.ts',
    line: 'let high = values.length - 1',
    operator: '- → +',
    why: 'Behind the last one nothing is found, which is not at most anything.',
  },
  {
    file: 'src/delivery/list/list-index.ts',
    line: 'const from = compareKeys(key, start) < 0 ? key : start',
    operator: '< → <=',
    why: 'Where both are equal either is the same key.',
  },
  {
    file: 'src/delivery/list/list-index.ts',
    line: 'const from = compareKeys(key, start) < 0 ? key : start',
    operator: 'one more',
    why: 'Where both are equal either is the same key.',
  },
  {
    file: 'src/delivery/list/list-position.ts',
    line: 'return a.entry < b.entry ? -1 : 1',
    operator: '< → <=',
    why: 'Where both are equal the answer has been given on the line before.',
  },
  {
    file: 'src/delivery/cache/list-block-cache.ts',
    line: '#named = 0',
    operator: 'one more',
    why: 'It is only needed that names differ.',
  },
  {
    file: 'src/delivery/cache/space-snapshots.ts',
    line: 'const known = this.#states.get(space) === state ? state.log.revision : null',
    operator: 'a choice → its second',
    why: 'Those that may go are looked for once more, and there are none.',
  },
  {
    file: 'src/delivery/cache/space-snapshots.ts',
    line: 'const starts = await readStarts(reads, this.#space, collection, { start, count: count + 1 })',
    operator: 'one more',
    why: 'One key more is read, with which no block begins.',
  },
  {
    file: 'src/delivery/cache/space-snapshots.ts',
    line: 'if (this.#reaching.get(space) === reaching) this.#reaching.delete(space)',
    operator: 'a condition → true',
    why: 'Whoever comes as a third reads what the second one is reading: it costs a read.',
  },
  {
    file: 'src/delivery/resolve/fragments.ts',
    line: 'counted[depth] ??= new Map()',
    operator: '??= → =',
    why: 'What stands in several places is counted in each, and has been found to be no more than an answer may hold.',
  },
]
