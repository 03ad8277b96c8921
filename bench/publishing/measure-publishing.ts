// The same reads with publishes among them and without, in turn.
import type { BenchRequest } from '../cases.ts'
import type { Load, ServerProcess } from '../programs.ts'
import { record } from '../recording.ts'
import { type Measured, median, medians, rounded } from '../results.ts'
import { measure } from '../rounds.ts'
import { combine, hitRate, type Lookups, readLookups } from './lookups.ts'
import { type Publisher, pickSome } from './publisher.ts'

export interface PublishingRound {
  readonly calm: Measured
  readonly publishing: Measured
  readonly publishes: number
  /** While there were publishes. */
  readonly lookups: Lookups
}

export interface PublishingCase {
  readonly name: string
  readonly title: string
  readonly requests: readonly BenchRequest[]
}

export interface PublishingResult {
  readonly name: string
  readonly title: string
  readonly requests: number
  readonly calm: Measured
  readonly publishing: Measured
  readonly publishes: number
  /** With publishes / without, the median of the rounds. */
  readonly ratio: number
  /** Of all rounds with publishes; null where the server counts no such thing. */
  readonly hitRate: { readonly answer: number | null; readonly fragment: number | null }
  readonly rounds: readonly PublishingRound[]
}

export interface PublishingParts {
  readonly server: ServerProcess
  readonly key: string
  readonly load: Load
  readonly publisher: Publisher
  readonly rounds: number
  readonly seconds: number
  readonly publishes: number
  readonly connections: number
  readonly onRound: (round: number, isPublishing: boolean) => void
}

/** After a round with publishes so many of its requests are asked once more, and compared with what is right then. */
const checkedRequests = 5

export async function measurePublishing(
  { name, title, requests }: PublishingCase,
  parts: PublishingParts,
): Promise<PublishingResult> {
  const rounds: PublishingRound[] = []
  for (let round = 1; round <= parts.rounds; round++) {
    const measured = new Map<boolean, Awaited<ReturnType<typeof measureOne>>>()
    for (const isPublishing of round % 2 === 1 ? [false, true] : [true, false]) {
      parts.onRound(round, isPublishing)
      measured.set(isPublishing, await measureOne(name, isPublishing, parts))
      const some = pickSome(requests, checkedRequests, round)
      await record(parts.server.url, parts.key, { name, requests: some })
    }
    const { publishes, lookups, figures } = measured.get(true)!
    rounds.push({ calm: measured.get(false)!.figures, publishing: figures, publishes, lookups })
  }
  return toResult({ name, title, requests: requests.length }, rounds)
}

async function measureOne(caseName: string, isPublishing: boolean, parts: PublishingParts) {
  const { server, load, publisher, seconds, publishes, connections } = parts
  // What the round before has left to be made anew is not this one's.
  await load.round({ caseName, once: true, port: server.port, connections })
  const before = await readLookups(server.url)
  const round = measure(server, { caseName, milliseconds: seconds * 1000 }, parts)
  const published = isPublishing ? await publisher.during(round, publishes) : 0
  const figures = await round
  return { figures, publishes: published, lookups: combine(await readLookups(server.url), before, -1) }
}

export function toResult(
  about: Pick<PublishingResult, 'name' | 'title' | 'requests'>,
  rounds: readonly PublishingRound[],
): PublishingResult {
  const calm = medians(rounds.map(round => round.calm))
  const publishing = medians(rounds.map(round => round.publishing))
  const lookups = rounds.map(round => round.lookups).reduce((all, each) => combine(all, each, 1))
  const rate = (kind: keyof Lookups) => {
    const found = hitRate(lookups[kind])
    return found === null ? null : rounded(found, 4)
  }
  const ratios = rounds.map(each => each.publishing.requestsPerSecond / each.calm.requestsPerSecond)
  return {
    ...about,
    calm,
    publishing,
    publishes: rounds.reduce((sum, round) => sum + round.publishes, 0),
    ratio: rounded(median(ratios), 3),
    hitRate: { answer: rate('answer'), fragment: rate('fragment') },
    rounds,
  }
}
