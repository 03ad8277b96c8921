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
    file: 'src/content/cache/change-log.ts',
    line: 'if (compareKeys(place, page.first) < 0) before += by',
    operator: '+= → -=',
    why: 'It is only asked whether the sum is 0.',
  },
  {
    file: 'src/content/cache/change-log.ts',
    line: 'total += by',
    operator: '+= → -=',
    why: 'It is only asked whether the sum is 0.',
  },
  {
    file: 'src/content/answers.ts',
    line: 'if (kept.goodAt < now.revision) {',
    operator: '< → <=',
    why: 'Where both are equal the answer has been given on the line before.',
  },
  {
    file: 'src/content/cache/piece-shelf.ts',
    line: 'if (kept.goodAt >= revision) return kept.value',
    operator: '>= → >',
    why: 'Where both are equal the log finds nothing that has changed since.',
  },
  {
    file: 'src/content/changes.store.ts',
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
    file: 'src/content/cache/list-key.ts',
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
]
