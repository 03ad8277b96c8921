// The recording: what Frontlist answers to each request of the cases, checked against what is expected. The bare server
// returns it and the load compares every answer to it.
import type { BenchCase, BenchRequest } from './cases.ts'

export interface Exchange {
  readonly target: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Base64, since a recording goes through a JSON file to other processes. */
  readonly body: string
}

export interface RecordedCase {
  readonly name: string
  readonly exchanges: readonly Exchange[]
}

export type Recording = readonly RecordedCase[]

/** Differ from answer to answer, or belong to the connection. */
const passingHeaders: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive', 'x-request-id'])

export class WrongAnswer extends Error {}

export async function record(url: string, key: string, cases: readonly BenchCase[]): Promise<Recording> {
  const recording: RecordedCase[] = []
  for (const { name, requests } of cases) {
    const exchanges: Exchange[] = []
    for (const request of requests) exchanges.push(await recordOne(url, key, request))
    recording.push({ name, exchanges })
  }
  return recording
}

async function recordOne(url: string, key: string, request: BenchRequest): Promise<Exchange> {
  const { target, conditional, expected } = request
  const requestHeaders = { Authorization: `Bearer ${key}` }
  // The second answer is one that was kept, and says so, as those do that are measured.
  await ask(url, target, requestHeaders)
  const whole = await ask(url, target, requestHeaders)
  if (whole.status !== 200)
    throw new WrongAnswer(`${target} was answered with ${whole.status}, 200 was expected.`)
  if (!Bun.deepEquals(JSON.parse(Buffer.from(whole.body, 'base64').toString()), expected)) {
    throw new WrongAnswer(`${target} was answered with other content than the data set has.`)
  }
  if (!conditional) return whole
  const known = { ...requestHeaders, 'If-None-Match': whole.headers.etag ?? '' }
  const unchanged = await ask(url, target, known)
  if (unchanged.status !== 304) {
    throw new WrongAnswer(
      `${target} with the ETag just got was answered with ${unchanged.status}, not with 304.`,
    )
  }
  return unchanged
}

/** Fails unless the server gives the recorded status, headers and bytes. */
export async function requireSameAnswers(url: string, recording: Recording): Promise<void> {
  for (const exchange of recording.flatMap(each => each.exchanges)) {
    const answer = await ask(url, exchange.target, exchange.requestHeaders)
    if (!Bun.deepEquals(answer, exchange)) {
      throw new WrongAnswer(`The bare server answers ${exchange.target} differently.`)
    }
  }
}

/** Plain bytes: the load sends no Accept-Encoding either. */
export async function ask(
  url: string,
  target: string,
  requestHeaders: Readonly<Record<string, string>>,
): Promise<Exchange> {
  const response = await fetch(url + target, {
    headers: { ...requestHeaders, 'Accept-Encoding': 'identity' },
    signal: AbortSignal.timeout(10_000),
  })
  const body = Buffer.from(await response.arrayBuffer()).toString('base64')
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !passingHeaders.has(name)))
  return { target, requestHeaders, status: response.status, headers, body }
}
