// F1: thousands of odd requests to a server; checks each response, and the server's memory meanwhile.
import fc from 'fast-check'
import { residentBytes } from '../../bench/process-figures.ts'
import { openApi } from '../kit/app/open-api.ts'
import { figuresOf } from './figures.ts'
import { type Call, callsOf, type Known } from './fuzz-calls.ts'
import { findError, type Outcome } from './fuzz-oracle.ts'
import type { Findings } from './runner.ts'

export interface Fuzzed extends Omit<Known, 'callers'> {
  readonly url: string
  readonly callers: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Null if its memory is not measured. */
  readonly pid: number | null
}

export interface FuzzOptions {
  readonly requests: number
  readonly seed: number
  /** The response time limit. */
  readonly patienceMs: number
}

const atOnce = 4
/**
 * Batch size: requests are generated and sent before the next batch; many batches also give samples of memory over
 * time.
 */
const blocks = 20
const reportedMax = 5
const mebibyte = 1024 * 1024
/** Normal variation of the heap. */
const breathBytes = 24 * mebibyte

export async function runFuzz(server: Fuzzed, findings: Findings, options: FuzzOptions): Promise<void> {
  const { requests, seed, patienceMs } = options
  const calls = callsOf({ ...server, callers: Object.keys(server.callers) })
  const statuses = new Map<number, number>()
  const operations = new Map<string, number>()
  const [times, memory, errors]: [number[], number[], string[]] = [[], [], []]
  for (let block = 0; block < blocks; block++) {
    const left = fc.sample(calls, { seed: seed + block, numRuns: Math.ceil(requests / blocks) })
    const askNext = async () => {
      for (let call = left.pop(); call; call = left.pop()) {
        const startedAt = performance.now()
        const outcome = await send(server, call, patienceMs)
        times.push(performance.now() - startedAt)
        const error = findError(server.url, call, outcome)
        if (error) errors.push(`${error} to ${describe(call)}`)
        const status = 'failure' in outcome ? 0 : outcome.status
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        const operation = `${call.method} ${call.path}`
        if (status >= 200 && status < 300) operations.set(operation, (operations.get(operation) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, askNext))
    if (server.pid !== null) memory.push(residentBytes(server.pid))
  }
  const sorted = [...statuses].sort(([one], [other]) => one - other)
  findings.say(`seed ${seed}: ${sorted.map(([status, count]) => `${status}: ${count}`).join(', ')}`)
  findings.figures('a response', figuresOf(times))
  for (const error of errors.slice(0, reportedMax)) findings.say(`  ${error}`)
  findings.claim(errors.length === 0, `each response is one that may be (${errors.length} are not)`)
  // If a guard or a check rejects everything, nothing has been tested.
  const untried = goodOperations.filter(operation => !operations.has(operation))
  findings.claim(untried.length === 0, `each operation was also done ${untried.join(', ')}`)
  if (memory.length > 0) claimFlat(findings, memory)
}

/** Excluded: these succeed only with a correct password, a valid link or as the first user. */
const undone = /change-password|\/setup|open-invitation|accept-invitation|sign-in/
const goodOperations = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.keys(methods)
    .map(method => `${method.toUpperCase()} ${path}`)
    .filter(operation => !(operation.startsWith('POST') && undone.test(path))),
)

/** Excludes the first quarter, while the server is warming up. */
function claimFlat(findings: Findings, memory: readonly number[]): void {
  const mib = memory.map(bytes => Math.round(bytes / mebibyte))
  findings.say(`memory in MiB, after each twentieth: ${mib.join(' ')}`)
  const quarter = Math.floor(memory.length / 4)
  const [second, last] = [memory.slice(quarter, 2 * quarter), memory.slice(-quarter)]
  const grown = Math.max(...last) - Math.max(...second)
  findings.claim(grown < breathBytes, `memory is flat (${(grown / mebibyte).toFixed(0)} MiB more)`)
}

async function send({ url, callers }: Fuzzed, call: Call, patienceMs: number): Promise<Outcome> {
  const headers = new Headers({ Origin: url, ...callers[call.caller] })
  for (const [name, value] of call.headers) headers.set(name, value)
  try {
    const response = await fetch(url + call.target, {
      method: call.method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
      ...(call.body !== null && { body: call.body }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    return { failure: String(error) }
  }
}

function describe({ method, target, caller, headers, body }: Call): string {
  const sent = typeof body === 'string' ? body.slice(0, 200) : body
  return `${method} ${target} by ${caller} with ${JSON.stringify(headers)} ${JSON.stringify(sent)}`
}
