// Writes of keys know no query: what is in one is ignored and named, or refused where the client asks for strictness.
import { beforeAll, describe, expect, test } from 'bun:test'
import { readProblem } from '../kit/app/responses.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { errorsOf, type KeyFixture, openKeyFixture } from './key-fixture.ts'

let fixture: KeyFixture
beforeAll(async () => {
  fixture = await openKeyFixture()
}, longTestMs)

const writes = [
  ['a creation', 'POST', async () => '', { name: 'x' }],
  ['a change', 'PATCH', async () => `/${(await fixture.create()).doc.id}`, { name: 'x' }],
  ['a rotation', 'POST', async () => `/${(await fixture.create()).doc.id}/rotate`, { overlapSeconds: 1 }],
  ['a revocation', 'DELETE', async () => `/${(await fixture.create()).doc.id}`, undefined],
] as const

/** Queries, and the names in X-Ignored-Parameters. */
const queries = [
  ['x=1', 'x'],
  ['x=1&x=2&y', 'x, y'],
  ['page=0&perPage=99999', 'page, perPage'],
  ['name=taken&id=x&space=x', 'name, id, space'],
  ['__proto__=1&constructor=2', '__proto__, constructor'],
  ['%zz=1&%00=2', '%25zz, %00'],
  ['a%0D%0ASet-Cookie%3Ab=1', 'a%0D%0ASet-Cookie%3Ab'],
] as const

describe('a query parameter of a write', () => {
  for (const [title, method, toPath, body] of writes) {
    for (const [query, names] of queries) {
      test(`${title} is ignored and named: ${query}`, async () => {
        const response = await fixture.ask(method, `${await toPath()}?${query}`, body)
        expect(response.status).toBeLessThan(300)
        expect(response.headers.get('X-Ignored-Parameters')).toBe(names)
      })

      test(`${title} is a 400 with Prefer: handling=strict, and nothing is done: ${query}`, async () => {
        const path = await toPath()
        const before = await fixture.stored()
        const response = await fixture.ask(method, `${path}?${query}`, body, { Prefer: 'handling=strict' })
        expect(readProblem(response).code).toBe('invalid_parameters')
        expect(errorsOf(response).length).toBe(names.split(', ').length)
        expect(await fixture.stored()).toEqual(before)
      })
    }

    test(`${title} may be none, strict or not`, async () => {
      for (const query of ['', '?', '?&&']) {
        const response = await fixture.ask(method, (await toPath()) + query, body, {
          Prefer: 'handling=strict',
        })
        expect(response.status).toBeLessThan(300)
        expect(response.headers.get('Preference-Applied')).toBe('handling=strict')
        expect(response.headers.get('X-Ignored-Parameters')).toBeNull()
      }
    })
  }
})
