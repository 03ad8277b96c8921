// When a key was last used: known at once on the node, written in batches, never by a read, never backwards.

import { beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createKeyUsage } from '../../src/keys/key-usage.ts'
import { findKey, revokeKey } from '../../src/keys/keys.store.ts'
import { runJson } from '../kit/command/running-command.ts'
import { breakTable } from '../kit/database/broken-table.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { type KeyFixture, openKeyFixture } from './key-fixture.ts'
import { prepareDatabase, startKeyServer } from './key-server.ts'

setDefaultTimeout(longTestMs)

let fixture: KeyFixture
beforeAll(async () => {
  fixture = await openKeyFixture()
})
beforeEach(() => fixture.space.usage.flush())

const isWrite = (sql: string) => /^(?:insert|update|delete|replace)\b/i.test(sql)
const now = () => new Date(fixture.space.time.now).toISOString()

async function storedUse(id: string): Promise<number | null> {
  return (await findKey(fixture.space.database.reads, fixture.space.space, id))!.lastUsedAt
}

describe('the last use of a key', () => {
  test('is null before the first, and at once on this node in every response about the key', async () => {
    const { doc, key } = await fixture.create()
    expect(doc.lastUsedAt).toBeNull()
    fixture.space.time.now += 1234
    await fixture.use(key)
    expect((await fixture.find(doc.id)).lastUsedAt).toBe(now())
    expect((await fixture.rotate(doc.id, 60)).doc.lastUsedAt).toBe(now())
    expect((await fixture.revoke(doc.id)).lastUsedAt).toBe(now())
  })

  test('is written by no read, however many, and by the flush in one transaction', async () => {
    const keys = await Promise.all([1, 2, 3].map(() => fixture.create()))
    fixture.space.statements.length = 0
    for (let round = 0; round < 10; round++) for (const { key } of keys) await fixture.use(key)
    expect(fixture.space.statements.filter(isWrite)).toEqual([])
    expect(await storedUse(keys[0]!.doc.id)).toBeNull()
    fixture.space.statements.length = 0
    await fixture.space.usage.flush()
    expect(fixture.space.statements.filter(isWrite).length).toBe(3)
    expect(fixture.space.statements.filter(sql => /^(?:begin|commit)/i.test(sql)).length).toBeLessThanOrEqual(
      2,
    )
    for (const { doc } of keys) expect(await storedUse(doc.id)).toBe(fixture.space.time.now)
  })

  test('is written once: a flush without a use since the last one writes nothing', async () => {
    await fixture.use((await fixture.create()).key)
    await fixture.space.usage.flush()
    fixture.space.statements.length = 0
    await fixture.space.usage.flush()
    expect(fixture.space.statements).toEqual([])
  })

  test('is no use at all where the key was refused', async () => {
    const { doc, key } = await fixture.create({ scopes: ['schema.read'] })
    expect(await fixture.use(key)).toBe('insufficient_scope')
    expect((await fixture.find(doc.id)).lastUsedAt).toBeNull()
    await fixture.revoke(doc.id)
    expect(await fixture.use(key)).toBe('api_key_revoked')
    expect((await fixture.find(doc.id)).lastUsedAt).toBeNull()
  })

  test('counts whatever the key may do, a 404 and a 400 too', async () => {
    for (const path of ['/schema', '/content/nowhere', '/content/c?page=0']) {
      const { doc, key } = await fixture.create({ scopes: ['content.read', 'schema.read'] })
      await fixture.space.get(path, { Authorization: `Bearer ${key}` })
      expect((await fixture.find(doc.id)).lastUsedAt).toBe(now())
    }
  })

  test('never goes back: neither when the clock does, nor when another node reports an earlier use later', async () => {
    const { doc, key } = await fixture.create()
    const other = createKeyUsage(fixture.space.database)
    other.note({ space: fixture.space.space, id: doc.id }, fixture.space.time.now + 1000)
    fixture.space.time.now += 5000
    const latest = now()
    await fixture.use(key)
    fixture.space.time.now -= 3000
    await fixture.use(key)
    expect((await fixture.find(doc.id)).lastUsedAt).toBe(latest)
    await fixture.space.usage.flush()
    await other.flush()
    expect(await storedUse(doc.id)).toBe(Date.parse(latest))
    expect((await fixture.find(doc.id)).lastUsedAt).toBe(latest)
  })

  test('is the newest that this node and the others know of', async () => {
    const { doc, key } = await fixture.create()
    await fixture.use(key)
    const other = createKeyUsage(fixture.space.database)
    other.note({ space: fixture.space.space, id: doc.id }, fixture.space.time.now + 2000)
    await other.flush()
    expect(Date.parse((await fixture.find(doc.id)).lastUsedAt!)).toBe(fixture.space.time.now + 2000)
  })

  test('is kept for the next flush where one fails, the later use where there was one in the meantime', async () => {
    const [once, again] = [await fixture.create(), await fixture.create()]
    const { database, space, usage, time } = fixture.space
    const first = time.now
    await Promise.all([once, again].map(({ key }) => fixture.use(key)))
    const mend = await breakTable(database, { table: 'api_key', event: 'update', message: 'away' })
    const failing = usage.flush()
    time.now += 1000
    usage.note({ space, id: again.doc.id }, time.now)
    await expect(failing).rejects.toThrow('away')
    await mend()
    expect(await storedUse(once.doc.id)).toBeNull()
    await usage.flush()
    expect(await storedUse(once.doc.id)).toBe(first)
    expect(await storedUse(again.doc.id)).toBe(time.now)
  })

  test('changes nothing else: a key that was revoked in the meantime stays revoked, one that is gone stays gone', async () => {
    const { doc, key } = await fixture.create()
    await fixture.use(key)
    const { database, space, usage, time } = fixture.space
    await database.transaction(writes => revokeKey(writes, space, doc.id, time.now + 1))
    usage.note({ space, id: 'gone' }, time.now)
    const before = await fixture.stored()
    await usage.flush()
    const after = await fixture.stored()
    const used = before.keys.map(row =>
      (row as { id: string }).id === doc.id ? { ...row, last_used_at: time.now } : row,
    )
    expect(after).toEqual({ keys: used, secrets: before.secrets })
    expect(await fixture.use(key)).toBe('api_key_revoked')
  })

  test("of another space's key of the same id is not touched", async () => {
    const { doc } = await fixture.create()
    fixture.space.usage.note({ space: fixture.neighbour.space, id: doc.id }, 5)
    await fixture.space.usage.flush()
    expect(await storedUse(doc.id)).toBeNull()
  })
})

test('the end of a server writes what it knows, for every other process to see', async () => {
  const command = await prepareDatabase()
  const node = await startKeyServer(command)
  const { doc, key } = await node.create()
  const start = Date.now()
  expect(await node.use(key)).toBe('ok')
  const end = Date.now()
  const seen = async () => {
    const { list } = await runJson<{ list: { id: string; lastUsedAt: string | null }[] }>(
      command,
      'keys',
      'list',
    )
    return list.find(({ id }) => id === doc.id)!.lastUsedAt
  }
  expect(await seen()).toBeNull()
  expect(await node.server.stop()).toBe(0)
  const lastUsedAt = Date.parse((await seen())!)
  expect(lastUsedAt).toBeGreaterThanOrEqual(start)
  expect(lastUsedAt).toBeLessThanOrEqual(end)
})
