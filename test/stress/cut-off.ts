// One node is cut off from its database for longer than its lease lasts, while the others continue: what it serves
// meanwhile, when it stops, and how soon it recovers.
import { comesTrue } from '../kit/until.ts'
import { contentPath, entry, keysPath, makeKey, withKey } from './changes.ts'
import type { Fleet } from './fleet.ts'
import type { Cut } from './injected-failures.ts'
import type { FleetNode } from './node-process.ts'
import { Poller, type PollResult, pollOnce, tally } from './poller.ts'
import type { Findings } from './runner.ts'

const everyMs = 10
/** Requests that are not cached on the node and need its database; few, because each may wait. */
const rareMs = 200
/** Time to observe after the limit, to detect a node that accepts requests again. */
const beyondMs = 1500
const goodWithinMs = 5000
const usualPatienceMs = 30_000
/** Time after the first successful write, for requests that were sent before. */
const settleMs = 500
/** A node's state was current when it last polled. */
const pollMs = 600

/** Waits up to `patienceMs` for a write to succeed again. */
export async function runCut(
  fleet: Fleet,
  findings: Findings,
  cut: Cut,
  staleMs: number,
  patienceMs = usualPatienceMs,
): Promise<void> {
  const at = fleet.nodes.length - 1
  const node = fleet.nodes[at]!
  const [maker] = fleet.nodes
  if (!maker || maker === node) throw new Error('A cut takes two nodes.')
  await requireOk(fleet.manage(maker, 'POST', `/api/v1/entries/${entry.id}/publish`, { draftVersion: 1 }))
  const [lost, stored] = [await makeKey(fleet, maker), await makeKey(fleet, maker)]
  const path = `${contentPath}/${entry.collection}/${entry.id}`
  const asRevoked = () => node.request(path, withKey(lost.key))
  const asGood = () => node.request(path, withKey(stored.key))
  let pages = 0
  const asNeverBefore = () =>
    node.request(`${contentPath}/notes?page=${++pages}&perPage=3`, withKey(stored.key))
  for (const send of [asRevoked, asGood]) {
    if (!(await comesTrue(async () => (await pollOnce(send)).status === 200)))
      throw new Error('The node is not warm.')
  }
  const revoked = new Poller(asRevoked, everyMs)
  const good = new Poller(asGood, everyMs)
  const fresh = new Poller(asNeverBefore, rareMs)
  await Bun.sleep(300)
  const cutAt = performance.now()
  await cut.begin(fleet, at)
  await requireOk(fleet.manage(maker, 'DELETE', `${keysPath}/${lost.id}`))
  await requireOk(fleet.manage(maker, 'POST', `/api/v1/entries/${entry.id}/unpublish`))
  await Bun.sleep(staleMs + beyondMs)
  const healedAt = performance.now()
  await cut.end(fleet, at)
  const writing = await untilManaging(fleet, node, healedAt, patienceMs)
  await Bun.sleep(settleMs)
  const [ofRevoked, ofGood, ofFresh] = await Promise.all([revoked.stop(), good.stop(), fresh.stop()])
  reportCut(findings, `${cut.title}:`, { cutAt, healedAt, staleMs, ofRevoked, ofGood, ofFresh })
  const recoveries = [
    ['what was asked before', badUntil(ofGood, 404, healedAt)],
    ['what never was', badUntil(ofFresh, 200, healedAt)],
    ['writes', writing],
  ] as const
  for (const [what, ms] of recoveries) {
    findings.say(`${cut.title}: good again for ${what}: ${ms === null ? 'never' : `${ms.toFixed(0)} ms`}`)
    findings.claim(
      ms !== null && ms <= goodWithinMs,
      `${cut.title}: good within ${goodWithinMs} ms of healing: ${what}`,
    )
  }
}

interface CutRecord {
  readonly cutAt: number
  readonly healedAt: number
  readonly staleMs: number
  readonly ofRevoked: readonly PollResult[]
  readonly ofGood: readonly PollResult[]
  readonly ofFresh: readonly PollResult[]
}

function reportCut(findings: Findings, title: string, record: CutRecord): void {
  const { cutAt, healedAt, staleMs, ofRevoked, ofGood, ofFresh } = record
  const accepted = ofRevoked.filter(one => one.status === 200 && one.startedAt > cutAt)
  const last = Math.max(0, ...accepted.map(one => one.startedAt - cutAt))
  findings.say(
    `${title} the revoked key was accepted ${accepted.length} times, last ${last.toFixed(0)} ms after the cut`,
  )
  findings.claim(last <= staleMs, `${title} 0 accepted later than ${staleMs} ms after the cut`)
  const alone = [...ofRevoked, ...ofGood].filter(
    one => one.startedAt > cutAt + staleMs && one.endedAt < healedAt,
  )
  findings.claim(
    alone.length > 0 && alone.every(one => one.status === 503),
    `${title} alone for too long, 503 only (${tally(alone)})`,
  )
  const served = ofGood.filter(one => one.startedAt > cutAt && one.startedAt < cutAt + staleMs - pollMs)
  findings.claim(
    served.length > 0 && served.every(one => one.status === 200),
    `${title} what is known is served until then (${tally(served)})`,
  )
  const never = ofFresh.filter(one => one.startedAt > cutAt && one.endedAt < healedAt)
  findings.claim(
    never.every(one => one.status === 503),
    `${title} what was never asked before gets 503 only (${tally(never)})`,
  )
  const waits = never.map(one => one.endedAt - one.startedAt)
  findings.say(`${title} which took up to ${Math.max(0, ...waits).toFixed(0)} ms`)
  const after = ofRevoked.filter(one => one.startedAt > healedAt)
  findings.claim(
    after.length > 0 && after.every(one => one.status === 401 || one.status === 503),
    `${title} the revoked key is never accepted again (${tally(after)})`,
  )
  const old = ofGood.filter(one => one.startedAt > healedAt && one.status !== 404 && one.status !== 503)
  findings.claim(old.length === 0, `${title} what was withdrawn is not served again (${tally(old)})`)
}

/** Milliseconds from `since` to the last bad response, whenever it was requested; null: none was good. */
function badUntil(sent: readonly PollResult[], status: number, since: number): number | null {
  const after = sent.filter(one => one.endedAt > since)
  if (!after.some(one => one.status === status)) return null
  return Math.max(0, ...after.filter(one => one.status !== status).map(one => one.endedAt - since))
}

async function untilManaging(
  fleet: Fleet,
  node: FleetNode,
  since: number,
  patienceMs: number,
): Promise<number | null> {
  const change = () => fleet.manage(node, 'POST', keysPath, { name: 'after', scopes: ['content.read'] })
  const isGood = await comesTrue(async () => (await pollOnce(change)).status === 201, patienceMs)
  return isGood ? performance.now() - since : null
}

async function requireOk(response: Promise<Response>): Promise<void> {
  const { status } = await response
  if (status !== 200) throw new Error(`The node that goes on answered ${status}.`)
}
