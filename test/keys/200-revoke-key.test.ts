// Revoking a key: at once, for good, and again without a change.
import { beforeAll, describe, expect, test } from 'bun:test'
import { query } from '../../src/database/database.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { docOf, errorsOf, type KeyFixture, openKeyFixture } from './key-fixture.ts'

let fixture: KeyFixture
beforeAll(async () => {
  fixture = await openKeyFixture()
}, longTestMs)

describe('a revocation', () => {
  test('ends the key at once and says when, and leaves the rest of the record', async () => {
    const { doc, key } = await fixture.create()
    expect(await fixture.use(key)).toBe('ok')
    fixture.space.time.now += 1000
    const at = new Date(fixture.space.time.now).toISOString()
    const revoked = await fixture.revoke(doc.id)
    expect(revoked).toEqual({
      ...doc,
      status: 'revoked',
      revokedAt: at,
      updatedAt: at,
      lastUsedAt: revoked.lastUsedAt,
    })
    expect(await fixture.use(key)).toBe('api_key_revoked')
    expect(await fixture.find(doc.id)).toEqual(revoked)
  })

  test('again is the same response, and changes nothing', async () => {
    const { doc } = await fixture.create()
    const revoked = await fixture.revoke(doc.id)
    const before = await fixture.stored()
    fixture.space.time.now += 5000
    expect(await fixture.revoke(doc.id)).toEqual(revoked)
    expect(await fixture.stored()).toEqual(before)
  })

  test('again leaves the keys that nodes have cached valid', async () => {
    const { doc } = await fixture.create()
    const { everything, space } = fixture.space
    const revision = () =>
      everything.first(query.selectFrom('key_revision').select('revision').where('space', '=', space))
    const before = await revision()
    await fixture.revoke(doc.id)
    const revoked = await revision()
    expect(revoked).not.toEqual(before)
    await fixture.revoke(doc.id)
    expect(await revision()).toEqual(revoked)
  })

  test('by two at once is one revocation', async () => {
    const { doc } = await fixture.create()
    const all = await Promise.all([1, 2, 3, 4].map(() => fixture.revoke(doc.id)))
    expect(new Set(all.map(({ revokedAt }) => revokedAt)).size).toBe(1)
  })

  test('is for good: no time, change or rotation brings the key back', async () => {
    const { doc, key } = await fixture.create({ expiresAt: null })
    await fixture.revoke(doc.id)
    for (const attempt of [
      await fixture.ask('PATCH', `/${doc.id}`, { expiresAt: null, scopes: ['content.read'] }),
      await fixture.ask('PATCH', `/${doc.id}`, {}),
      await fixture.ask('POST', `/${doc.id}/rotate`, { overlapSeconds: 60 }),
    ]) {
      expect(attempt.status).toBe(409)
    }
    for (const field of ['revokedAt', 'status']) {
      errorsOf(await fixture.ask('PATCH', `/${doc.id}`, { [field]: null }))
    }
    fixture.space.time.now += 10 * 365 * 24 * 3600 * 1000
    expect(await fixture.use(key)).toBe('api_key_revoked')
    fixture.space.time.now -= 10 * 365 * 24 * 3600 * 1000
  })

  test('of an expired key makes it a revoked one', async () => {
    const { doc, key } = await fixture.create({
      expiresAt: new Date(fixture.space.time.now + 1).toISOString(),
    })
    fixture.space.time.now += 1
    expect(await fixture.use(key)).toBe('api_key_expired')
    expect((await fixture.revoke(doc.id)).status).toBe('revoked')
    expect(await fixture.use(key)).toBe('api_key_revoked')
  })

  test('leaves every other key and every secret as it is', async () => {
    const other = await fixture.create()
    const { doc } = await fixture.create()
    const before = await fixture.stored()
    await fixture.revoke(doc.id)
    const after = await fixture.stored()
    const rest = ({ keys }: typeof before) => keys.filter(key => !JSON.stringify(key).includes(doc.id))
    expect(rest(after)).toEqual(rest(before))
    expect(after.secrets).toEqual(before.secrets)
    expect(await fixture.use(other.key)).toBe('ok')
  })

  for (const [label, body, headers] of [
    ['no body', undefined, {}],
    ['no body but its type', undefined, { 'Content-Type': 'application/json' }],
    ['an empty object', {}, {}],
  ] as const) {
    test(`takes ${label}`, async () => {
      const { doc } = await fixture.create()
      expect(docOf(await fixture.ask('DELETE', `/${doc.id}`, body, headers)).status).toBe('revoked')
    })
  }

  test('takes no field, and then revokes nothing', async () => {
    const { doc, key } = await fixture.create()
    const response = await fixture.ask('DELETE', `/${doc.id}`, { reason: 'old', name: 'x' })
    expect(errorsOf(response)).toEqual([
      'reason is not a field of this request',
      'name is not a field of this request',
    ])
    expect(await fixture.use(key)).toBe('ok')
  })
})
