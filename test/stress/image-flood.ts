// A program: clients that want more images at once than wait and are made, each a different one. Prints its result as one
// line of JSON. They would be on other machines: here they leave the processor to the server and to what measures it.
import { setPriority } from 'node:os'
import { ratios, widths } from '../../src/media/images/transformation.ts'

export interface FloodOrder {
  /** Of a picture. */
  readonly url: string
  /** Client addresses, and how many requests each has under way. */
  readonly clients: readonly string[]
  readonly perClient: number
  readonly milliseconds: number
}

export interface FloodOutcome {
  readonly statuses: Readonly<Record<string, number>>
  /** Responses of 503 that do not say when to retry. */
  readonly withoutRetry: number
}

const lowPriority = 10
const retryMs = 200

async function run({ url, clients, perClient, milliseconds }: FloodOrder): Promise<FloodOutcome> {
  const endsAt = performance.now() + milliseconds
  const statuses: Record<string, number> = {}
  let asked = 0
  let withoutRetry = 0
  const one = async (client: string) => {
    while (performance.now() < endsAt) {
      const response = await fetch(`${url}?${wish(asked++)}`, { headers: { 'X-Forwarded-For': client } })
      await response.arrayBuffer()
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
      if (response.status !== 503) continue
      if (!response.headers.has('Retry-After')) withoutRetry += 1
      await Bun.sleep(retryMs)
    }
  }
  await Promise.all(clients.flatMap(client => Array.from({ length: perClient }, () => one(client))))
  return { statuses, withoutRetry }
}

/** Different for many thousand numbers. */
function wish(index: number): string {
  const [x, y] = [(index % 101) / 100, (Math.floor(index / 101) % 101) / 100]
  const width = widths[5 + (index % 8)]
  return `w=${width}&ar=${ratios[index % ratios.length]}&fp=${x},${y}&fm=webp`
}

if (import.meta.main) {
  setPriority(lowPriority)
  const outcome = await run(JSON.parse(process.argv[2] ?? '{}') as FloodOrder)
  process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(0))
}
