// Endpoint 4: the list of the current space's keys, its order, its pages and its parameters.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createSpace } from '../../src/accounts/spaces/spaces.service.ts'
import { systemRandom } from '../../src/base/ids.ts'
import type { ApiKeyView } from '../../src/keys/keys.schema.ts'
import { readProblem } from '../kit/app/responses.ts'
import { signIn } from '../kit/app/signed-in.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { errorsOf, type KeyFixture, keysPath, openKeyFixture } from './key-fixture.ts'

setDefaultTimeout(longTestMs)

interface Page {
  readonly list: readonly ApiKeyView[]
  readonly count: number
  readonly pagesCount: number
}

let fixture: KeyFixture
const made: ApiKeyView[] = []
beforeAll(async () => {
  fixture = await openKeyFixture()
  for (const moment of [5, 0, 0, 7, 0, 1, 1, 1, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0]) {
    fixture.space.time.now += moment
    made.push((await fixture.create({ name: `key ${made.length}` })).doc)
  }
  await fixture.revoke(made[3]!.id)
})

async function read(query = ''): Promise<Page> {
  const response = await fixture.ask('GET', query)
  expect({ query, status: response.status }).toEqual({ query, status: 200 })
  return JSON.parse(response.text) as Page
}

const ids = (page: Page) => page.list.map(({ id }) => id)

describe('the list of keys', () => {
  test('is list, count and pagesCount: 20 a page where nothing is asked, all keys of the space counted', async () => {
    const page = await read()
    expect(Object.keys(page)).toEqual(['list', 'count', 'pagesCount'])
    expect([page.list.length, page.count, page.pagesCount]).toEqual([20, 25, 2])
    expect(page).toEqual(await read('?page=1&perPage=20'))
    expect((await read('?page=2')).list.length).toBe(5)
  })

  test('shows of each key the record and nothing else', async () => {
    for (const key of (await read('?perPage=1000')).list) {
      expect(Object.keys(key)).toEqual([
        'id',
        'name',
        'prefix',
        'scopes',
        'status',
        'createdAt',
        'createdBy',
        'updatedAt',
        'expiresAt',
        'lastUsedAt',
        'revokedAt',
      ])
      expect(key.prefix).toMatch(/^flst_[0-9A-Za-z]{7}$/)
    }
  })

  test('has the newest first, and keys of one moment by id in the order of code points', async () => {
    const { list } = await read('?perPage=1000')
    const sorted = [...list].sort(
      (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.id < b.id ? -1 : 1),
    )
    expect(new Set(list.map(key => key.createdAt)).size).toBeLessThan(list.length)
    expect(list).toEqual(sorted)
  })

  test('has every key once, whatever the size of its pages', async () => {
    const all = ids(await read('?perPage=1000'))
    expect(new Set(all).size).toBe(25)
    for (const perPage of [1, 2, 7, 24, 25, 26]) {
      const { pagesCount } = await read(`?perPage=${perPage}`)
      expect(pagesCount).toBe(Math.ceil(25 / perPage))
      const walked: string[] = []
      for (let page = 1; page <= pagesCount; page++) {
        walked.push(...ids(await read(`?page=${page}&perPage=${perPage}`)))
      }
      expect(walked).toEqual(all)
    }
  })

  test('is empty beyond its last page, with the true totals', async () => {
    for (const query of ['?page=3', '?page=2147483647&perPage=1000', '?page=26&perPage=1']) {
      const page = await read(query)
      expect([page.list, page.count]).toEqual([[], 25])
    }
  })

  test('shows revoked and expired keys too, each with its status at this moment', async () => {
    const { doc } = await fixture.create({ expiresAt: new Date(fixture.space.time.now + 1000).toISOString() })
    expect((await fixture.find(doc.id)).status).toBe('active')
    fixture.space.time.now += 1000
    expect((await fixture.find(doc.id)).status).toBe('expired')
    fixture.space.time.now -= 1
    expect((await fixture.find(doc.id)).status).toBe('active')
    expect(await fixture.find(made[3]!.id)).toMatchObject({ status: 'revoked' })
    expect((await fixture.find(made[3]!.id)).revokedAt).not.toBeNull()
  })

  test("has no key of another space, and that space's list has none of these", async () => {
    const theirs = await fixture.neighbourOwner.send('GET', `${keysPath}?perPage=1000`)
    const page = (await theirs.json()) as Page
    expect(page.count).toBe(2)
    const ours = ids(await read('?perPage=1000'))
    expect(ids(page).filter(id => ours.includes(id))).toEqual([])
  })

  test('of a space without keys is empty, of no pages', async () => {
    const parts = { clock: () => fixture.space.time.now, random: systemRandom }
    const { id } = await fixture.space.database.transaction(writes =>
      createSpace(writes, parts, { slug: 'new', name: 'New' }),
    )
    const owner = await signIn({ ...fixture.space, space: id }, { email: 'new@example.com' })
    const response = await owner.send('GET', keysPath)
    expect((await response.json()) as Page).toEqual({ list: [], count: 0, pagesCount: 0 })
  })

  test('responds to HEAD as to GET, without the body', async () => {
    const [get, head] = [await fixture.ask('GET', ''), await fixture.ask('HEAD', '')]
    expect(head.status).toBe(200)
    expect(head.headers.get('Content-Length')).toBe(String(Buffer.byteLength(get.text)))
    expect(head.headers.get('Content-Type')).toBe('application/json')
  })

  test('writes nothing', async () => {
    fixture.space.statements.length = 0
    await read('?perPage=1000')
    expect(fixture.space.statements.filter(sql => !/^(?:select|begin|commit)\b/i.test(sql))).toEqual([])
  })
})

