// How long after an acknowledged change does any node respond as before? Measured by polling every node continuously:
// what counts is when a request was sent, not when its response arrived.
import { comesTrue } from '../kit/until.ts'
import { type ChangeName, contentChanges, keyChanges, prepareTrial, type Trial } from './changes.ts'
import { figuresOf } from './figures.ts'
import type { Fleet } from './fleet.ts'
import type { InjectedFailure } from './injected-failures.ts'
import { Poller, type PollResult, pollOnce } from './poller.ts'
import type { Findings } from './runner.ts'

const everyMs = 4
/** A poll may be anywhere in flight when the change is made. */
const jitterMs = 400
/** The minimum time to poll after the change, to detect a node that falls back to its old state. */
const quietMs = 200
const patienceMs = 4000
const refusedMin = 10

export interface TrialResult {
  readonly change: ChangeName
  /** Delay per node, starting with the one that made the change: 0 if no request got the old response. */
  readonly lateMs: readonly number[]
  /** Responses that matched neither the old nor the new state. */
  readonly odd: readonly string[]
  /** Nodes that had not changed before the time limit. */
  readonly stuck: number
}

export async function runTrial(fleet: Fleet, name: ChangeName, error: InjectedFailure): Promise<TrialResult> {
  const [maker] = fleet.nodes
  if (!maker) throw new Error('A fleet without nodes.')
  const trial = await prepareTrial(fleet, maker, name)
  await warm(fleet, trial)
  const pollers = fleet.nodes.map(node => new Poller(() => trial.ask(node), everyMs))
  try {
    await Bun.sleep(Math.random() * jitterMs)
    await error.begin(fleet)
    const changedAt = await trial.change(maker)
    await Bun.sleep(quietMs)
    const turned = pollers.map(() => false)
    await comesTrue(() => {
      pollers.forEach((poller, at) => {
        turned[at] = poller.asked
          .slice(-refusedMin)
          .every(sent => sent.startedAt > changedAt && trial.isAfter(sent))
      })
      return turned.every(Boolean)
    }, patienceMs)
    const all = await Promise.all(pollers.map(poller => poller.stop()))
    return {
      change: name,
      lateMs: all.map(sent => lateness(sent, changedAt, trial)),
      odd: all.flatMap((sent, at) => oddOnes(sent, trial).map(words => `${fleet.nodes[at]!.name}: ${words}`)),
      stuck: turned.filter(one => !one).length,
    }
  } finally {
    await Promise.all(pollers.map(poller => poller.stop()))
    await error.end(fleet)
  }
}

const promisedMs = 1000
const usualMs = 100

/** Conditions for each trial, independent of the machine's speed. */
export function claimOrder(findings: Findings, title: string, results: readonly TrialResult[]): void {
  for (const { kind, own, others } of byKind(results)) {
    findings.claim(Math.max(...own) === 0, `${title}: the node that made the change of ${kind} is never late`)
    findings.claim(Math.max(...others) <= promisedMs, `${title}: ${kind}, never over ${promisedMs} ms`)
  }
  const odd = [...new Set(results.flatMap(result => result.odd))]
  findings.claim(odd.length === 0, `${title}: no other response ${odd.slice(0, 5).join(' | ')}`)
  findings.claim(
    results.every(({ stuck }) => stuck === 0),
    `${title}: every node turned`,
  )
}

export function claimSpeed(findings: Findings, title: string, results: readonly TrialResult[]): void {
  for (const { kind, own, others } of byKind(results)) {
    const figures = figuresOf(others)
    findings.figures(`${title}: ${kind}, other nodes`, figures)
    findings.figures(`${title}: ${kind}, the node that was asked`, figuresOf(own))
    findings.claim(figures.p99 < usualMs, `${title}: ${kind}, p99 under ${usualMs} ms`)
  }
}

function byKind(results: readonly TrialResult[]) {
  return [
    { kind: 'keys', names: keyChanges },
    { kind: 'content', names: contentChanges },
  ].flatMap(({ kind, names }) => {
    const some = results.filter(({ change }) => names.includes(change))
    if (some.length === 0) return []
    return {
      kind,
      own: some.map(({ lateMs }) => lateMs[0]!),
      others: some.flatMap(({ lateMs }) => lateMs.slice(1)),
    }
  })
}

/** Waits until every node responds from its cache. */
async function warm(fleet: Fleet, trial: Trial): Promise<void> {
  for (const node of fleet.nodes) {
    const isWarm = async () => trial.isBefore(await pollOnce(() => trial.ask(node)))
    if (!(await comesTrue(async () => (await isWarm()) && (await isWarm()))))
      throw new Error(`${node.name} does not answer. ${node.log.slice(-1000)}`)
  }
}

function lateness(sent: readonly PollResult[], changedAt: number, trial: Trial): number {
  const late = sent.filter(one => one.startedAt > changedAt && trial.isBefore(one))
  return Math.max(0, ...late.map(one => one.startedAt - changedAt))
}

function oddOnes(sent: readonly PollResult[], trial: Trial): string[] {
  const odd = sent.filter(one => !trial.isBefore(one) && !trial.isAfter(one))
  return [...new Set(odd.map(({ status, text }) => `${status} ${text.slice(0, 200)}`))]
}
