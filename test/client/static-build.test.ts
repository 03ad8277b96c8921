// A static build against a rate limit, in short; `npm run stress static-build` has a thousand pages.
import { expect, test } from 'bun:test'
import { createCommandLine } from '../kit/command/process.ts'
import { fillMain, manyEntries } from '../kit/command/running-command.ts'
import { Findings } from '../stress/runner.ts'
import { runStaticBuild } from '../stress/static-build.ts'

const pages = 60

test('a build gets every page from a server with a rate limit, and the next one nothing but 304s', async () => {
  const command = createCommandLine()
  const key = await fillMain(command, manyEntries(pages, 'page'))
  const server = await command.serve([], { RATE_LIMIT: '20' })
  const findings = new Findings()
  const slugs = Array.from({ length: pages }, (_, index) => `e${index}`)
  await runStaticBuild({ url: server.url, key, collection: 'posts', slugs, tenthsMax: 13 }, findings)
  expect(findings.broken).toEqual([])
  await server.stop()
})
