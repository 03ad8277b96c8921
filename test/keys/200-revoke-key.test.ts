// Revoking a key: at once, for good, and again without a change.
import { beforeAll, describe, expect, test } from 'bun:test'
import { query } from '../../src/database/database.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { docOf, faultsOf, type KeyDesk, openDesk } from './key-fixture.ts'

let desk: KeyDesk
beforeAll(async () => {
  desk = await openDesk()
}, longTestMs)

describe('a revocation', () => {
  test('ends the key at once and says when, and leaves the rest of the record', async () => {
    const { doc, key } = await desk.create()
    expect(await desk.use(key)).toBe('ok')
    desk.space.time.now += 1000
    const at = new Date(desk.space.time.now).toISOString()
    const revoked = await desk.revoke(doc.id)
    expect(revoked).toEqual({
      ...doc,
      status: 'revoked',
      revokedAt: at,
      updatedAt: at,
      lastUsedAt: revoked.lastUsedAt,
    })
    expect(await desk.use(key)).toBe('api_key_revoked')
    expect(await desk.find(doc.id)).toEqual(revoked)
  })

  test('again is the same answer, and changes nothing', async () => {
    const { doc } = await desk.create()
    const revoked = await desk.revoke(doc.id)
    const before = await desk.stored()
    desk.space.time.now += 5000
    expect(await desk.revoke(doc.id)).toEqual(revoked)
    expect(await desk.stored()).toEqual(before)
  })

  test('again leaves the keys that nodes have cached valid', async () => {
    const { doc } = await desk.create()
    const { everything, space } = desk.space
    const revision = () =>
      everything.first(query.selectFrom('key_revision').select('revision').where('space', '=', space))
    const before = await revision()
    await desk.revoke(doc.id)
    const revoked = await revision()
    expect(revoked).not.toEqual(before)
    await desk.revoke(doc.id)
    expect(await revision()).toEqual(revoked)
  })

  test('by two at once is one revocation', async () => {
    const { doc } = await desk.create()
    const all = await Promise.all([1, 2, 3, 4].map(() => desk.revoke(doc.id)))
    expect(new Set(all.map(({ revokedAt }) => revokedAt)).size).toBe(1)
  })

  test('is for good: no time, change or rotation brings the key back', async () => {
    const { doc, key } = await desk.create({ expiresAt: null })
    await desk.revoke(doc.id)
    for (const attempt of [
      await desk.ask('PATCH', `/${doc.id}`, { expiresAt: null, scopes: ['content.read'] }),
      await desk.ask('PATCH', `/${doc.id}`, {}),
      await desk.ask('POST', `/${doc.id}/rotate`, { overlapSeconds: 60 }),
    ]) {
      expect(attempt.status).toBe(409)
    }
    for (const field of ['revokedAt', 'status']) {
      faultsOf(await desk.ask('PATCH', `/${doc.id}`, { [field]: null }))
    }
    desk.space.time.now += 10 * 365 * 24 * 3600 * 1000
    expect(await desk.use(key)).toBe('api_key_revoked')
    desk.space.time.now -= 10 * 365 * 24 * 3600 * 1000
  })

  test('of an expired key makes it a revoked one', async () => {
    const { doc, key } = await desk.create({ expiresAt: new Date(desk.space.time.now + 1).toISOString() })
    desk.space.time.now += 1
    expect(await desk.use(key)).toBe('api_key_expired')
    expect((await desk.revoke(doc.id)).status).toBe('revoked')
    expect(await desk.use(key)).toBe('api_key_revoked')
  })

  test('leaves every other key and every secret as it is', async () => {
    const other = await desk.create()
    const { doc } = await desk.create()
    const before = await desk.stored()
    await desk.revoke(doc.id)
    const after = await desk.stored()
    const rest = ({ keys }: typeof before) => keys.filter(key => !JSON.stringify(key).includes(doc.id))
    expect(rest(after)).toEqual(rest(before))
    expect(after.secrets).toEqual(before.secrets)
    expect(await desk.use(other.key)).toBe('ok')
  })

  for (const [label, body, headers] of [
    ['no body', undefined, {}],
    ['no body but its type', undefined, { 'Content-Type': 'application/json' }],
    ['an empty object', {}, {}],
  ] as const) {
    test(`takes ${label}`, async () => {
      const { doc } = await desk.create()
      expect(docOf(await desk.ask('DELETE', `/${doc.id}`, body, headers)).status).toBe('revoked')
    })
  }

  test('takes no field, and then revokes nothing', async () => {
    const { doc, key } = await desk.create()
    const answer = await desk.ask('DELETE', `/${doc.id}`, { reason: 'old', name: 'x' })
    expect(faultsOf(answer)).toEqual([
      'reason is not a field of this request',
      'name is not a field of this request',
    ])
    expect(await desk.use(key)).toBe('ok')
  })
})
