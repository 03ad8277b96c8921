// A full disk: every write of a key is refused whole and says so, reading goes on, and nothing is half done.
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'kysely'
import { type ReceivedResponse, readProblem } from '../kit/app/responses.ts'
import { describeOnSqlite } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { type KeyFixture, type NewApiKey, openKeyFixture } from './key-fixture.ts'

setDefaultTimeout(longTestMs)

let fixture: KeyFixture
const made: NewApiKey[] = []

async function run(text: string): Promise<Record<string, number>> {
  const { rows } = await fixture.space.database.transaction(writes =>
    sql.raw<Record<string, number>>(text).execute(writes),
  )
  return rows[0] ?? {}
}

/** The file may grow no more, which is what a full disk is to SQLite, and what room its pages have left is taken. */
async function fill(): Promise<void> {
  const { page_count: pages } = await run('pragma page_count')
  await run(`pragma max_page_count = ${pages}`)
  for (let isFull = false; !isFull; ) {
    const response = await fixture.ask('POST', '', { name: 'one more' })
    isFull = response.status === 503
    if (!isFull) made.push(JSON.parse(response.text) as NewApiKey)
  }
  let short = made
  for (const length of [100, 50, 25, 12, 6, 3]) {
    const left: NewApiKey[] = []
    for (const each of short) {
      const response = await fixture.ask('PATCH', `/${each.doc.id}`, { name: '🌊'.repeat(length) })
      if (response.status === 503) left.push(each)
    }
    short = left
  }
}

function expectFull(response: ReceivedResponse): void {
  expect(response.status).toBe(503)
  expect(readProblem(response).code).toBe('storage_full')
  expect(response.headers.get('Retry-After')).toMatch(/^\d+$/)
}

const writes = [
  ['creating a key', () => fixture.ask('POST', '', { name: '🌊'.repeat(100) })],
  ['changing one', (id: string) => fixture.ask('PATCH', `/${id}`, { name: `${'🌊'.repeat(99)}é` })],
  ['rotating one', (id: string) => fixture.ask('POST', `/${id}/rotate`, { overlapSeconds: 604_800 })],
  ['revoking one', (id: string) => fixture.ask('DELETE', `/${id}`)],
] as const

describeOnSqlite('while the disk is full', () => {
  beforeAll(async () => {
    fixture = await openKeyFixture()
    for (let count = 0; count < 20; count++) made.push(await fixture.create())
    await fill()
  })

  for (const [title, write] of writes) {
    test(`${title} is done or refused as storage_full, and what is refused changes nothing`, async () => {
      const statuses = new Set<number>()
      for (const { doc } of made) {
        const before = await fixture.stored()
        const response = await write(doc.id)
        statuses.add(response.status)
        if (response.status < 300) continue
        expectFull(response)
        expect(await fixture.stored()).toEqual(before)
      }
      expect([...statuses]).toContain(503)
    })
  }

  test('keys are listed and content is read', async () => {
    expect((await fixture.ask('GET', '?perPage=1000')).status).toBe(200)
    const { doc, key } = made[0]!
    expect(['ok', 'api_key_revoked', 'api_key_invalid']).toContain(await fixture.use(key))
    expect((await fixture.find(doc.id)).id).toBe(doc.id)
    expect(await fixture.use(fixture.space.key)).toBe('ok')
  })

  test('a last use that cannot be written is kept until it can', async () => {
    await fixture.use(fixture.space.key)
    await run('pragma max_page_count = 1073741823')
    await fixture.space.usage.flush()
    expect((await fixture.ask('POST', '', { name: 'room again' })).status).toBe(201)
  })
})
