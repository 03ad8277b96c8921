// A static build: the client reads every page of a site at once from a server with a rate limit, and then again.
import { createClient } from '../../client/src/client.ts'
import type { Findings } from './runner.ts'

export interface StaticBuild {
  readonly url: string
  readonly key: string
  readonly collection: string
  readonly slugs: readonly string[]
  /** Requests for each page that may be sent on average, in tenths. */
  readonly tenthsMax: number
}

/** Requests of one page that may be sent. */
const attemptsMax = 3

export async function runStaticBuild(
  { url, key, collection, slugs, tenthsMax }: StaticBuild,
  findings: Findings,
): Promise<void> {
  const requests = new Map<string, number>()
  let statuses: number[] = []
  const client = createClient({
    url,
    key,
    // Of one page, and each waits for most of the others.
    timeoutMs: 600_000,
    fetch: (address, init) => {
      requests.set(address, (requests.get(address) ?? 0) + 1)
      return fetch(address, init)
    },
    onResponse: ({ status }) => void statuses.push(status),
  })
  const build = async () => {
    requests.clear()
    statuses = []
    const startedAt = performance.now()
    const entries = await Promise.all(slugs.map(slug => client.get(collection, slug)))
    return { entries, seconds: (performance.now() - startedAt) / 1000 }
  }

  const first = await build()
  const sent = statuses.length
  findings.say(
    `${slugs.length} pages in ${first.seconds.toFixed(1)} s, ${sent} requests, ${statuses.filter(status => status === 429).length} of them refused`,
  )
  findings.claim(
    first.entries.every(({ slug }, index) => slug === slugs[index]),
    'every page has its entry',
  )
  findings.claim(
    sent <= (slugs.length * tenthsMax) / 10,
    `at most ${tenthsMax / 10} requests for each page on average`,
  )
  findings.claim(
    Math.max(...requests.values()) <= attemptsMax,
    `no page is asked for more than ${attemptsMax} times`,
  )

  const second = await build()
  findings.say(`again in ${second.seconds.toFixed(1)} s, ${statuses.length} requests`)
  const others = statuses.filter(status => status !== 304)
  findings.claim(others.length === 0, 'when nothing has changed, every response is a 304')
}
