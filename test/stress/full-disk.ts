// A full disk: writes are rejected with an error, reads continue, and everything works once there is space again.
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepMounts } from '../kit/files/mounts.ts'
import { contentPath, makeKey, withKey } from './changes.ts'
import { draftSaving } from './draft-writers.ts'
import { findDamage, startEmbedded } from './embedded.ts'
import { createNotes } from './notes.ts'
import { type PollResult, pollOnce, tally } from './poller.ts'
import { noPromises } from './promises.ts'
import type { Findings } from './runner.ts'
import { countPromises, findLost, keyCreation, keyRenaming, publishing } from './writers.ts'

const diskMebibytes = 8
/** No single request in this test writes more. */
const leftBytes = 64 * 1024
const refusedMin = 20
const triesMax = 2000

export async function runFullDisk(findings: Findings, program?: readonly string[]): Promise<void> {
  const mounts = keepMounts()
  const place = mounts.mountMemory(diskMebibytes)
  const deployment = await startEmbedded({ records: createNotes(10), at: place, ...(program && { program }) })
  try {
    const [node] = deployment.nodes
    if (!node) throw new Error('There is no node.')
    const { id, key } = await makeKey(deployment, node)
    const promises = noPromises()
    const row = [
      keyCreation(deployment, node),
      keyRenaming(deployment, node, id, 0),
      publishing(deployment, node, 'note-0'),
      draftSaving(deployment, node, 'note-2'),
    ]
    const filler = join(place, 'filler')
    const { bavail, bsize } = statfsSync(place)
    writeFileSync(filler, Buffer.alloc(bavail * bsize - leftBytes))
    const sent: PollResult[] = []
    const isRefused = ({ status }: PollResult) => status !== 200 && status !== 201
    for (let at = 0; sent.filter(isRefused).length < refusedMin && at < triesMax; at++) {
      sent.push(await row[at % row.length]!(promises))
    }
    const refused = sent.filter(isRefused)
    findings.say(`on a full disk: ${tally(sent)}`)
    findings.claim(
      refused.length >= refusedMin &&
        refused.every(({ status, text }) => status === 503 && text.includes('"storage_full"')),
      `what has no room is refused as storage_full (${tally(refused)})`,
    )
    const reads = [`${contentPath}/notes?perPage=5&depth=1`, `${contentPath}/notes/note-5`, '/readyz']
    const responses = await Promise.all(reads.map(path => pollOnce(() => node.request(path, withKey(key)))))
    findings.claim(
      responses.every(({ status }) => status === 200),
      `reading goes on (${tally(responses)})`,
    )
    const whileFull = await findLost(deployment, [promises])
    rmSync(filler)
    const again = await Promise.all(row.map(write => write(promises)))
    findings.claim(!again.some(isRefused), `with room again everything is written (${tally(again)})`)
    await node.kill()
    await deployment.addNode()
    const lost = [...whileFull, ...(await findLost(deployment, [promises])), ...findDamage(deployment.file)]
    findings.claim(
      lost.length === 0,
      `a full disk: what is acknowledged is there, of ${countPromises([promises])} ${lost.slice(0, 5).join(' | ')}`,
    )
  } finally {
    await deployment.remove()
    await mounts.end()
  }
}
