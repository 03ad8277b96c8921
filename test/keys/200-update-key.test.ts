// Endpoint 3: what a change changes, and what it leaves. What is refused is in 400-key-bodies.test.ts.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { ApiKeyView } from '../../src/keys/keys.schema.ts'
import { signIn } from '../kit/app/signed-in.ts'
import { testStart } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { docOf, type KeyFixture, keysPath, openKeyFixture } from './key-fixture.ts'

setDefaultTimeout(longTestMs)

let fixture: KeyFixture
beforeAll(async () => {
  fixture = await openKeyFixture()
})

const day = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(fixture.space.time.now + days * day).toISOString()

async function patch(id: string, body?: object | string): Promise<ApiKeyView> {
  return docOf(await fixture.ask('PATCH', `/${id}`, body))
}

interface Row {
  readonly field: 'name' | 'scopes' | 'expiresAt'
  readonly state: string
  readonly sent: unknown
  readonly becomes: unknown
}

const rows: readonly Row[] = [
  { field: 'name', state: 'a text', sent: 'shop', becomes: 'shop' },
  { field: 'name', state: 'a text with space around it', sent: ' \t\u00a0shop\u2003\n ', becomes: 'shop' },
  { field: 'name', state: 'a text with space inside', sent: 'my  shop', becomes: 'my  shop' },
  { field: 'name', state: 'one character', sent: 'x', becomes: 'x' },
  { field: 'name', state: '100 characters', sent: 'x'.repeat(100), becomes: 'x'.repeat(100) },
  { field: 'name', state: '100 emoji', sent: '🌊'.repeat(100), becomes: '🌊'.repeat(100) },
  {
    field: 'name',
    state: '50 letters and their accents',
    sent: 'e\u0301'.repeat(50),
    becomes: 'e\u0301'.repeat(50),
  },
  { field: 'name', state: 'markup', sent: '<b>"\\&amp;', becomes: '<b>"\\&amp;' },
  { field: 'name', state: 'SQL', sent: "'; drop table api_key; --", becomes: "'; drop table api_key; --" },
  { field: 'scopes', state: 'another scope', sent: ['schema.read'], becomes: ['schema.read'] },
  {
    field: 'scopes',
    state: 'both, in any order',
    sent: ['schema.read', 'content.read'],
    becomes: ['content.read', 'schema.read'],
  },
  {
    field: 'scopes',
    state: 'one scope 20 times',
    sent: Array(20).fill('schema.read'),
    becomes: ['schema.read'],
  },
  { field: 'expiresAt', state: 'null, which is never', sent: null, becomes: null },
  {
    field: 'expiresAt',
    state: 'the very next millisecond',
    sent: '2026-06-01T00:00:00.002Z',
    becomes: '2026-06-01T00:00:00.002Z',
  },
  {
    field: 'expiresAt',
    state: 'a time with an offset',
    sent: '2027-01-01T01:30:00+01:30',
    becomes: '2027-01-01T00:00:00.000Z',
  },
  {
    field: 'expiresAt',
    state: 'a time in small letters, to the nanosecond',
    sent: '2027-01-01t00:00:00.123456789z',
    becomes: '2027-01-01T00:00:00.123Z',
  },
  {
    field: 'expiresAt',
    state: 'the 29th of February of a leap year',
    sent: '2028-02-29T23:59:59Z',
    becomes: '2028-02-29T23:59:59.000Z',
  },
  {
    field: 'expiresAt',
    state: 'the last moment that there is',
    sent: '9999-12-31T23:59:59.999Z',
    becomes: '9999-12-31T23:59:59.999Z',
  },
]

describe('a change of one field', () => {
  for (const { field, state, sent, becomes } of rows) {
    test(`takes as ${field} ${state}, and leaves every other field, key and secret`, async () => {
      fixture.space.time.now = testStart
      const { doc } = await fixture.create()
      const before = await fixture.stored()
      fixture.space.time.now += 1
      const changed = await patch(doc.id, { [field]: sent })
      expect(changed).toEqual({ ...doc, [field]: becomes, updatedAt: '2026-06-01T00:00:00.001Z' })
      expect(await fixture.find(doc.id)).toEqual(changed)
      const after = await fixture.stored()
      const others = ({ keys }: typeof before) => keys.filter(key => !JSON.stringify(key).includes(doc.id))
      expect(others(after)).toEqual(others(before))
      expect(after.secrets).toEqual(before.secrets)
    })
  }
})

