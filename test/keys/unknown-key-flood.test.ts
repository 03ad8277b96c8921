// A real server beside a flood of unknown keys that comes from the same address as its valid requests.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { findSpaceBySlug } from '../../src/accounts/spaces/spaces.store.ts'
import { systemClock } from '../../src/base/clock.ts'
import { systemRandom } from '../../src/base/ids.ts'
import { mintKey } from '../../src/keys/api-key.ts'
import { newKeySchema } from '../../src/keys/keys.schema.ts'
import { createKey } from '../../src/keys/keys.service.ts'
import type { CommandLine } from '../kit/command/process.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { prepareDatabase } from './key-server.ts'

setDefaultTimeout(longTestMs)

const keysCount = 100
const connections = 32

async function makeKeys(command: CommandLine): Promise<string[]> {
  const database = await command.open()
  const space = await findSpaceBySlug(database.reads, 'main')
  const parts = { clock: systemClock, random: systemRandom }
  const wanted = { ...newKeySchema(systemClock).parse({ name: 'web' }), createdBy: 'test' }
  const keys: string[] = []
  for (let made = 0; made < keysCount; made++) {
    const { key } = await database.transaction(writes => createKey(writes, parts, space!.id, wanted))
    keys.push(key)
  }
  await database.close()
  return keys
}

const use = async (url: string, key: string): Promise<number> => {
  const headers = { Authorization: `Bearer ${key}` }
  const response = await fetch(`${url}/api/v1/public/content/c`, { headers })
  await response.arrayBuffer()
  return response.status
}

/** Sends unknown keys until `stop`; `throttled` resolves at the first 429. `pauseMs` is between two on a connection. */
function startFlood(url: string, pauseMs: number) {
  let isOver = false
  const throttled = Promise.withResolvers<void>()
  const statuses = new Set<number>()
  const senders = Array.from({ length: connections }, async () => {
    while (!isOver) {
      const status = await use(url, mintKey(systemRandom))
      statuses.add(status)
      if (status === 429) throttled.resolve()
      if (statuses.has(429) && pauseMs > 0) await Bun.sleep(pauseMs)
    }
  })
  return {
    throttled: throttled.promise,
    stop: async () => {
      isOver = true
      await Promise.all(senders)
      return [...statuses].sort()
    },
  }
}

test.each([
  ['as fast as possible', 0],
  ['some 600 a second', (1000 * connections) / 600],
])('each valid key gets its response beside unknown keys %s, also after a restart', async (_, pauseMs) => {
  const command = await prepareDatabase()
  const keys = await makeKeys(command)
  for (const _ of ['first start', 'restart']) {
    const server = await command.serve()
    const flood = startFlood(server.url, pauseMs)
    await flood.throttled
    const responses: number[] = []
    for (let at = 0; at < keys.length; at += 10)
      responses.push(...(await Promise.all(keys.slice(at, at + 10).map(key => use(server.url, key)))))
    expect(await flood.stop()).toEqual([401, 429])
    expect(responses.filter(status => status === 200)).toHaveLength(keysCount)
    expect(await server.stop()).toBe(0)
  }
})
