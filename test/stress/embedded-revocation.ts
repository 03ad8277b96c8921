// Two servers on one file: a revocation by one of them, or by a command, takes effect on both with its response. No
// request that began after it gets the old response; checked on the history of all requests.
import { start } from '../kit/command/running-command.ts'
import {
  type ChangeName,
  contentChanges,
  contentPath,
  keyChanges,
  makeKey,
  prepareTrial,
  type Trial,
  withKey,
} from './changes.ts'
import type { Embedded } from './embedded.ts'
import type { StressNode } from './node-process.ts'
import { type PollResult, pollOnce } from './poller.ts'
import type { Findings } from './runner.ts'

export interface EmbeddedTrials {
  readonly trials: number
  /** Additional trials, in which the command revokes a key. */
  readonly commands: number
  /** How many trials run concurrently, each with its own key or entry. */
  readonly lanes: number
  /** Which nodes make changes; all if absent. */
  readonly makers?: readonly StressNode[]
}

export const entriesFor = (lanes: number) => 2 * lanes + 1

const changes: readonly ChangeName[] = [...keyChanges, ...contentChanges]
/** Requests served from the cache before the change. */
const warmAsks = 2
/** Sequential requests on each node, from the moment of the response on. */
const asksAfter = 3
const pauseMs = 20

interface Wrong {
  readonly change: string
  readonly node: string
  readonly lateMs: number
  readonly asked: PollResult
}

/** One entry per lane, plus the one it refers to: {@link entriesFor} returns how many `createNotes` creates. */
export async function runEmbeddedTrials(
  deployment: Embedded,
  findings: Findings,
  { trials, commands, lanes, makers = deployment.nodes }: EmbeddedTrials,
): Promise<void> {
  const history = new History(deployment.nodes)
  let next = 0
  const lane = async (number: number) => {
    for (let trial = next++; trial < trials + commands; trial = next++) {
      const maker = makers[trial % makers.length]!
      const change = changes[Math.floor(trial / makers.length) % changes.length]!
      if (trial >= trials) await history.run('revoke by command', maker, await byCommand(deployment, maker))
      else
        await history.run(change, maker, await prepareTrial(deployment, maker, change, `note-${2 * number}`))
    }
  }
  // One key for all content: the first content trial creates it.
  await prepareTrial(deployment, makers[0]!, 'publish', 'note-0')
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)))
  history.tell(findings)
}

class History {
  readonly #counts = new Map<string, number>()
  readonly #wrong: Wrong[] = []
  #before = 0
  #after = 0

  constructor(readonly nodes: readonly StressNode[]) {}

  async run(name: string, maker: StressNode, trial: Trial): Promise<void> {
    const sent = this.nodes.map(() => [] as PollResult[])
    const send = async (at: number) => {
      sent[at]!.push(await pollOnce(() => trial.ask(this.nodes[at]!)))
    }
    const places = this.nodes.map((_, at) => at)
    for (let count = 0; count < warmAsks; count++) await Promise.all(places.map(send))
    let isOver = false
    const asking = places.map(async at => {
      while (!isOver) {
        await send(at)
        await Bun.sleep(pauseMs)
      }
    })
    const changedAt = await trial.change(maker)
    await Bun.sleep(Math.max(0, changedAt - performance.now()))
    await Promise.all(
      places.map(async at => {
        for (let count = 0; count < asksAfter; count++) await send(at)
      }),
    )
    isOver = true
    await Promise.all(asking)
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
    for (const at of places) this.#check(name, this.nodes[at]!, sent[at]!, trial, changedAt)
  }

  /** Before the response, either state is valid: the change may have been committed already. */
  #check(
    change: string,
    node: StressNode,
    sent: readonly PollResult[],
    trial: Trial,
    changedAt: number,
  ): void {
    for (const [count, one] of sent.entries()) {
      const lateMs = one.startedAt - changedAt
      if (lateMs > 0) this.#after += 1
      else this.#before += 1
      const mayBeBefore = lateMs <= 0 && trial.isBefore(one)
      const mayBeAfter = count >= warmAsks && trial.isAfter(one)
      if (!mayBeBefore && !mayBeAfter) this.#wrong.push({ change, node: node.name, lateMs, asked: one })
    }
  }

  tell(findings: Findings): void {
    const counts = [...this.#counts].map(([name, count]) => `${name} ${count}`).join(', ')
    findings.say(`trials: ${counts}; ${this.#before} requests before the responses, ${this.#after} after`)
    const late = this.#wrong.filter(({ lateMs }) => lateMs > 0)
    const reported = (some: readonly Wrong[]) =>
      some
        .slice(0, 3)
        .map(
          ({ change, node, lateMs, asked: sent }) =>
            `${change}, ${node}, ${lateMs.toFixed(1)} ms: ${sent.status} ${sent.text.slice(0, 150)}`,
        )
        .join(' | ')
    findings.claim(
      late.length === 0,
      `0 of ${this.#after} requests that began after a response were answered otherwise (${late.length}) ${reported(late)}`,
    )
    const odd = this.#wrong.filter(({ lateMs }) => lateMs <= 0)
    findings.claim(odd.length === 0, `no other response before (${odd.length}) ${reported(odd)}`)
  }
}

async function byCommand(deployment: Embedded, maker: StressNode): Promise<Trial> {
  const { id, key } = await makeKey(deployment, maker)
  return {
    ask: node => node.request(`${contentPath}/notes?perPage=5`, withKey(key)),
    change: async () => {
      const { exitCode, stderr } = await start(deployment, ['keys', 'revoke', id]).finished
      if (exitCode !== 0) throw new Error(`keys revoke: ${stderr}`)
      return performance.now()
    },
    isBefore: ({ status }) => status === 200,
    isAfter: ({ status, text }) => status === 401 && text.includes('"api_key_revoked"'),
  }
}
