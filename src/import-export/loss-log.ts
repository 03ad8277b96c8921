// Collects what could not be carried over. Nothing here decides what a loss is.
import { type Loss, type LossKind, toLoss } from './losses.ts'

/** What a loss is about, with the entry's id in the source. */
export type Subject = Partial<Pick<Loss, 'collection' | 'entry' | 'field'>>

export interface LossLog {
  /** One loss; of an entry, the same one is told once. Sentences come without their full stop. */
  add(kind: LossKind, where: string, what: string, subject?: Subject): void
  /** What has no place in Frontlist: one loss for each `where` and sentence, with a count and the first examples. */
  tally(kind: LossKind, where: string, what: string, example?: string): void
  /** `names` are those of entries whose ids were changed. */
  list(names: ReadonlyMap<string, string>): readonly Loss[]
}

interface Line {
  readonly kind: LossKind
  readonly where: string
  readonly what: string
  readonly subject: Subject
  count: number
  readonly examples: string[]
}

const examplesMax = 5
const textLengthMax = 1000

/** Lines come out in the order in which they were first told. */
export function createLossLog(): LossLog {
  const lines: Line[] = []
  const tallies = new Map<string, Line>()
  // Of one entry only, the last: a file can have millions.
  let entry: string | null = null
  let told = new Set<string>()
  const isRepeated = (key: string, of: string): boolean => {
    if (of !== entry) told = new Set()
    entry = of
    return told.size === told.add(key).size
  }
  return {
    add(kind, where, what, subject = {}) {
      const isOfEntry = typeof subject.entry === 'string'
      const key = isOfEntry ? JSON.stringify([kind, where, what, subject.field]) : ''
      if (isOfEntry && isRepeated(key, subject.entry ?? '')) return
      lines.push({ kind, where, what, subject, count: 1, examples: [] })
    },
    tally(kind, where, what, example) {
      const key = JSON.stringify([kind, where, what])
      const known = tallies.get(key)
      const line = known ?? { kind, where, what, subject: {}, count: 0, examples: [] }
      if (!known) {
        tallies.set(key, line)
        lines.push(line)
      }
      line.count++
      if (example !== undefined && line.examples.length < examplesMax) line.examples.push(example)
    },
    list: names =>
      lines.map(({ kind, where, subject, ...line }) => {
        const { entry } = subject
        const named = typeof entry === 'string' ? { ...subject, entry: names.get(entry) ?? entry } : subject
        return toLoss({ kind, where: printable(where), ...named, what: printable(toSentence(line)) })
      }),
  }
}

function toSentence({ what, count, examples }: Pick<Line, 'what' | 'count' | 'examples'>): string {
  const more = count > examples.length ? ` and ${count - examples.length} more` : ''
  const named = examples.length > 0 ? [examples.join(', ') + more] : []
  const detail = [...(count > 1 ? [`${count} times`] : []), ...named].join(': ')
  return detail === '' ? `${what}.` : `${what} (${detail}).`
}

// A report is read on a terminal and may be stored: no control characters, no lone surrogates, no endless ids.
function printable(text: string): string {
  const clean = text.toWellFormed().replace(/\p{Cc}/gu, '\uFFFD')
  return clean.length > textLengthMax ? `${clean.slice(0, textLengthMax).toWellFormed()}…` : clean
}

/** For a second look at a value whose losses were told at the first. */
export const silentLossLog: LossLog = { add: () => {}, tally: () => {}, list: () => [] }
