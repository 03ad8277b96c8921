// Two servers on one file agree from the response to a change on. With ten thousand changes it is
// `npm run stress embedded-revocation`.
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { describeOnSqlite } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { broken } from '../stress/breaking.ts'
import { type Embedded, startEmbedded } from '../stress/embedded.ts'
import { type EmbeddedTrials, entriesFor, runEmbeddedTrials } from '../stress/embedded-revocation.ts'
import { createNotes } from '../stress/notes.ts'
import { Findings } from '../stress/runner.ts'
import { startStaleCache } from '../stress/stale-cache.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const lanes = 6
const cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})

async function startTwo(program?: readonly string[]): Promise<Embedded> {
  const deployment = await startEmbedded({ records: createNotes(entriesFor(lanes)), nodes: 1 })
  cleaning.push(() => deployment.remove())
  await deployment.addNode(program && { program })
  return deployment
}

async function run(deployment: Embedded, options: Partial<EmbeddedTrials>): Promise<string> {
  const findings = new Findings()
  await runEmbeddedTrials(deployment, findings, { trials: 24, commands: 0, lanes, ...options })
  return findings.broken.join('\n')
}

const isFound = /^0 of \d+ requests that began after a response were answered otherwise \([1-9]/m

describeOnSqlite('two servers on one file', () => {
  test('serve nothing old, from the response to a change on, no matter who made it', async () => {
    expect(await run(await startTwo(), { trials: 48, commands: 1 })).toBe('')
  })

  test('are found out where one does not look each time whether the other has committed', async () => {
    expect(await run(await startTwo(broken('fresh-later')), {})).toMatch(isFound)
  })

  test('are found out where a cache stands before one of them', async () => {
    const deployment = await startTwo()
    const [maker, other] = deployment.nodes
    const cache = startStaleCache(other!, { cachedMs: 500 })
    cleaning.push(() => cache.stop())
    const nodes = [maker!, cache.node]
    expect(await run({ ...deployment, nodes }, { makers: [maker!] })).toMatch(isFound)
  })
})
