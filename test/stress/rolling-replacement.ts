// Nodes join and leave under load: one is killed, one is started, one is stopped. Requests in flight to the killed
// node may fail; no other request fails, and every response matches the data set.

import { createDataSet, type DataSet, toRecords } from '../../bench/data-set.ts'
import { createExpectations } from '../../bench/expected.ts'
import type { Json } from '../../src/content/values/model.ts'
import { comesTrue } from '../kit/until.ts'
import { contentPath, makeKey, withKey } from './changes.ts'
import { type Fleet, startFleet } from './fleet.ts'
import type { FleetNode, StressNode } from './node-process.ts'
import { createNotes } from './notes.ts'
import { type PollResult, pollOnce, tally } from './poller.ts'
import type { Findings } from './runner.ts'
import { findLost, type Writer, writeContent, writeKeys } from './writers.ts'

const posts = 60
const perPage = 10
const everyMs = 20
/** Requests in flight to the node that is stopped. */
const burst = 12
const loadMs = 700
const attemptsMax = 10
const retryMs = 500

interface StressQuery {
  readonly path: string
  readonly expected: Json
}

/**
 * Repeats a request, as a balancer does, while the response says that the database is unavailable. On a busy machine, a
 * query can take longer than a node waits for the database.
 */
async function askUntilAvailable(send: () => Promise<Response>): Promise<PollResult> {
  for (let attempt = 1; ; attempt++) {
    const sent = await pollOnce(send)
    const isBusy = sent.status === 503 && sent.text.includes('"The database is unavailable. Try again."')
    if (!isBusy || attempt === attemptsMax) return sent
    await Bun.sleep(retryMs)
  }
}

/** Sends requests to the running nodes in turn. */
class Balancer {
  readonly serving: Set<FleetNode>
  readonly failed: (PollResult & { readonly node: FleetNode; readonly isWrong: boolean })[] = []
  responses = 0
  readonly #ask: (node: FleetNode, path: string) => Promise<Response>
  readonly #queries: readonly StressQuery[]
  readonly #timer: ReturnType<typeof setInterval>
  readonly #open = new Set<Promise<void>>()
  #turn = 0

  constructor(
    nodes: readonly FleetNode[],
    queries: readonly StressQuery[],
    send: (node: FleetNode, path: string) => Promise<Response>,
  ) {
    this.serving = new Set(nodes)
    this.#queries = queries
    this.#ask = send
    this.#timer = setInterval(() => {
      const all = [...this.serving]
      void this.send(all[this.#turn % all.length]!)
    }, everyMs)
  }

  send(node: FleetNode): Promise<void> {
    const { path, expected } = this.#queries[this.#turn++ % this.#queries.length]!
    const one = askUntilAvailable(() => this.#ask(node, path)).then(sent => {
      this.#open.delete(one)
      this.responses += 1
      const isRight = sent.status === 200 && Bun.deepEquals(JSON.parse(sent.text), expected)
      if (!isRight) this.failed.push({ ...sent, node, isWrong: sent.status === 200 })
    })
    this.#open.add(one)
    return one
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#open)
  }
}

function createQueries(dataSet: DataSet): StressQuery[] {
  const expectations = createExpectations(dataSet)
  const pages = Array.from({ length: posts / perPage }, (_, index) => index + 1)
  const lists = pages.flatMap(page =>
    [0, 1].map(depth => ({
      path: `${contentPath}/posts?page=${page}&perPage=${perPage}&depth=${depth}&variants=members`,
      expected: expectations.list('posts', { page, perPage, depth, variants: ['members'] }),
    })),
  )
  const entries = dataSet.entries.posts.slice(0, 20).map(entry => ({
    path: `${contentPath}/posts/${entry.slug}?depth=2`,
    expected: expectations.entry(entry, { depth: 2, variants: [] }),
  }))
  return [...lists, ...entries]
}

interface Exchanges {
  readonly killedAt: Map<StressNode, number>
  readonly exits: number[]
  /** Including nodes that have ended. */
  readonly writers: Writer[]
}

/** Three nodes with the content that {@link runExchange} requests. */
export function startExchange(): Promise<Fleet> {
  const records = [...toRecords(createDataSet(posts)), ...createNotes(5)]
  return startFleet({ nodes: 3, records })
}

