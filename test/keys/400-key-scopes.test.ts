// Scopes are of two kinds, for delivery and for management; a key has one of them and keeps it.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readProblem } from '../kit/app/responses.ts'
import { createNeighbour } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { docOf, errorsOf, type KeyFixture, openKeyFixture } from './key-fixture.ts'

setDefaultTimeout(longTestMs)

const delivery = ['content.read', 'schema.read'] as const
const management = ['draft.read', 'content.write', 'content.publish', 'model.write'] as const

const mixed = `scopes must be either delivery scopes (${delivery.join(', ')}) or management scopes (${management.join(', ')}) or preview scopes (content.preview), of one kind only`
const staysDelivery = `scopes must stay delivery scopes (${delivery.join(', ')}): an API key keeps its kind`
const staysManagement = `scopes must stay management scopes (${management.join(', ')}): an API key keeps its kind`

let fixture: KeyFixture
beforeAll(async () => {
  fixture = await openKeyFixture()
})

describe('a new key', () => {
  for (const scope of management) {
    test(`has the management scope ${scope}, and reads nothing that is delivered`, async () => {
      const { doc, key } = await fixture.create({ scopes: [scope] })
      expect(doc.scopes).toEqual([scope])
      for (const [path, needed] of [
        ['/content/c', 'content.read'],
        ['/content/c/e', 'content.read'],
        ['/schema', 'schema.read'],
      ] as const) {
        // Twice: from the database, and as the node remembers it.
        for (let round = 0; round < 2; round++) {
          const response = await fixture.space.get(path, { Authorization: `Bearer ${key}` })
          expect([path, response.status, response.headers.get('WWW-Authenticate')]).toEqual([
            path,
            403,
            `Bearer error="insufficient_scope", scope="${needed}"`,
          ])
        }
      }
    })

    for (const other of delivery) {
      test(`cannot have ${other} and ${scope}, in any order`, async () => {
        const before = await fixture.stored()
        for (const scopes of [
          [other, scope],
          [scope, other],
          [...delivery, ...management],
        ]) {
          expect(errorsOf(await fixture.ask('POST', '', { name: 'web', scopes }))).toEqual([mixed])
        }
        expect(await fixture.stored()).toEqual(before)
      })
    }
  }

  test('has all management scopes that it names, in the order of the list', async () => {
    const { doc } = await fixture.create({ scopes: [...management].reverse() })
    expect(doc.scopes).toEqual([...management])
  })
})

describe('a change of scopes', () => {
  test('to the other kind, or to both, is refused, and nothing of the change is made', async () => {
    for (const [scopes, kept, ofOther, stays] of [
      [['content.read'], delivery, management, staysDelivery],
      [['content.write'], management, delivery, staysManagement],
    ] as const) {
      const { doc } = await fixture.create({ scopes })
      const before = await fixture.stored()
      for (const scope of ofOther) {
        const change = { name: 'renamed', expiresAt: null }
        const alone = await fixture.ask('PATCH', `/${doc.id}`, { ...change, scopes: [scope] })
        expect(errorsOf(alone)).toEqual([stays])
        const both = await fixture.ask('PATCH', `/${doc.id}`, { ...change, scopes: [scope, ...scopes] })
        expect(errorsOf(both)).toEqual([mixed])
      }
      expect(await fixture.stored()).toEqual(before)
      const changed = docOf(await fixture.ask('PATCH', `/${doc.id}`, { scopes: [...kept] }))
      expect(changed.scopes).toEqual([...kept])
    }
  })

  test('keeps the kind through a rotation and beyond an expiry', async () => {
    const { doc } = await fixture.create({
      scopes: ['draft.read'],
      expiresAt: new Date(fixture.space.time.now + 1000).toISOString(),
    })
    await fixture.rotate(doc.id)
    fixture.space.time.now += 1000
    const response = await fixture.ask('PATCH', `/${doc.id}`, { scopes: ['content.read'], expiresAt: null })
    expect(errorsOf(response)).toEqual([staysManagement])
    expect((await fixture.find(doc.id)).status).toBe('expired')
  })

  test('of a revoked key, of one of another space and of a missing one is refused for that', async () => {
    const { doc } = await fixture.create({ scopes: ['draft.read'] })
    await fixture.revoke(doc.id)
    const neighbour = await createNeighbour(fixture.space, 'scopes-of-others')
    const { id } = await neighbour.makeKey({ scopes: ['draft.read'] })
    for (const [key, code] of [
      [doc.id, 'api_key_revoked'],
      [id, 'api_key_not_found'],
      ['missing', 'api_key_not_found'],
    ] as const) {
      const response = await fixture.ask('PATCH', `/${key}`, { scopes: ['content.read'] })
      expect([key, readProblem(response).code]).toEqual([key, code])
    }
  })
})
