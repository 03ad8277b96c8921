// The recording: what a server answers to each request of the cases, checked against what is expected. The bare server
// returns it and the load compares every answer to it.
import { readFileSync } from 'node:fs'
import type { BenchCase, BenchRequest } from './cases.ts'

export interface Exchange {
  readonly target: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Null: any will do, and the ETag too. */
  readonly body: Uint8Array | null
}

export interface RecordedCase {
  readonly name: string
  readonly exchanges: readonly Exchange[]
}

export type Recording = readonly RecordedCase[]

/** Differ from answer to answer, or belong to the connection. */
const passingHeaders: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive', 'x-request-id'])

export class WrongAnswer extends Error {}

export async function record(url: string, key: string, { name, requests }: BenchCase): Promise<RecordedCase> {
  const exchanges: Exchange[] = []
  for (const request of requests) exchanges.push(await recordOne(url, key, request))
  return { name, exchanges }
}

/** Requests that are answered with 200, whatever is in the answer. */
export function unchecked(name: string, key: string, targets: readonly string[]): RecordedCase {
  const requestHeaders = { Authorization: `Bearer ${key}` }
  return {
    name,
    exchanges: targets.map(target => ({ target, requestHeaders, status: 200, headers: {}, body: null })),
  }
}

async function recordOne(url: string, key: string, request: BenchRequest): Promise<Exchange> {
  const { target, conditional = false, isRight } = request
  const requestHeaders = { Authorization: `Bearer ${key}` }
  const whole = await ask(url, target, requestHeaders)
  if (whole.status !== 200)
    throw new WrongAnswer(`${target} was answered with ${whole.status}, 200 was expected.`)
  if (!isRight(JSON.parse(Buffer.from(whole.body).toString()))) {
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
): Promise<Exchange & { body: Uint8Array }> {
  const response = await fetch(url + target, {
    headers: { ...requestHeaders, 'Accept-Encoding': 'identity' },
    signal: AbortSignal.timeout(10_000),
  })
  const body = new Uint8Array(await response.arrayBuffer())
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !passingHeaders.has(name)))
  return { target, requestHeaders, status: response.status, headers, body }
}

/** One line of JSON, and after it the bodies: as text they would be several times as large. */
export async function writeRecording(file: string, recording: Recording): Promise<void> {
  const sink = Bun.file(file).writer()
  const described = recording.map(({ name, exchanges }) => ({
    name,
    exchanges: exchanges.map(exchange => ({ ...exchange, body: exchange.body?.length ?? null })),
  }))
  sink.write(`${JSON.stringify(described)}\n`)
  for (const { body } of recording.flatMap(each => each.exchanges)) {
    if (body === null) continue
    sink.write(body)
    await sink.flush()
  }
  await sink.end()
}

export function readRecording(file: string): Recording {
  const bytes = readFileSync(file)
  let at = bytes.indexOf('\n') + 1
  const described: readonly {
    name: string
    exchanges: readonly (Omit<Exchange, 'body'> & { body: number | null })[]
  }[] = JSON.parse(bytes.toString('utf8', 0, at))
  const bodyOf = (length: number | null) => {
    if (length === null) return null
    at += length
    return bytes.subarray(at - length, at)
  }
  return described.map(({ name, exchanges }) => ({
    name,
    exchanges: exchanges.map(each => ({ ...each, body: bodyOf(each.body) })),
  }))
}
