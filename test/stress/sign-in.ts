// L1: how many guesses an account allows, and whether a rejected sign-in reveals by its bytes or its timing that the
// account exists.
import { figuresOf } from './figures.ts'
import type { Findings } from './runner.ts'

export type Who = 'known' | 'unknown'

/** Sends a wrong password; each round uses another account, or waits until the limit resets. */
export type Attempt = (who: Who, round: number) => Promise<Response>

export interface SignInOptions {
  readonly rounds: number
  /** The allowed difference between the medians, given the larger one. */
  readonly withinMs: (larger: number) => number
  /** Counts milliseconds: by default those that a client sees pass. */
  readonly clock?: () => number
}

/** Parts of the response that do not vary by time. */
const passing = ['date', 'x-request-id']

export async function runRefusals(
  attempt: Attempt,
  findings: Findings,
  { rounds, withinMs, clock = () => performance.now() }: SignInOptions,
): Promise<void> {
  const times: Record<Who, number[]> = { known: [], unknown: [] }
  const responses = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    // Alternating, with either one first equally often, so that other load on the machine affects both.
    for (const who of round % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const startedAt = clock()
      const response = await attempt(who, round)
      times[who].push(clock() - startedAt)
      responses.add(await toBytes(response))
    }
  }
  const { known, unknown } = { known: figuresOf(times.known), unknown: figuresOf(times.unknown) }
  findings.figures('refused, a known e-mail', known)
  findings.figures('refused, an unknown e-mail', unknown)
  const apart = Math.abs(known.p50 - unknown.p50)
  const within = withinMs(Math.max(known.p50, unknown.p50))
  findings.say(`medians ${apart.toFixed(2)} ms apart, of at most ${within.toFixed(1)}`)
  findings.claim(apart < within, 'the medians tell nothing')
  findings.claim(responses.size === 1, `the bytes tell nothing (${responses.size} different answers)`)
  findings.claim(
    [...responses].every(response => response.startsWith('401 ')),
    'all are refused as credentials',
  )
}

async function toBytes(response: Response): Promise<string> {
  const headers = [...response.headers].filter(([name]) => !passing.includes(name))
  const text = (await response.text()).replace(/"requestId":"[^"]*"/, '')
  return `${response.status} ${JSON.stringify(headers)} ${text}`
}

/** Sends all guesses for one account concurrently: returns how many were checked. */
export async function runGuesses(
  guess: (place: number) => Promise<Response>,
  findings: Findings,
  count: number,
): Promise<void> {
  const statuses = await Promise.all(
    Array.from({ length: count }, async (_, place) => (await guess(place)).status),
  )
  const looked = statuses.filter(status => status === 401).length
  const refused = statuses.filter(status => status === 429).length
  findings.say(`of ${count} guesses at one account ${looked} are looked at`)
  findings.claim(looked <= 10, 'at most 10 guesses an account in 15 minutes')
  findings.claim(looked + refused === count, 'the others are told to wait')
}
