// Creating a key over HTTP: what it is by default, who it says made it, and where its secret is.
import { beforeAll, describe, expect, test } from 'bun:test'
import { errorTable } from '../../src/base/error-table.ts'
import { type SignedIn, signIn } from '../kit/app/signed-in.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { checksumOf } from './crc32.ts'
import {
  allowedScopes,
  errorsOf,
  type KeyFixture,
  keysPath,
  type NewApiKey,
  openKeyFixture,
} from './key-fixture.ts'

let fixture: KeyFixture
let admin: SignedIn
beforeAll(async () => {
  fixture = await openKeyFixture()
  admin = await signIn(fixture.space, { email: 'admin@example.com', role: 'admin' })
}, longTestMs)

describe('a new key', () => {
  test('reads content for a year where nothing else is asked, and says who made it', async () => {
    const now = fixture.space.time.now
    const { doc, key } = await fixture.create({ name: '  website ' })
    const at = new Date(now).toISOString()
    expect(doc).toEqual({
      id: doc.id,
      name: 'website',
      prefix: key.slice(0, 12),
      scopes: ['content.read'],
      status: 'active',
      createdAt: at,
      createdBy: 'owner@example.com',
      updatedAt: at,
      expiresAt: new Date(now + 365 * 24 * 3600 * 1000).toISOString(),
      lastUsedAt: null,
      revokedAt: null,
    })
    expect(await fixture.find(doc.id)).toEqual(doc)
  })

  test('is flst_, 32 characters and a checksum, and no two are alike', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => fixture.create({ name: 'same' })))
    for (const { key } of made) {
      expect(key).toMatch(/^flst_[0-9A-Za-z]{38}$/)
      expect(key.slice(-6)).toBe(checksumOf(key.slice(0, -6)))
    }
    expect(new Set(made.map(({ key }) => key)).size).toBe(20)
    expect(new Set(made.map(({ doc }) => doc.id)).size).toBe(20)
  })

  test('is accepted when its creation is answered', async () => {
    for (let round = 0; round < 20; round++) {
      const { key } = await fixture.create()
      expect(await fixture.use(key)).toBe('ok')
    }
  })

  test('can do what its scopes say and nothing else', async () => {
    expect(await fixture.use((await fixture.create({ scopes: ['schema.read'] })).key)).toBe(
      'insufficient_scope',
    )
    const { doc, key } = await fixture.create({ scopes: ['schema.read', 'content.read', 'schema.read'] })
    expect(doc.scopes).toEqual(['content.read', 'schema.read'])
    expect(await fixture.use(key)).toBe('ok')
  })

  test('never expires where expiresAt is null, and otherwise then', async () => {
    expect((await fixture.create({ expiresAt: null })).doc.expiresAt).toBeNull()
    const { doc } = await fixture.create({ expiresAt: '2030-01-01T01:00:00.5+01:00' })
    expect(doc.expiresAt).toBe('2030-01-01T00:00:00.500Z')
  })

  test("reads its maker's space and no other, whatever is asked for", async () => {
    const { key } = await fixture.create()
    const response = await fixture.neighbour.request('/api/v1/public/content/c', {
      headers: { Authorization: `Bearer ${key}` },
    })
    expect(((await response.json()) as { list: { id: string }[] }).list.map(({ id }) => id)).toEqual(['e'])
    const theirs = await fixture.neighbourOwner.send('GET', `${keysPath}?perPage=1000`)
    expect(await theirs.text()).not.toContain(key.slice(0, 12))
  })

  test("may be an admin's", async () => {
    const response = await admin.send('POST', keysPath, { name: "admin's" })
    const { doc } = (await response.json()) as NewApiKey
    expect([response.status, doc.createdBy]).toEqual([201, 'admin@example.com'])
  })
})

describe('the secret', () => {
  test('is in the response of the creation, and nowhere else: no list, change, revocation or error', async () => {
    const { doc, key } = await fixture.create({ name: 'kept' })
    const responses = [
      await fixture.ask('GET', '?perPage=1000'),
      await fixture.ask('PATCH', `/${doc.id}`, { name: 'x' }),
      await fixture.ask('PATCH', `/${doc.id}`, { name: '' }),
      await fixture.ask('DELETE', `/${doc.id}`),
      await fixture.ask('POST', `/${doc.id}/rotate`),
    ]
    for (const { text, headers } of responses) {
      expect(text + JSON.stringify([...(headers as Headers)])).not.toContain(key.slice(12))
    }
  })

  test('is stored as its SHA-256 alone', async () => {
    const { key } = await fixture.create()
    const { keys, secrets } = await fixture.stored()
    const hash = new Bun.CryptoHasher('sha256').update(key).digest('hex')
    expect(secrets.filter(secret => secret.hash === hash).length).toBe(1)
    expect(JSON.stringify([keys, secrets])).not.toContain(key.slice(12))
  })
})

describe('a creation that is refused', () => {
  const rows: readonly (readonly [title: string, body: object | string | undefined, ...errors: string[]])[] =
    [
      ['without a body', undefined, 'name is required'],
      ['without a name', { scopes: ['content.read'] }, 'name is required'],
      ['with a name of null', { name: null }, 'name must be a string'],
      ['with an empty name', { name: ' ' }, 'name must have 1 to 100 characters'],
      ['with a name of 101 emoji', { name: '🌊'.repeat(101) }, 'name must have 1 to 100 characters'],
      [
        'without scopes',
        { name: 'x', scopes: [] },
        `scopes must be a list of at least one scope; ${allowedScopes}`,
      ],
      [
        'with scopes of null',
        { name: 'x', scopes: null },
        `scopes must be a list of at least one scope; ${allowedScopes}`,
      ],
      [
        'with an unknown scope',
        { name: 'x', scopes: ['*'] },
        `scopes has unknown scopes: *; ${allowedScopes}`,
      ],
      [
        "with another's name on it, another space, an id or a secret of its own",
        { name: 'x', createdBy: 'eve', space: 'other', id: 'mine', key: 'flst_mine', userId: 'eve' },
        ...['createdBy', 'space', 'id', 'key', 'userId'].map(
          name => `${name} is not a field of this request`,
        ),
      ],
      ['with a lifespan', { name: 'x', lifespan: -1 }, 'lifespan is not a field of this request'],
      ['with a name given twice', '{"name":"a","name":"b"}', 'name must be given only once'],
    ]
  for (const [title, body, ...errors] of rows) {
    test(`${title} says so and makes no key`, async () => {
      const before = await fixture.stored()
      const response = await fixture.ask('POST', '', body)
      expect(errorsOf(response)).toEqual(errors)
      expect(response.text).toContain(errorTable.invalid_body.title)
      expect(await fixture.stored()).toEqual(before)
    })
  }
})
