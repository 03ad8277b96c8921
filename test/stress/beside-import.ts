// E1: a server under read load while another process imports: reads continue, and no response shows half an import.
import { until } from '../kit/until.ts'
import { figuresOf } from './figures.ts'
import { Poller, tally } from './poller.ts'
import type { Findings } from './runner.ts'

export interface BesideImport {
  ask(): Promise<Response>
  /** Which state a response shows: `before` and `after` are the only valid ones. */
  stateOf(text: string): string
  readonly before: string
  readonly after: string
  /** Resolves when the import has ended. */
  run(): Promise<void>
}

export interface Pace {
  readonly everyMs: number
  /** How long requests are sent before the import begins. */
  readonly aloneMs: number
}

export interface Waited {
  readonly alone: readonly number[]
  readonly beside: readonly number[]
}

const readsMin = 10

export async function runBesideImport(
  { ask: send, stateOf, before, after, run }: BesideImport,
  findings: Findings,
  { everyMs, aloneMs }: Pace,
): Promise<Waited> {
  const first = new Poller(send, everyMs)
  await Bun.sleep(aloneMs)
  const alone = await first.stop()
  const poller = new Poller(send, everyMs)
  await run()
  const endedAt = performance.now()
  // Nodes that are notified by a database see the change slightly later.
  await until(
    () => poller.asked.at(-1)?.startedAt !== undefined && poller.asked.at(-1)!.startedAt > endedAt + 1500,
  )
  const beside = await poller.stop()
  const during = beside.filter(({ startedAt }) => startedAt < endedAt)
  const states = Map.groupBy(beside, ({ text }) => stateOf(text))
  findings.say([...states].map(([state, sent]) => `${state}: ${sent.length}`).join(', '))
  const took = (sent: typeof beside) => sent.map(({ startedAt, endedAt: at }) => at - startedAt)
  findings.figures('a read, alone', figuresOf(took(alone)))
  findings.figures('a read, beside the import', figuresOf(took(during)))
  findings.claim(/^200: \d+$/.test(tally(beside)), `every read is answered (${tally(beside)})`)
  findings.claim(during.length >= readsMin, `reading goes on (${during.length} reads)`)
  const others = [...states.keys()].filter(state => state !== before && state !== after)
  findings.claim(
    others.length === 0,
    `each response is wholly before or after ${others.slice(0, 3).join(', ')}`,
  )
  const seenAt = Math.min(...(states.get(after) ?? []).map(sent => sent.endedAt))
  const late = (states.get(before) ?? []).filter(({ startedAt }) => startedAt > seenAt)
  findings.claim(Number.isFinite(seenAt) && late.length === 0, `after it comes for good (${late.length})`)
  return { alone: took(alone), beside: took(during) }
}

/** For pages of {@link manyEntries}: the prefix of their texts, and the number of entries. */
export function stateOfPage(text: string): string {
  const { list, count } = JSON.parse(text) as { list: { data: { text: string } }[]; count: number }
  const words = new Set(list.map(({ data }) => data.text.split(' ')[0]))
  return `${[...words].join(' and ')} ${count}`
}
