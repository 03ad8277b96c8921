// What cannot be done to a key any more because it was revoked.
import { beforeAll, describe, expect, test } from 'bun:test'
import { longTestMs } from '../kit/fuzz.ts'
import { readProblem } from '../kit/responses.ts'
import { type KeyDesk, keysPath, type NewApiKey, openDesk } from './key-fixture.ts'

let desk: KeyDesk
let revoked: string
let revokedAndExpired: string
beforeAll(async () => {
  desk = await openDesk()
  revoked = (await desk.create()).doc.id
  const soon = new Date(desk.space.time.now + 1).toISOString()
  revokedAndExpired = (await desk.create({ expiresAt: soon })).doc.id
  await desk.revoke(revoked)
  await desk.revoke(revokedAndExpired)
  desk.space.time.now += 1
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
      const before = await desk.stored()
      for (const id of [revoked, revokedAndExpired]) {
        const answer = await desk.ask(method, `/${id}${rest}`, body)
        expect(answer.status).toBe(409)
        expect(readProblem(answer).code).toBe('api_key_revoked')
        expect(answer.headers.get('WWW-Authenticate')).toBeNull()
      }
      expect(await desk.stored()).toEqual(before)
    })
  }

  test('a bad body as a bad body first', async () => {
    expect((await desk.ask('PATCH', `/${revoked}`, { name: '' })).status).toBe(400)
  })

  test('nobody of another space, who is told that there is no such key', async () => {
    const response = await desk.neighbourOwner.send('POST', keysPath, { name: 'next door' })
    const { doc } = (await response.json()) as NewApiKey
    await desk.neighbourOwner.send('DELETE', `${keysPath}/${doc.id}`)
    expect((await desk.ask('PATCH', `/${doc.id}`, { name: 'x' })).status).toBe(404)
    expect((await desk.ask('POST', `/${doc.id}/rotate`)).status).toBe(404)
  })
})
