// What cannot be done to a key any more because it was revoked.
import { beforeAll, describe, expect, test } from 'bun:test'
import { readProblem } from '../kit/app/responses.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { type KeyFixture, keysPath, type NewApiKey, openKeyFixture } from './key-fixture.ts'

let fixture: KeyFixture
let revoked: string
let revokedAndExpired: string
beforeAll(async () => {
  fixture = await openKeyFixture()
  revoked = (await fixture.create()).doc.id
  const soon = new Date(fixture.space.time.now + 1).toISOString()
  revokedAndExpired = (await fixture.create({ expiresAt: soon })).doc.id
  await fixture.revoke(revoked)
  await fixture.revoke(revokedAndExpired)
  fixture.space.time.now += 1
}, longTestMs)

const attempts = [
  ['a change of its name', 'PATCH', '', { name: 'again' }],
  ['a change of its expiry', 'PATCH', '', { expiresAt: null }],
  ['a change of its scopes', 'PATCH', '', { scopes: ['content.read'] }],
  ['a change of nothing', 'PATCH', '', {}],
  ['a change without a body', 'PATCH', '', undefined],
  ['a rotation', 'POST', '/rotate', undefined],
  ['a rotation with an overlap', 'POST', '/rotate', { overlapSeconds: 604_800 }],
] as const

describe('a revoked key refuses', () => {
  for (const [title, method, rest, body] of attempts) {
    test(`${title}, expired or not, and stays as it is`, async () => {
      const before = await fixture.stored()
      for (const id of [revoked, revokedAndExpired]) {
        const response = await fixture.ask(method, `/${id}${rest}`, body)
        expect(response.status).toBe(409)
        expect(readProblem(response).code).toBe('api_key_revoked')
        expect(response.headers.get('WWW-Authenticate')).toBeNull()
      }
      expect(await fixture.stored()).toEqual(before)
    })
  }

  test('a bad body as a bad body first', async () => {
    expect((await fixture.ask('PATCH', `/${revoked}`, { name: '' })).status).toBe(400)
  })

  test('no change from another space, which gets a 404', async () => {
    const response = await fixture.neighbourOwner.send('POST', keysPath, { name: 'next door' })
    const { doc } = (await response.json()) as NewApiKey
    await fixture.neighbourOwner.send('DELETE', `${keysPath}/${doc.id}`)
    expect((await fixture.ask('PATCH', `/${doc.id}`, { name: 'x' })).status).toBe(404)
    expect((await fixture.ask('POST', `/${doc.id}/rotate`)).status).toBe(404)
  })
})
