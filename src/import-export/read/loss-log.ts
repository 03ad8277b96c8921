// Collects warnings about content that was not imported. The callers decide what is a warning.
import { type Loss, type LossKind, toLoss } from './losses.ts'

/** The subject of a warning, with the entry's id in the source. */
export type Subject = Partial<Pick<Loss, 'collection' | 'entry' | 'field'>>

export interface LossLog {
  /** Adds one warning. Repetitions for the same entry are counted. Messages have no trailing full stop. */
  add(kind: LossKind, where: string, what: string, subject?: Subject): void
  /** Adds an unsupported feature: one warning per `where` and message, with a count and the first examples. */
  tally(kind: LossKind, where: string, what: string, example?: string): void
  /** Returns the warnings. `names` maps source ids to the names of entries whose ids were changed. */
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

/** Creates a log that returns warnings in the order of their first report. */
export function createLossLog(): LossLog {
  const lines: Line[] = []
  const tallies = new Map<string, Line>()
  // Only the last entry's messages are remembered, because a file can have millions of entries.
  let entry: string | null = null
  let linesOfEntry = new Map<string, Line>()
  return {
    add(kind, where, what, subject = {}) {
      const line = { kind, where, what, subject, count: 1, examples: [] }
      if (typeof subject.entry === 'string') {
        if (subject.entry !== entry) linesOfEntry = new Map()
        entry = subject.entry
        const key = JSON.stringify([kind, where, what, subject.field])
        const known = linesOfEntry.get(key)
        if (known) {
          known.count++
          return
        }
        linesOfEntry.set(key, line)
      }
      lines.push(line)
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
        const what = printable(toSentence(line))
        return toLoss({ kind, where: printable(where), ...named, what, count: line.count })
      }),
  }
}

function toSentence({ what, count, examples }: Pick<Line, 'what' | 'count' | 'examples'>): string {
  const more = count > examples.length ? ` and ${count - examples.length} more` : ''
  const named = examples.length > 0 ? [examples.join(', ') + more] : []
  const detail = [...(count > 1 ? [`${count} times`] : []), ...named].join(': ')
  return detail === '' ? `${what}.` : `${what} (${detail}).`
}

// Strips control characters and lone surrogates and shortens long ids, because reports are printed on terminals and stored.
function printable(text: string): string {
  const clean = text.toWellFormed().replace(/\p{Cc}/gu, '\uFFFD')
  return clean.length > textLengthMax ? `${clean.slice(0, textLengthMax).toWellFormed()}…` : clean
}

/** Ignores warnings, for a second pass over a value whose warnings were already reported. */
export const silentLossLog: LossLog = { add: () => {}, tally: () => {}, list: () => [] }
