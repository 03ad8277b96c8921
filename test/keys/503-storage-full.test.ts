// A full disk: every write of a key is refused whole and says so, reading goes on, and nothing is half done.
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'kysely'
import { longTestMs } from '../kit/fuzz.ts'
import { type Answer, readProblem } from '../kit/responses.ts'
import { describeOnSqlite } from '../kit/test-engine.ts'
import { type KeyDesk, type NewApiKey, openDesk } from './key-fixture.ts'

setDefaultTimeout(longTestMs)

let desk: KeyDesk
const made: NewApiKey[] = []

async function run(text: string): Promise<Record<string, number>> {
  const { rows } = await desk.space.database.transaction(writes =>
    sql.raw<Record<string, number>>(text).execute(writes),
  )
  return rows[0] ?? {}
}

/** The file may grow no more, which is what a full disk is to SQLite, and what room its pages have left is taken. */
async function fill(): Promise<void> {
  const { page_count: pages } = await run('pragma page_count')
  await run(`pragma max_page_count = ${pages}`)
  for (let isFull = false; !isFull; ) {
    const answer = await desk.ask('POST', '', { name: 'one more' })
    isFull = answer.status === 503
    if (!isFull) made.push(JSON.parse(answer.text) as NewApiKey)
  }
  let short = made
  for (const length of [100, 50, 25, 12, 6, 3]) {
    const left: NewApiKey[] = []
    for (const each of short) {
      const answer = await desk.ask('PATCH', `/${each.doc.id}`, { name: '🌊'.repeat(length) })
      if (answer.status === 503) left.push(each)
    }
    short = left
  }
}

function expectFull(answer: Answer): void {
  expect(answer.status).toBe(503)
  expect(readProblem(answer).code).toBe('storage_full')
  expect(answer.headers.get('Retry-After')).toMatch(/^\d+$/)
}

const writes = [
  ['creating a key', () => desk.ask('POST', '', { name: '🌊'.repeat(100) })],
  ['changing one', (id: string) => desk.ask('PATCH', `/${id}`, { name: `${'🌊'.repeat(99)}é` })],
  ['rotating one', (id: string) => desk.ask('POST', `/${id}/rotate`, { overlapSeconds: 604_800 })],
  ['revoking one', (id: string) => desk.ask('DELETE', `/${id}`)],
] as const

describeOnSqlite('while the disk is full', () => {
  beforeAll(async () => {
    desk = await openDesk()
    for (let count = 0; count < 20; count++) made.push(await desk.create())
    await fill()
  })

  for (const [title, write] of writes) {
    test(`${title} is done or refused as storage_full, and what is refused changes nothing`, async () => {
      const statuses = new Set<number>()
      for (const { doc } of made) {
        const before = await desk.stored()
        const answer = await write(doc.id)
        statuses.add(answer.status)
        if (answer.status < 300) continue
        expectFull(answer)
        expect(await desk.stored()).toEqual(before)
      }
      expect([...statuses]).toContain(503)
    })
  }

  test('keys are listed and content is read', async () => {
    expect((await desk.ask('GET', '?perPage=1000')).status).toBe(200)
    const { doc, key } = made[0]!
    expect(['ok', 'api_key_revoked', 'api_key_invalid']).toContain(await desk.use(key))
    expect((await desk.find(doc.id)).id).toBe(doc.id)
    expect(await desk.use(desk.space.key)).toBe('ok')
  })

  test('a last use that cannot be written is kept until it can', async () => {
    await desk.use(desk.space.key)
    await run('pragma max_page_count = 1073741823')
    await desk.space.usage.flush()
    expect((await desk.ask('POST', '', { name: 'room again' })).status).toBe(201)
  })
})
