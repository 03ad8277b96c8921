// The database repeatedly fails under load: crashed, stopped, replaced by its standby. No acknowledged write is lost,
// the only error meanwhile is 503, and soon after the database is back everything works.

import type { Cluster } from '../kit/cluster/cluster.ts'
import { addStandby, type Standby } from '../kit/cluster/standby.ts'
import { comesTrue } from '../kit/until.ts'
import { contentPath, makeKey, withKey } from './changes.ts'
import { figuresOf } from './figures.ts'
import type { Fleet } from './fleet.ts'
import type { StressNode } from './node-process.ts'
import { Poller, type PollResult, tally } from './poller.ts'
import { noPromises, type Promises } from './promises.ts'
import type { Findings } from './runner.ts'
import { findDisagreement, findLost, findStale, type Writer, writeContent, writeKeys } from './writers.ts'

const readEveryMs = 100
const loadMs = 300
const downMs = 400
const usualPatienceMs = 20_000
const goodWithinMs = 5000
/** A node learns of other nodes' changes within a second; on a busy machine its response may come later. */
const newsMs = 2000
/** Consecutive successes, for every reader and writer. */
const goodMin = 3

export interface Disturbance {
  readonly title: string
  /** Warm-up before the load is measured. */
  prepare(fleet: Fleet): Promise<(fleet: Fleet) => Promise<number>>
}

const restart = (title: string, end: (fleet: Fleet) => Promise<void>): Disturbance => ({
  title,
  prepare: async () => async fleet => {
    await end(fleet)
    await Bun.sleep(Math.random() * downMs)
    await fleet.cluster.start()
    return performance.now()
  },
})

const addSynchronous = (primary: Cluster) => addStandby(primary, { synchronous: true })

/** The old primary is removed for good before the standby is promoted: no client may keep writing to it. */
export const promotion = (
  title: string,
  lose: (fleet: Fleet) => void,
  add: (primary: Cluster) => Promise<Standby> = addSynchronous,
): Disturbance => ({
  title,
  prepare: async before => {
    const standby = await add(before.cluster)
    return async fleet => {
      const old = fleet.cluster
      lose(fleet)
      await old.crash()
      await standby.promote()
      for (const { proxy } of fleet.nodes) proxy.target = standby.port
      const upAt = performance.now()
      fleet.cluster = standby
      await old.remove()
      return upAt
    }
  },
})

export const restarts: readonly Disturbance[] = [
  restart('crash and restart', fleet => fleet.cluster.crash()),
  restart('fast stop and restart', fleet => fleet.cluster.stop()),
]

export const promotions: readonly Disturbance[] = [
  promotion('crash and promotion', () => {}),
  // As after a power failure: the nodes are not told that their connections are dead.
  promotion('loss without a word and promotion', fleet => {
    for (const { proxy } of fleet.nodes) proxy.halfOpen()
  }),
]

export interface Failovers {
  readonly disturbances: readonly Disturbance[]
  readonly rounds: number
  /** How long to wait for everything to recover; 20 seconds if absent. */
  readonly patienceMs?: number
}

export async function runFailovers(
  fleet: Fleet,
  findings: Findings,
  { disturbances, rounds, patienceMs = usualPatienceMs }: Failovers,
): Promise<void> {
  const { key } = await makeKey(fleet, fleet.nodes[0]!)
  const writers = fleet.nodes.flatMap((node, at) => [
    writeKeys(fleet, node),
    writeContent(fleet, node, `note-${at}`),
  ])
  const askFor = (path: string) => (node: StressNode) => node.request(`${contentPath}/${path}`, withKey(key))
  const requestList = askFor('notes?perPage=20')
  const readers = fleet.nodes.flatMap(node =>
    [requestList, askFor('notes/note-9?depth=2')].map(send => new Poller(() => send(node), readEveryMs)),
  )
  const load = [...writers, ...readers]
  const recoveries = new Map(disturbances.map(({ title }) => [title, [] as number[]]))
  let stuck = 0
  for (let round = 0; round < rounds; round++) {
    const disturbance = disturbances[round % disturbances.length]!
    const disturb = await disturbance.prepare(fleet)
    await untilAllGood(load, performance.now(), patienceMs)
    await Bun.sleep(loadMs)
    const upAt = await disturb(fleet)
    if (!(await untilAllGood(load, upAt, patienceMs))) stuck += 1
    const bad = load.flatMap(({ asked: sent }) => sent.filter(one => one.endedAt > upAt && !isGood(one)))
    recoveries.get(disturbance.title)!.push(Math.max(0, ...bad.map(one => one.endedAt - upAt)))
  }
  await Promise.all(load.map(one => one.stop()))
  for (const [title, recovery] of recoveries)
    findings.figures(`${title}: last refusal after it`, figuresOf(recovery))
  const worst = Math.max(0, ...[...recoveries.values()].flat())
  findings.claim(
    stuck === 0 && worst <= goodWithinMs,
    `good within ${goodWithinMs} ms of the database's return, every time`,
  )
  reportResponses(findings, fleet, load)
  await reportPromises(findings, fleet, writers, requestList)
}

