// Collects what could not be carried over. Nothing here decides what a loss is.
import type { Loss } from '../records.ts'

export interface LossLog {
  /** One loss, told on a line of its own. Sentences come without their full stop. */
  add(where: string, what: string): void
  /** A loss that repeats: told once for each `where` and sentence, with the count and the first examples (entry ids). */
  tally(where: string, what: string, example?: string): void
  list(): readonly Loss[]
}

interface Line {
  readonly where: string
  readonly what: string
  count: number
  readonly examples: Set<string>
}

const examplesMax = 5
const textLengthMax = 1000

/** Lines come out in the order in which they were first told. */
export function createLossLog(): LossLog {
  const lines = new Map<string, Line>()
  return {
    add(where, what) {
      lines.set(`${lines.size}`, { where, what, count: 1, examples: new Set() })
    },
    tally(where, what, example) {
      const key = JSON.stringify([where, what])
      const line = lines.get(key) ?? { where, what, count: 0, examples: new Set<string>() }
      lines.set(key, line)
      line.count++
      if (example !== undefined) line.examples.add(example)
    },
    list: () =>
      [...lines.values()].map(line => ({ where: printable(line.where), what: printable(told(line)) })),
  }
}

function told({ what, count, examples }: Line): string {
  const named = [...examples].slice(0, examplesMax).join(', ')
  const more = examples.size > examplesMax ? ` and ${examples.size - examplesMax} more` : ''
  const detail = [...(count > 1 ? [`${count} times`] : []), ...(named ? [named + more] : [])].join(': ')
  return detail === '' ? `${what}.` : `${what} (${detail}).`
}

// A report is read on a terminal and may be stored: no control characters, no lone surrogates, no endless ids.
function printable(text: string): string {
  const clean = text.toWellFormed().replace(/\p{Cc}/gu, '\uFFFD')
  return clean.length > textLengthMax ? `${clean.slice(0, textLengthMax).toWellFormed()}…` : clean
}

/** For a second look at a value whose losses were told at the first. */
export const silentLossLog: LossLog = { add: () => {}, tally: () => {}, list: () => [] }
