// A real server that is asked for four times what it can answer: it goes on answering, and refuses in order. With
// figures it is `npm run stress overload`.
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { toNdjson } from '../kit/app/test-space.ts'
import { type CommandLine, createCommandLine } from '../kit/command/process.ts'
import { fillMain } from '../kit/command/running-command.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { createNotes } from '../stress/notes.ts'
import { claimOrder, runOverload } from '../stress/overload.ts'
import { Findings } from '../stress/runner.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(longTestMs)

const options = { peakConnections: 8, peakMs: 1000, connections: 300, milliseconds: 2000 }
const targets = Array.from(
  { length: 60 },
  (_, at) => `/api/v1/public/content/notes?perPage=${100 - at}&depth=2`,
)

let command: CommandLine
let key: string
beforeAll(async () => {
  command = createCommandLine()
  key = await fillMain(command, toNdjson(createNotes(200)))
})

async function overload(requestsMax: string, factor = 4): Promise<readonly string[]> {
  const server = await command.serve([], { CACHE_BYTES: '0', REQUESTS_MAX: requestsMax, METRICS: '1' })
  const url = server.url.replace('localhost', '127.0.0.1')
  const findings = new Findings()
  const outcome = await runOverload({ url, pid: server.process.pid, key, targets }, findings, {
    ...options,
    factor,
  })
  claimOrder(findings, outcome)
  const counted = /^frontlist_http_refused_total (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())
  findings.claim(Number(counted?.[1]) >= (outcome.over.statuses['503'] ?? 0), 'who is refused is counted')
  expect(await server.stop()).toBe(0)
  return findings.broken
}

test('the rest is refused, nobody is cut off, and the probe responds', async () => {
  // A busy machine measures less as the peak than the server has.
  let broken: readonly string[] = ['some are refused']
  for (let factor = 4; factor <= 64 && broken.join() === 'some are refused'; factor *= 4)
    broken = await overload('16', factor)
  expect(broken).toEqual([])
})

test('without a limit nobody is refused for it, and the stress test says so', async () => {
  const broken = await overload('0')
  // A database that a busy machine slows down refuses some by itself, which the limit does not count.
  const refusals = ['some are refused', 'who is refused is counted']
  expect(broken.filter(claim => refusals.includes(claim))).not.toEqual([])
})
