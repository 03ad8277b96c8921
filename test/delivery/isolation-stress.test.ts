// T1 over HTTP, in small: a real server, spaces that only their words tell apart, warm caches, and publishes meanwhile.
// With figures it is `npm run stress isolation`.
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Database } from '../../src/database/database.ts'
import { createCommandLine, type ServerProcess } from '../kit/command/process.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { runIsolation, startForgetfulCache } from '../stress/isolation.ts'
import { Findings } from '../stress/runner.ts'
import { fillSpaces, letDraftOut, type MarkedSpace } from '../stress/spaces.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

let database: Database
let server: ServerProcess
let spaces: readonly MarkedSpace[]
beforeAll(async () => {
  const command = createCommandLine()
  database = await command.open()
  await database.migrate()
  spaces = await fillSpaces(database, 5)
  server = await command.serve([], { METRICS: '1' })
})

async function isolation(url: string, responses: number): Promise<readonly string[]> {
  const findings = new Findings()
  const options = { responses, pollers: 8, responsesPerChange: 50 }
  await runIsolation({ urls: [url], database, spaces }, findings, options)
  return findings.broken
}

const serverUrl = () => server.url.replace('localhost', '127.0.0.1')

test('each space is shown its own published content and nothing else', async () => {
  expect(await isolation(serverUrl(), 3000)).toEqual([])
})

test('a cache that forgets the key is found out, by who has another one and by who has none', async () => {
  const cache = startForgetfulCache(serverUrl())
  const broken = (await isolation(cache.url, 800)).join('\n')
  await cache.stop()
  expect(broken).toContain('nothing of another space is in a response')
  expect(broken).toContain('who has no key is shown nothing')
})

test('a draft that is served is found out', async () => {
  await letDraftOut(database, spaces[0]!)
  const broken = await isolation(serverUrl(), 800)
  expect(broken.map(words => words.replace(/ \(\d+\)/, ''))).toEqual(['nothing of a draft is in a response'])
})