interface Load {
  readonly asked: readonly PollResult[]
}

function isGood({ status }: PollResult): boolean {
  return status === 200 || status === 201
}

function untilAllGood(load: readonly Load[], since: number, patienceMs: number): Promise<boolean> {
  const isWell = ({ asked: sent }: Load) => {
    const last = sent.slice(-goodMin)
    return last.length === goodMin && last.every(one => one.startedAt > since && isGood(one))
  }
  return comesTrue(() => load.every(isWell), patienceMs)
}

function reportResponses(findings: Findings, fleet: Fleet, load: readonly Load[]): void {
  const all = load.flatMap(({ asked: sent }) => sent)
  const bad = all.filter(one => !isGood(one))
  const odd = bad.filter(({ status }) => status !== 503)
  findings.say(`${all.length} answers, of them ${bad.length} refusals`)
  const slowest = Math.max(0, ...all.map(one => one.endedAt - one.startedAt))
  findings.say(`the slowest answer took ${slowest.toFixed(0)} ms`)
  findings.claim(odd.length === 0, `refusals are 503 only (${tally(bad)})`)
  const logs = fleet.nodes.map(({ log }) => log).join('\n')
  for (const one of odd.slice(0, 5)) findings.say(`  ${one.status}: ${reasonOf(one, logs)}`)
  findings.claim(
    fleet.nodes.every(({ ended }) => ended === null),
    'no node has ended',
  )
}

/** What the node's log contains about it. */
function reasonOf({ text }: PollResult, logs: string): string {
  const id = /"requestId":"([^"]+)"/.exec(text)?.[1]
  const line = id && logs.split('\n').find(one => one.includes(id))
  return (line || text).slice(0, 1500)
}

async function reportPromises(
  findings: Findings,
  fleet: Fleet,
  writers: readonly Writer[],
  requestList: (node: StressNode) => Promise<Response>,
): Promise<void> {
  const all = writers.map(({ promises }) => promises)
  const some = all.map(({ keys }) => ({ ...noPromises(), keys }))
  const others = all.map(({ published }) => ({ ...noPromises(), published }))
  await reportLost(findings, fleet, some, `${some.flatMap(({ keys }) => keys).length} keys`)
  const publications = others.flatMap(({ published }) => published).length
  await reportLost(findings, fleet, others, `${publications} publications`)
  const apart = await findApart(fleet, writers, requestList)
  findings.claim(apart.length === 0, `every node answers as the database is ${apart.slice(0, 5).join(' | ')}`)
}

/** A writing node learns of other nodes' writes by doing so; therefore each node writes last in turn. */
async function findApart(
  fleet: Fleet,
  writers: readonly Writer[],
  requestList: (node: StressNode) => Promise<Response>,
): Promise<readonly string[]> {
  const all = writers.map(({ promises }) => promises)
  let found: readonly string[] = []
  const isRight = () =>
    comesTrue(async () => {
      found = await findStale(fleet, requestList, all)
      return found.length === 0
    }, newsMs)
  const ofContent = writers.filter(
    ({ node, promises }) => node.ended === null && promises.published.length > 0,
  )
  let isSo = await isRight()
  for (const writer of ofContent) {
    if (!isSo) break
    await writer.once()
    isSo = await isRight()
  }
  return isSo ? findDisagreement(fleet, all) : found
}

async function reportLost(
  findings: Findings,
  fleet: Fleet,
  promises: readonly Promises[],
  counted: string,
): Promise<void> {
  const lost = await findLost(fleet, promises)
  const words = `0 lost of ${counted} that were acknowledged (${lost.length})`
  findings.claim(lost.length === 0, `${words} ${lost.slice(0, 5).join(', ')}`)
}
