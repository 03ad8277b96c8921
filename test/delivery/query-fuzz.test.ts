// Odd queries, in small: valid, almost valid, hostile and costly. `npm run stress fuzz-queries` sends many more, and looks
// at their time.
import { describe, expect, test } from 'bun:test'
import type { Get } from '../kit/app/other-app.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { GeneratedQueries } from '../kit/oracle/generated-queries.ts'
import { runFuzzQueries } from '../stress/fuzz-queries.ts'
import { Findings } from '../stress/runner.ts'

const sizes = { posts: 40, authors: 8, cats: 6, countries: 3 }

/** What was broken, with examples; '' if nothing. */
async function findBroken(get: Get, requests: number, limitMs = Number.POSITIVE_INFINITY): Promise<string> {
  const reported: string[] = []
  const findings = new Findings(line => void reported.push(line))
  await runFuzzQueries({ get, sizes }, findings, { requests, seed: 1, limitMs })
  return findings.broken.length === 0 ? '' : reported.join('\n')
}

test(
  'no name, operator or value of a query gives a 5xx, or a word of the inside',
  async () => {
    const { get } = await createTestSpace({ records: new GeneratedQueries(1, sizes).records() })
    expect(await findBroken(get, fuzzRuns(800))).toBe('')
  },
  longTestMs,
)

describe('a server is found out that', () => {
  const list = () => new Response('{"list":[],"count":0,"pagesCount":0}')

  test('fails once', async () => {
    let sent = 0
    const broken = await findBroken(
      async () => (++sent === 20 ? new Response('broken', { status: 500 }) : list()),
      40,
    )
    expect(broken).toContain(
      'BROKEN  each response is a list, an entry or an error of the client (1 are not)',
    )
  })

  test('is slow once', async () => {
    let sent = 0
    const broken = await findBroken(async () => (++sent === 20 ? Bun.sleep(60).then(list) : list()), 40, 50)
    expect(broken).toMatch(/BROKEN {2}none takes over 50 ms \([1-9]/)
  })

  test('ignores what is wrong with queries', async () => {
    expect(await findBroken(async () => list(), 40)).toContain(
      'BROKEN  a tenth at least is served, and refused',
    )
  })
})
