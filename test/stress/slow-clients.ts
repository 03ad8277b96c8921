// O3: many clients that send or read slowly: how soon the server disconnects them, and the effect on other clients.

import { runOrder } from './child-process.ts'
import { figuresOf } from './figures.ts'
import { Poller, tally } from './poller.ts'
import type { Findings } from './runner.ts'
import { type SlowKind, type SlowOrder, type SlowOutcome, slowKinds } from './slow-process.ts'

export interface SlowTarget {
  readonly url: string
  readonly key: string
  /** The path that other clients request. */
  readonly path: string
  /** A response larger than the system's buffers for a client that does not read. */
  readonly large: string
}

export interface SlowOptions {
  readonly clients: Readonly<Record<SlowKind, number>>
  readonly trickleMs: number
  readonly milliseconds: number
  /** The interval between the other clients' requests. */
  readonly everyMs: number
  /** How long the other clients run alone at first. */
  readonly aloneMs: number
}

export interface Slowed {
  readonly alone: readonly number[]
  readonly beside: readonly number[]
}

export async function runSlowClients(
  target: SlowTarget,
  findings: Findings,
  options: SlowOptions,
): Promise<Slowed> {
  const { url, key, path, large } = target
  const headers = { Authorization: `Bearer ${key}` }
  const send = () => fetch(url + path, { headers })
  const before = new Poller(send, options.everyMs)
  await Bun.sleep(options.aloneMs)
  const alone = await before.stop()
  const during = new Poller(send, options.everyMs)
  const order: SlowOrder = {
    port: Number(new URL(url).port),
    begins: {
      heads: `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Slow: `,
      bodies: signIn,
      readers: `GET ${large} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    },
    clients: options.clients,
    trickleMs: options.trickleMs,
    milliseconds: options.milliseconds,
  }
  const outcome = await runOrder<SlowOutcome>('slow-process.ts', order, 120_000)
  const beside = await during.stop()
  for (const kind of slowKinds) {
    if (options.clients[kind] === 0) continue
    const closed = outcome.closedMs[kind]
    if (closed.length > 0) findings.figures(`slow ${kind}: closed after`, figuresOf(closed))
    const { [kind]: open } = outcome.open
    const late = open + closed.filter(ms => ms > options.milliseconds).length
    findings.claim(late === 0, `no slow ${kind} are left after ${options.milliseconds / 1000} s (${late})`)
  }
  findings.claim(outcome.broken === 0, `no connection fails (${outcome.broken})`)
  const reported = tally(beside)
  findings.claim(/^200: \d+$/.test(reported), `others are always answered (${reported})`)
  const tookOf = (sent: typeof alone) => sent.map(({ startedAt, endedAt }) => endedAt - startedAt)
  const took = { alone: tookOf(alone), beside: tookOf(beside) }
  findings.figures('others, alone', figuresOf(took.alone))
  findings.figures('others, beside', figuresOf(took.beside))
  return took
}

/** An endpoint that reads a body without authentication. */
const signIn = [
  'POST /api/auth/sign-in/email HTTP/1.1',
  'Host: localhost',
  'Origin: http://localhost',
  'Content-Type: application/json',
  'Content-Length: 60000',
  '',
  '{"email":"',
].join('\r\n')
