// Requests for the same response at the same time: one of them builds it, also where a build that they have joined turns
// out to be too old for them.
import { expect } from 'bun:test'
import { uncounted } from '../../src/base/cache-counts.ts'
import { GcPacer } from '../../src/delivery/cache/gc-pacer.ts'
import { type BuildResponse, ResponseCache } from '../../src/delivery/cache/response-cache.ts'
import { ByteCache } from '../../src/delivery/cache/variant-cache.ts'
import { BroadQueries } from '../../src/delivery/store/read-pace.ts'
import { toJsonResponse } from '../../src/http/json-response.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { testOnSqlite } from '../kit/database/test-engine.ts'
import { publishOne, records } from './posts-and-authors.ts'
import { createStates } from './snapshots.ts'

// Of another process a node of PostgreSQL knows within a second, not with the next request.
testOnSqlite(
  'of all requests that have joined a build which is too old for them, one builds again for all',
  async () => {
    const space = await createTestSpace({ records })
    const { database } = space
    const responses = new ResponseCache({
      database,
      memory: new ByteCache(1_000_000),
      snapshots: createStates(database),
      gcPacer: new GcPacer(0),
      broadQueries: new BroadQueries(),
      counts: uncounted,
    })
    const built: number[] = []
    const first = Promise.withResolvers<void>()
    const build: BuildResponse = async ({ revision }) => {
      built.push(revision)
      if (built.length === 1) await first.promise
      const body = Buffer.from(String(revision))
      return { response: toJsonResponse([body], body), dependencies: [], variants: new Set() }
    }
    const request = async () => {
      const { response } = await responses.find(space.space, { text: 'same', variants: [] }, build)
      return Number(await response.body.text())
    }
    const early = request()
    while (built.length === 0) await Bun.sleep(1)
    await publishOne(space, 'authors/a0')
    const late = Array.from({ length: 10 }, request)
    await Bun.sleep(1)
    first.resolve()
    const [before] = built
    expect(await early).toBe(before!)
    expect(new Set(await Promise.all(late))).toEqual(new Set([before! + 1]))
    expect(built).toEqual([before!, before! + 1])
  },
)
