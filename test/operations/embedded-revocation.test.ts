// Two servers on one file agree from the answer to a change on. With ten thousand changes it is
// `npm run rig:embedded-revocation`.
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { describeOnSqlite } from '../kit/test-engine.ts'
import { broken } from '../rigs/breaking.ts'
import { type Embedded, startEmbedded } from '../rigs/embedded.ts'
import { type EmbeddedTrials, entriesFor, runEmbeddedTrials } from '../rigs/embedded-revocation.ts'
import { RigNode } from '../rigs/node-process.ts'
import { createNotes } from '../rigs/notes.ts'
import { Findings } from '../rigs/rig.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(60_000)

const lanes = 6
const cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})

async function startTwo(program?: readonly string[]): Promise<Embedded> {
  const stand = await startEmbedded({ records: createNotes(entriesFor(lanes)), nodes: 1 })
  cleaning.push(() => stand.remove())
  await stand.addNode(program && { program })
  return stand
}

async function run(stand: Embedded, options: Partial<EmbeddedTrials>): Promise<string> {
  const findings = new Findings()
  await runEmbeddedTrials(stand, findings, { trials: 24, commands: 0, lanes, ...options })
  return findings.broken.join('\n')
}

/** Stands before a node, and gives an answer of 200 again to whoever sends the same. */
function cacheBefore(node: RigNode): RigNode {
  const kept = new Map<string, { text: string; at: number }>()
  const proxy = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async request => {
      const { pathname, search } = new URL(request.url)
      const name = `${pathname}${search} ${request.headers.get('Authorization')}`
      const last = kept.get(name)
      if (last && performance.now() - last.at < 500) return new Response(last.text)
      const answer = await node.request(`${pathname}${search}`, { headers: request.headers })
      const text = await answer.text()
      if (answer.status === 200) kept.set(name, { text, at: performance.now() })
      return new Response(text, { status: answer.status })
    },
  })
  cleaning.push(() => proxy.stop(true))
  return new RigNode('cached', `http://127.0.0.1:${proxy.port}`, node.process, '/dev/null')
}

const isFound = /^0 of \d+ requests that began after an answer were answered otherwise \([1-9]/m

describeOnSqlite('two servers on one file', () => {
  test('answer nothing as before, from the answer to a change on, whoever made it', async () => {
    expect(await run(await startTwo(), { trials: 48, commands: 1 })).toBe('')
  })

  test('are found out where one does not look each time whether the other has committed', async () => {
    expect(await run(await startTwo(broken('fresh-later')), {})).toMatch(isFound)
  })

  test('are found out where a cache stands before one of them', async () => {
    const stand = await startTwo()
    const [maker, other] = stand.nodes
    const nodes = [maker!, cacheBefore(other!)]
    expect(await run({ ...stand, nodes }, { makers: [maker!] })).toMatch(isFound)
  })
})
