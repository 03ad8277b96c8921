// What is told of a key that the current space does not have: nothing but that, whatever the reason.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type ReceivedResponse, readProblem, readResponse } from '../kit/app/responses.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { anonymous, type KeyFixture, keysPath, type NewApiKey, openKeyFixture } from './key-fixture.ts'

setDefaultTimeout(longTestMs)

const missing = 'A1b2C3d4E5f6G7h8I9j0'

let fixture: KeyFixture
let own: string
const theirs: Record<string, string> = {}

async function createNextDoor(fields: object = {}): Promise<string> {
  const response = await fixture.neighbourOwner.send('POST', keysPath, { name: 'next door', ...fields })
  return ((await response.json()) as NewApiKey).doc.id
}

beforeAll(async () => {
  fixture = await openKeyFixture()
  own = (await fixture.create()).doc.id
  theirs.active = await createNextDoor()
  theirs.revoked = await createNextDoor()
  await fixture.neighbourOwner.send('DELETE', `${keysPath}/${theirs.revoked}`)
  theirs.expired = await createNextDoor({ expiresAt: new Date(fixture.space.time.now + 1).toISOString() })
  fixture.space.time.now += 1
})

const operations = [
  ['a change', 'PATCH', '', { name: 'taken', scopes: ['schema.read'], expiresAt: null }],
  ['a change of nothing', 'PATCH', '', {}],
  ['a rotation', 'POST', '/rotate', { overlapSeconds: 60 }],
  ['a revocation', 'DELETE', '', undefined],
] as const

/** Ids that are none, and ids that are almost one. */
const odd: readonly (readonly [string, () => string])[] = [
  ['%00', () => '%00'],
  ['an id and %00', () => `${own}%00`],
  ['%zz', () => '%zz'],
  ['%', () => '%'],
  ['a surrogate in UTF-8', () => '%ED%A0%80'],
  ['an overlong form', () => '%C0%AF'],
  ['control characters', () => '%0D%0ASet-Cookie:%20a=b'],
  ['..%2F', () => '..%2F'],
  ['..%2F and an id', () => `..%2Fapi-keys%2F${own}`],
  ['7,000 characters', () => 'x'.repeat(7000)],
  ['SQL', () => `${own}'%20or%20'1'='1`],
  ['*', () => '*'],
  ['%25', () => '%25'],
  ['_', () => '_'],
  ['__proto__', () => '__proto__'],
  ['null', () => 'null'],
  ['rotate', () => 'rotate'],
  ['an emoji', () => '%F0%9F%8C%8A'],
  ['an id and a space', () => `${own}%20`],
  ['an id in small letters', () => own.toLowerCase()],
  ['an id without its end', () => own.slice(0, -1)],
  ['an id encoded twice', () => `%25${own.charCodeAt(0).toString(16)}${own.slice(1)}`],
  ['two ids', () => `${own},${own}`],
]

describe('a key that is not there', () => {
  for (const [title, method, rest, body] of operations) {
    const send = (id: string): Promise<ReceivedResponse> => fixture.ask(method, `/${id}${rest}`, body)

    test(`is the same response to ${title} as a key of another space, byte for byte`, async () => {
      const before = await fixture.stored()
      const wanted = await send(missing)
      expect(wanted.status).toBe(404)
      expect(readProblem(wanted).code).toBe('api_key_not_found')
      for (const [state, id] of Object.entries(theirs)) {
        expect({ state, ...anonymous(await send(id)) }).toEqual({ state, ...anonymous(wanted) })
      }
      expect(await fixture.stored()).toEqual(before)
    })

    test(`takes the same statements as a key of another space for ${title}, each by space and id`, async () => {
      const statementsOf = async (id: string) => {
        fixture.space.statements.length = 0
        await send(id)
        return fixture.space.statements.filter(sql => /"api_key/.test(sql))
      }
      const wanted = await statementsOf(missing)
      expect(await statementsOf(theirs.active!)).toEqual(wanted)
      for (const sql of wanted) expect(sql).toMatch(/where "space" = \? and "id" = \?/)
    })

    for (const [label, idOf] of odd) {
      test(`is the same response to ${title} where the id is ${label}`, async () => {
        const before = await fixture.stored()
        expect(anonymous(await send(idOf()))).toEqual(anonymous(await send(missing)))
        expect(await fixture.stored()).toEqual(before)
      })
    }
  }

  test('is reported after the errors of a body, so that a 400 reveals nothing of it either', async () => {
    const responses = await Promise.all(
      [missing, theirs.active, own].map(id => fixture.ask('PATCH', `/${id}`, { x: 1 })),
    )
    expect(responses.map(({ status }) => status)).toEqual([400, 400, 400])
    expect(new Set(responses.map(response => JSON.stringify(anonymous(response)))).size).toBe(1)
  })
})

describe('a path beside the keys', () => {
  for (const path of [
    '/',
    '/..',
    '/%2e%2e',
    '/.',
    '//',
    '/x/',
    '/x/y',
    '/x/rotate/',
    '/x/rotate/y',
    '.json',
    '/%2F/x',
  ]) {
    test(`${path} is no endpoint`, async () => {
      const response = await readResponse(
        await fixture.owner.send('PATCH', keysPath + path, { name: 'taken' }),
      )
      expect(readProblem(response).code).toBe('not_found')
    })
  }

  test('that is longer than 8 KiB is too long', async () => {
    const response = await fixture.ask('PATCH', `/${'x'.repeat(8192)}`, {})
    expect(readProblem(response).code).toBe('uri_too_long')
  })
})