describe('a change', () => {
  test('of everything at once changes everything', async () => {
    const { doc } = await fixture.create()
    fixture.space.time.now += 1000
    const wanted = { name: 'all', scopes: ['schema.read'], expiresAt: inDays(7) }
    const changed = await patch(doc.id, wanted)
    const updatedAt = new Date(fixture.space.time.now).toISOString()
    expect(changed).toEqual({ ...doc, ...wanted, scopes: ['schema.read'], updatedAt })
  })

  for (const [label, body, headers] of [
    ['{}', '{}', {}],
    ['{} in white space', ' \t\r\n{ }\n', {}],
    ['no body', undefined, {}],
    ['no body, of no length', '', { 'Content-Type': null }],
  ] as const) {
    test(`of nothing (${label}) changes nothing, not even updatedAt, and writes nothing`, async () => {
      const { doc } = await fixture.create()
      const before = await fixture.stored()
      fixture.space.time.now += 1000
      fixture.space.statements.length = 0
      expect(docOf(await fixture.ask('PATCH', `/${doc.id}`, body, headers))).toEqual(doc)
      expect(fixture.space.statements.filter(sql => /^(?:insert|update|delete)/i.test(sql))).toEqual([])
      expect(await fixture.stored()).toEqual(before)
    })
  }

  test('is one statement, by space and id', async () => {
    const { doc } = await fixture.create()
    fixture.space.statements.length = 0
    await patch(doc.id, { name: 'one', scopes: ['schema.read'], expiresAt: null })
    const about = fixture.space.statements.filter(sql => sql.includes('"api_key"'))
    expect(about.length).toBe(1)
    expect(about[0]).toMatch(
      /^update "api_key" set .+ where "space" = \? and "id" = \? and "revoked_at" is null/,
    )
  })

  test('of the name or the expiry is not seen by who uses the key, one of the scopes is, at once', async () => {
    const { doc, key } = await fixture.create()
    await patch(doc.id, { name: 'x', expiresAt: null })
    expect(await fixture.use(key)).toBe('ok')
    await patch(doc.id, { scopes: ['schema.read'] })
    expect(await fixture.use(key)).toBe('insufficient_scope')
    await patch(doc.id, { scopes: ['content.read'] })
    expect(await fixture.use(key)).toBe('ok')
  })

  test('of the expiry ends the key at that very millisecond, and prolongs one that has ended', async () => {
    const { doc, key } = await fixture.create()
    await patch(doc.id, { expiresAt: inDays(1) })
    fixture.space.time.now += day - 1
    expect(await fixture.use(key)).toBe('ok')
    fixture.space.time.now += 1
    expect(await fixture.use(key)).toBe('api_key_expired')
    expect((await patch(doc.id, { name: 'still expired' })).status).toBe('expired')
    expect((await patch(doc.id, { expiresAt: inDays(1) })).status).toBe('active')
    expect(await fixture.use(key)).toBe('ok')
    fixture.space.time.now += day
    expect((await patch(doc.id, { expiresAt: null })).status).toBe('active')
    fixture.space.time.now += 1000 * 365 * day
    expect(await fixture.use(key)).toBe('ok')
    fixture.space.time.now = testStart
  })

  test('leaves lastUsedAt as it is, and using a key leaves updatedAt', async () => {
    const { doc, key } = await fixture.create()
    const usedAt = new Date(fixture.space.time.now).toISOString()
    await fixture.use(key)
    fixture.space.time.now += 5000
    const changed = await patch(doc.id, { name: 'used' })
    expect(changed.lastUsedAt).toBe(usedAt)
    fixture.space.time.now += 5000
    await fixture.use(key)
    await fixture.space.usage.flush()
    const { updatedAt, lastUsedAt } = await fixture.find(doc.id)
    expect(updatedAt).toBe(changed.updatedAt)
    expect(lastUsedAt).toBe(new Date(fixture.space.time.now).toISOString())
  })

  test('may come from an admin, and does not change who made the key', async () => {
    const admin = await signIn(fixture.space, { email: 'admin@example.com', role: 'admin' })
    const { doc } = await fixture.create()
    const response = await admin.send('PATCH', `${keysPath}/${doc.id}`, { name: "the admin's" })
    const { doc: changed } = (await response.json()) as { doc: ApiKeyView }
    expect([changed.name, changed.createdBy]).toEqual(["the admin's", 'owner@example.com'])
  })

  test('finds its key where the id is percent-encoded', async () => {
    const { doc } = await fixture.create()
    const encoded = [...doc.id].map(letter => `%${letter.charCodeAt(0).toString(16)}`).join('')
    expect((await patch(encoded, { name: 'encoded' })).id).toBe(doc.id)
  })

  test('that comes with others at once leaves what the others change, and of one field the last stands', async () => {
    const { doc } = await fixture.create()
    const names = Array.from({ length: 20 }, (_, index) => ({ name: `name ${index}` }))
    const all = [...names, { scopes: ['schema.read'] }, { expiresAt: null }]
    const responses = await Promise.all(all.map(body => patch(doc.id, body)))
    const stands = await fixture.find(doc.id)
    expect(stands).toMatchObject({ scopes: ['schema.read'], expiresAt: null })
    expect(responses.map(({ name }) => name)).toContain(stands.name)
    expect(stands.name).toStartWith('name ')
  })
})
