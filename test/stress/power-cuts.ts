// Repeated power failures while a server writes: every acknowledged write survives.
import { keepMounts } from '../kit/files/mounts.ts'
import { comesTrue } from '../kit/until.ts'
import { makeKey } from './changes.ts'
import { type Embedded, findDamage, startEmbedded } from './embedded.ts'
import type { StressNode } from './node-process.ts'
import { createNotes } from './notes.ts'
import type { Promises } from './promises.ts'
import type { Findings } from './runner.ts'
import { countPromises, findDisagreement, findLost, writeEverything } from './writers.ts'

export interface PowerCutOptions {
  readonly cuts: number
  /** The server's command; Frontlist's own if absent. */
  readonly program?: readonly string[]
}

const diskMebibytes = 64
/** Well below the age at which the system writes dirty pages by itself. */
const writeMsMax = 1000

export async function runPowerCuts(findings: Findings, { cuts, program }: PowerCutOptions): Promise<void> {
  const mounts = keepMounts()
  try {
    const place = mounts.mountDisk(diskMebibytes)
    const deployment = await startEmbedded({
      records: createNotes(10),
      at: place,
      ...(program && { program }),
    })
    const all: Promises[] = []
    const [lost, wrong] = [new Set<string>(), new Set<string>()]
    let cutsWithLoss = 0
    try {
      for (let cut = 1; cut <= cuts; cut++) {
        const node = deployment.nodes.at(-1)!
        const promises = await writeAndCut(deployment, node, () => mounts.cutPower(place))
        all.push(...promises)
        const found = await findLost(deployment, promises)
        for (const words of found) lost.add(words)
        if (found.length > 0) cutsWithLoss += 1
        for (const words of findDamage(deployment.file)) wrong.add(words)
        const next = await deployment.addNode()
        // The session may be lost too.
        if (found.length > 0) await deployment.signIn(next)
        else for (const words of await findDisagreement(deployment, promises)) wrong.add(words)
      }
      // A later power failure must not lose what survived an earlier one.
      if (lost.size === 0) for (const words of await findLost(deployment, all)) lost.add(words)
    } finally {
      await deployment.remove()
    }
    const some = (words: ReadonlySet<string>) => [...words].slice(0, 5).join(' | ')
    findings.say(`${cuts} cuts, ${cutsWithLoss} of them with a loss`)
    findings.claim(
      lost.size === 0,
      `0 lost of ${countPromises(all)} that were acknowledged (${lost.size}) ${some(lost)}`,
    )
    findings.claim(wrong.size === 0, `the file is whole, and served as it is ${some(wrong)}`)
  } finally {
    await mounts.end()
  }
}

async function writeAndCut(
  deployment: Embedded,
  node: StressNode,
  cutPower: () => void,
): Promise<Promises[]> {
  const named = [await makeKey(deployment, node), await makeKey(deployment, node)].map(({ id }) => id)
  const writers = writeEverything(deployment, node, named, 0)
  await comesTrue(() => writers.every(({ asked: sent }) => sent.length > 0))
  await Bun.sleep(Math.random() * writeMsMax)
  await node.kill()
  cutPower()
  await Promise.all(writers.map(writer => writer.stop()))
  return writers.map(({ promises }) => promises)
}