/** Replaces two of the three nodes; the first one stays. */
export async function runExchange(fleet: Fleet, findings: Findings, rounds: number): Promise<void> {
  const [first] = fleet.nodes
  if (!first) throw new Error('A fleet without nodes.')
  const { key } = await makeKey(fleet, first)
  const send = (node: FleetNode, path: string) => node.request(path, withKey(key))
  const balancer = new Balancer(fleet.nodes, createQueries(createDataSet(posts)), send)
  const writers = [
    writeContent(fleet, first, 'note-0'),
    ...[...balancer.serving].map(node => writeKeys(fleet, node)),
  ]
  const record: Exchanges = { killedAt: new Map(), exits: [], writers }
  for (let round = 0; round < rounds; round++) await exchange(fleet, balancer, record)
  await Bun.sleep(loadMs)
  await Promise.all([balancer, ...writers].map(one => one.stop()))
  const { failed, responses } = balancer
  const isOnItsWay = ({ node, endedAt }: { node: StressNode; endedAt: number }) =>
    endedAt >= (record.killedAt.get(node) ?? Infinity)
  const lost = failed.filter(isOnItsWay)
  const rest = failed.filter(one => !isOnItsWay(one))
  findings.say(
    `${responses} answers, ${lost.length} lost on the way to nodes that were killed (${tally(lost)})`,
  )
  findings.claim(
    failed.every(({ isWrong }) => !isWrong),
    'no response is wrong',
  )
  const words = rest
    .slice(-3)
    .map(({ node, status, text }) => `${node.name}: ${status} ${text.slice(0, 150)}`)
  findings.claim(rest.length === 0, `no other request fails (${tally(rest)}) ${words.join(' | ')}`)
  const writes = writers.flatMap(({ node, asked: sent }) =>
    sent.filter(({ endedAt }) => !isOnItsWay({ node, endedAt })),
  )
  findings.claim(
    writes.every(({ status }) => status === 200 || status === 201),
    `nor does a write (${tally(writes)})`,
  )
  findings.claim(
    record.exits.every(code => code === 0),
    `nodes that are stopped end well (${record.exits.join(', ')})`,
  )
  const gone = await findLost(
    fleet,
    writers.map(({ promises }) => promises),
  )
  findings.claim(
    gone.length === 0,
    `nothing that was acknowledged is lost (${gone.length}) ${gone.slice(0, 5).join(', ')}`,
  )
  findings.claim(first.ended === null, 'the node that stays has not ended')
}

/** Never more than three nodes at a time. */
async function exchange(fleet: Fleet, balancer: Balancer, record: Exchanges): Promise<void> {
  const { killedAt, exits, writers } = record
  const stopWriting = (by: FleetNode) =>
    Promise.all(writers.filter(({ node }) => node === by).map(writer => writer.stop()))
  const [, killed, stopped] = [...balancer.serving]
  if (!killed || !stopped) throw new Error('An exchange takes three nodes.')
  await Bun.sleep(loadMs)
  // On a busy machine this may take longer without losing anything.
  const acknowledges = ({ promises }: Writer) => promises.keys.length > 0
  await comesTrue(() => writers.filter(({ node }) => node === killed).every(acknowledges))
  balancer.serving.delete(killed)
  killedAt.set(killed, performance.now())
  await killed.kill()
  await stopWriting(killed)
  await join(fleet, balancer, writers)
  await Bun.sleep(loadMs)
  // Like an orchestrator: a node that is told to stop gets no new requests, and finishes those it received. Once one
  // of the last requests has its response, the others have arrived.
  balancer.serving.delete(stopped)
  await stopWriting(stopped)
  await Promise.race(Array.from({ length: burst }, () => balancer.send(stopped)))
  exits.push(await stopped.stop())
  await join(fleet, balancer, writers)
}

async function join(fleet: Fleet, balancer: Balancer, writers: Writer[]): Promise<void> {
  const node = await fleet.addNode()
  const isReady = async () => (await pollOnce(() => node.request('/readyz'))).status === 200
  if (!(await comesTrue(isReady))) throw new Error(`${node.name} is not ready. ${node.log.slice(-1000)}`)
  balancer.serving.add(node)
  writers.push(writeKeys(fleet, node))
}
