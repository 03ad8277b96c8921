// What the client costs beside a bare `fetch` and `JSON.parse`, in processor time of this process, side by side.
import { createClient } from '../../client/src/client.ts'
import type { Findings } from './runner.ts'

export interface CostOptions {
  readonly url: string
  readonly key: string
  /** Calls in a row of one kind. */
  readonly calls: number
  /** Rounds of both, in turn. */
  readonly rounds: number
}

/** Of processor time, in hundredths. */
const hundredthsMax = 125

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

async function cpuMicros(calls: number, call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let index = 0; index < calls; index++) await call()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / calls
}

export async function runClientCost(
  { url, key, calls, rounds }: CostOptions,
  findings: Findings,
): Promise<void> {
  const client = createClient({ url, key, cache: false })
  const headers = { Authorization: `Bearer ${key}`, Prefer: 'handling=strict' }
  const content = `${url}/api/v1/public/content/posts`
  const bare = async (target: string) => JSON.parse(await (await fetch(content + target, { headers })).text())
  const cases = [
    ['an entry', () => bare('/e1'), () => client.get('posts', 'e1')],
    ['a page of 100', () => bare('?perPage=100'), () => client.list('posts', { perPage: 100 })],
  ] as const
  for (const [title, callBare, callClient] of cases) {
    const ratios: number[] = []
    let figures = ''
    for (let round = -1; round < rounds; round++) {
      const alone = await cpuMicros(calls, callBare)
      const micros = await cpuMicros(calls, callClient)
      // The first round compiles.
      if (round >= 0) ratios.push(micros / alone)
      figures = `${alone.toFixed(0)} µs bare, ${micros.toFixed(0)} µs by the client`
    }
    const ratio = medianOf(ratios)
    findings.say(`${title}: ${figures}, ratio ${ratio.toFixed(2)}`)
    findings.claim(
      ratio * 100 <= hundredthsMax,
      `${title} costs at most ${hundredthsMax / 100} times a bare fetch`,
    )
  }
}
