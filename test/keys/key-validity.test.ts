// A key is valid the moment its creation is answered, and refused the moment its revocation is, or within a second by
// another node of a PostgreSQL: real servers, real time, readers at work all along. FUZZ_RUNS=100 gives the long form.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { nextResponse } from '../kit/app/next-response.ts'
import { testEngine } from '../kit/database/test-engine.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { type KeyServer, prepareDatabase, startKeyServer } from './key-server.ts'

setDefaultTimeout(longTestMs)

/** Contract 2: on several nodes a change is known within a second, always. */
const lateMsMax = 1000

/** Two processes on one database. */
let nodes: readonly [KeyServer, KeyServer]
beforeAll(async () => {
  const command = await prepareDatabase()
  nodes = [await startKeyServer(command), await startKeyServer(command)]
})
afterAll(async () => {
  for (const node of nodes) expect(await node.server.stop()).toBe(0)
})

interface Use {
  readonly startedAt: number
  readonly endedAt: number
  readonly response: string
}

/** Uses the key on all of the nodes, again and again, until it is told to stop. */
function watch(key: string, on: readonly KeyServer[]): () => Promise<readonly Use[]> {
  const uses: Use[] = []
  let isOver = false
  const readers = on.map(async node => {
    while (!isOver) {
      const startedAt = performance.now()
      const response = await node.use(key)
      uses.push({ startedAt, endedAt: performance.now(), response })
    }
  })
  return async () => {
    isOver = true
    await Promise.all(readers)
    return uses
  }
}

interface Change {
  /** How the key is used before, and after. */
  readonly before: string
  readonly after: string
  readonly make: (on: KeyServer, id: string) => Promise<Response>
}

const changes: Readonly<Record<string, Change>> = {
  'a revocation': {
    before: 'ok',
    after: 'api_key_revoked',
    make: (on, id) => on.send('DELETE', `/${id}`),
  },
  'a narrowing of its scopes': {
    before: 'ok',
    after: 'insufficient_scope',
    make: (on, id) => on.send('PATCH', `/${id}`, { scopes: ['schema.read'] }),
  },
  'a rotation without an overlap': {
    before: 'ok',
    after: 'api_key_invalid',
    make: (on, id) => on.send('POST', `/${id}/rotate`),
  },
}

/** Uses that the order of what happened forbids: none may be. */
async function findForbidden(change: Change, writer: KeyServer, readers: readonly KeyServer[]) {
  const { doc, key } = await writer.create()
  const first = await Promise.all(readers.map(node => node.use(key)))
  const stop = watch(key, [...readers, ...readers])
  await Bun.sleep(Math.random() * 4)
  const startedAt = performance.now()
  const response = await change.make(writer, doc.id)
  const respondedAt = performance.now()
  const last = await Promise.all(
    readers.map(node =>
      nextResponse(
        () => node.use(key),
        response => response !== change.before,
      ),
    ),
  )
  const knownAt = testEngine === 'sqlite' || readers.includes(writer) ? respondedAt : respondedAt + lateMsMax
  const uses = await stop()
  expect(response.ok).toBe(true)
  expect([first, last]).toEqual([readers.map(() => change.before), readers.map(() => change.after)])
  return uses.filter(
    use =>
      ![change.before, change.after].includes(use.response) ||
      (use.endedAt < startedAt && use.response !== change.before) ||
      (use.startedAt > knownAt && use.response !== change.after),
  )
}

/** To the nearest future that the change still finds to be one; in milliseconds. */
async function shortenExpiry(on: KeyServer, id: string, marginMs = 30): Promise<number> {
  const end = Date.now() + marginMs
  const { status } = await on.send('PATCH', `/${id}`, { expiresAt: new Date(end).toISOString() })
  if (status === 200) return end
  expect({ status, isLate: Date.now() >= end }).toEqual({ status: 400, isLate: true })
  return shortenExpiry(on, id, marginMs * 2)
}

describe('every use of a key', () => {
  for (const [title, change] of Object.entries(changes)) {
    for (const [where, places] of [
      ['one node', [0, 0]],
      ['the other node', [0, 1]],
    ] as const) {
      test(`that starts after ${title} is answered knows of it, on ${where}`, async () => {
        for (let round = 0; round < fuzzRuns(12); round++) {
          const [writer, reader] = [nodes[places[0]]!, nodes[places[1]]!]
          expect(await findForbidden(change, writer, [reader])).toEqual([])
        }
      })
    }
  }

  test('that starts after its expiry was shortened knows of it, on both nodes, and so does one after it is prolonged', async () => {
    for (let round = 0; round < fuzzRuns(5); round++) {
      const { doc, key } = await nodes[0].create()
      const end = await shortenExpiry(nodes[round % 2]!, doc.id)
      while (Date.now() <= end) {
        const startedAt = Date.now()
        const responses = await Promise.all(nodes.map(node => node.use(key)))
        if (Date.now() < end) expect({ startedAt, responses }).toEqual({ startedAt, responses: ['ok', 'ok'] })
      }
      const expired = nodes.map(node =>
        nextResponse(
          () => node.use(key),
          response => response !== 'ok',
        ),
      )
      expect(await Promise.all(expired)).toEqual(['api_key_expired', 'api_key_expired'])
      expect((await nodes[0].send('PATCH', `/${doc.id}`, { expiresAt: null })).status).toBe(200)
      const prolonged = nodes.map(node =>
        nextResponse(
          () => node.use(key),
          response => response === 'ok',
        ),
      )
      expect(await Promise.all(prolonged)).toEqual(['ok', 'ok'])
    }
  })

  test('of a new key is accepted on both nodes from the response of its creation on, were many made at once', async () => {
    for (let round = 0; round < fuzzRuns(5); round++) {
      const responses = await Promise.all(
        Array.from({ length: 8 }, async (_, index) => {
          const { key } = await nodes[index % 2]!.create()
          return nodes[(index + 1) % 2]!.use(key)
        }),
      )
      expect(responses).toEqual(Array(8).fill('ok'))
    }
  })
})
