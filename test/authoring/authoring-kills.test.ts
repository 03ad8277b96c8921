// Random authoring on a server that is killed and started again. `npm run stress authoring` has a hundred thousand changes.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { describeOnSqlite, testEngine } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { authoringRecords, runAuthoring } from '../stress/authoring.ts'
import { AuthoringOracle } from '../stress/authoring-oracle.ts'
import { broken } from '../stress/breaking.ts'
import { startEmbedded } from '../stress/embedded.ts'
import { startFleet } from '../stress/fleet.ts'
import { Findings } from '../stress/runner.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const options = { changes: 60, changesPerLife: 40, random: Math.random }

async function run(program?: readonly string[]): Promise<string[]> {
  const findings = new Findings()
  const deployment =
    testEngine === 'sqlite'
      ? await startEmbedded({ records: authoringRecords, ...(program && { program }) })
      : await startFleet({ nodes: 1, records: authoringRecords })
  try {
    await runAuthoring(deployment, options, findings)
  } finally {
    await deployment.remove()
  }
  return findings.broken
}

test('a first write that had no response may be stored or not, and nothing else may replace what was there', () => {
  const after = (title: string) => {
    const oracle = new AuthoringOracle(new Map([['e0', 'Before']]))
    oracle.add({ entry: 'e0', field: 'title', value: 'Sent', seen: 1, at: null })
    return oracle.check(new Map([['e0', { draftVersion: 2, data: { title } }]])).length
  }
  expect(['Before', 'Sent', 'Other'].map(after)).toEqual([0, 0, 1])
})

test('every acknowledged value is there after kills, or was replaced by an author who had seen it, and nothing served changes', async () => {
  expect(await run()).toEqual([])
})

describeOnSqlite('a server that responds before it commits', () => {
  test('loses acknowledged values, and the stress test says so', async () => {
    let found = ''
    for (let tries = 0; tries < 5 && found === ''; tries++) {
      found = (await run(broken('commit-later'))).find(text => text.startsWith('nothing is lost')) ?? ''
    }
    expect(found).toMatch(/nothing is lost, or replaced unseen \([1-9]/)
  })
})