describe('a page that is not accepted', () => {
  const odd = [
    '1e3',
    '+1',
    '0x10',
    '1.0',
    '-1',
    '01',
    '',
    '0',
    '1_000',
    '%D9%A1',
    '1%00',
    'NaN',
    'Infinity',
    '%zz',
  ]
  for (const name of ['page', 'perPage']) {
    for (const value of [...odd, name === 'page' ? '2147483648' : '1001']) {
      test(`is ${name}=${value}: a 400 that names it and its range`, async () => {
        const errors = errorsOf(await fixture.ask('GET', `?${name}=${value}`))
        expect(errors.length).toBe(1)
        const range = name === 'page' ? 'from 1 to 2147483647' : 'from 1 to 1000'
        expect(errors[0]).toStartWith(name)
        if (value !== '%zz') expect(errors[0]).toContain(range)
      })
    }
    test(`is ${name} given twice, were it the same`, async () => {
      expect(errorsOf(await fixture.ask('GET', `?${name}=1&${name}=1`))).toEqual([
        `${name} must be given only once`,
      ])
    })
  }

  test('is reported with every other error at once', async () => {
    const errors = errorsOf(await fixture.ask('GET', '?perPage=0&page=x'))
    expect(errors.map(error => error.split(' ')[0])).toEqual(['page', 'perPage'])
  })
})

describe('a parameter that the list does not know', () => {
  test('is ignored and named in X-Ignored-Parameters', async () => {
    const response = await fixture.ask('GET', '?status=active&perPage=1&status=x&d%C3%A9pth=1')
    expect(response.status).toBe(200)
    expect(response.headers.get('X-Ignored-Parameters')).toBe('status, d%C3%A9pth')
    expect((JSON.parse(response.text) as Page).list.length).toBe(1)
  })

  test('is a 400 with Prefer: handling=strict, beside the other errors', async () => {
    const response = await fixture.ask('GET', '?status=active&page=0', undefined, {
      Prefer: 'handling=strict',
    })
    expect(errorsOf(response).map(error => error.split(' ')[0])).toEqual(['page', 'status'])
    expect(readProblem(response).code).toBe('invalid_parameters')
    const good = await fixture.ask('GET', '?page=1', undefined, { Prefer: 'handling=strict' })
    expect([good.status, good.headers.get('Preference-Applied')]).toEqual([200, 'handling=strict'])
  })
})
