// Contract 1.7: validators, conditional requests, content codings, HEAD.
import { beforeAll, describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { publish, unpublish } from '../../src/authoring/entries/publish.service.ts'
import { type Library, openLibrary } from '../kit/app/library-space.ts'
import { describeRows } from '../kit/app/request-rows.ts'

const list = '/content/books?depth=2&variants=vip'
const entry = '/content/books/tide-tables'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})

async function tagOf(path: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await library.get(path, headers)
  expect(response.status).toBe(200)
  return response.headers.get('ETag') ?? ''
}

describe('an ETag', () => {
  test('is strong, and the same for the same content with any key', async () => {
    const { key } = await library.makeKey()
    const tags = new Set<string>()
    for (let round = 0; round < 3; round++) tags.add(await tagOf(list))
    tags.add(await tagOf(list, { Authorization: `Bearer ${key}` }))
    library.time.now += 1000
    tags.add(await tagOf(list))
    tags.add(await tagOf(`${list}&unknown=1`))
    expect(tags.size).toBe(1)
    expect([...tags][0]).toMatch(/^"[\x21\x23-\x7e]+"$/)
  })

  test('changes exactly when the body does', async () => {
    const space = await openLibrary()
    const bodies = new Map<string, string>()
    const look = async (path: string) => {
      const response = await space.get(path)
      const [tag, body] = [response.headers.get('ETag') ?? '', await response.text()]
      expect([path, response.status, body]).toEqual([path, 200, body])
      expect(bodies.get(tag) ?? body).toBe(body)
      for (const [other, text] of bodies) if (text === body) expect(other).toBe(tag)
      bodies.set(tag, body)
      return tag
    }
    const first = await look(entry)
    const clock = () => space.time.now
    const steps: (() => Promise<unknown>)[] = [
      // A draft alone changes nothing.
      () => space.import([{ type: 'entry', collection: 'books', id: 'b-draft', slug: 'secret', data: {} }]),
      () => unpublish(space.database, space.space, ['authors/wren'], () => 0),
      () => publish(space.database, space.space, ['authors/wren'], clock),
      () => unpublish(space.database, space.space, ['notes/note-1'], () => 0),
    ]
    const seen: string[] = []
    for (const step of steps) {
      await step()
      seen.push(await look(entry))
      for (const path of [list, '/content/notes', '/content/notes?perPage=3', `${entry}?depth=1`])
        await look(path)
    }
    expect(seen).toEqual([first, seen[1]!, first, first])
    expect(seen[1]).not.toBe(first)
    expect(bodies.size).toBeGreaterThan(7)
  })

  test('differs between content codings, and each of them is known in every coding', async () => {
    const codings = ['identity', 'gzip', 'br', 'zstd']
    const tags = await Promise.all(codings.map(coding => tagOf(list, { 'Accept-Encoding': coding })))
    expect(new Set(tags).size).toBe(4)
    for (const coding of codings) {
      for (const tag of tags) {
        const response = await library.get(list, { 'Accept-Encoding': coding, 'If-None-Match': tag })
        expect(response.status).toBe(304)
      }
    }
  })
})

describe('If-None-Match', () => {
  const matching = ['TAG', 'W/TAG', '*', ' * ', '"x", TAG', 'TAG,"x"', '"a" , W/"b",\t W/TAG ,"c"', ', TAG']
  for (const header of matching) {
    test(`${header} gives 304: no body, and the headers of the 200`, async () => {
      const tag = await tagOf(entry)
      const full = await library.get(entry)
      const response = await library.get(entry, { 'If-None-Match': header.replace('TAG', tag) })
      expect(response.status).toBe(304)
      expect(await response.text()).toBe('')
      for (const name of ['ETag', 'Cache-Control', 'Vary', 'Access-Control-Allow-Origin'])
        expect(response.headers.get(name)).toBe(full.headers.get(name))
      expect(response.headers.get('X-Request-Id')).toBeTruthy()
      for (const name of ['Content-Type', 'Content-Encoding', 'Content-Length'])
        expect(response.headers.get(name)).toBeNull()
    })
  }

  const different = ['"x"', 'W/"x"', '', 'x', '"*"', '""', 'BARE', '"BARE', '"BAREx"', '"x BARE"']
  for (const header of different) {
    test(`${header || 'without a value'} gives the whole response`, async () => {
      const tag = await tagOf(entry)
      const sent = header.replace('BARE', tag.slice(1, -1))
      expect((await library.get(entry, { 'If-None-Match': sent })).status).toBe(200)
    })
  }

  test('is not looked at where the response is an error', async () => {
    for (const path of ['/content/books/nothing', '/content/nowhere', '/content/books?page=0']) {
      const status = (await library.get(path)).status
      expect((await library.get(path, { 'If-None-Match': '*' })).status).toBe(status)
    }
  })

  test('names the ignored parameters in the 304 too', async () => {
    const response = await library.get(`${entry}?x=1`, { 'If-None-Match': '*' })
    expect(response.headers.get('X-Ignored-Parameters')).toBe('x')
  })

  test('gets a new response after a change of what it named', async () => {
    const space = await openLibrary()
    const before = await space.get(entry)
    const headers = { 'If-None-Match': before.headers.get('ETag')! }
    expect((await space.get(entry, headers)).status).toBe(304)
    await unpublish(space.database, space.space, ['books/kelp/for supper'], () => 0)
    expect((await space.get(entry, headers)).status).toBe(200)
  })
})

const decoders: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
}

describe('Accept-Encoding', () => {
  const choices: readonly (readonly [string | null, string | null])[] = [
    [null, null],
    ['', null],
    ['identity', null],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['zstd', 'zstd'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1, br;q=0.5, zstd;q=0.1', 'gzip'],
    ['gzip;q=0.1, br;q=0.2, zstd;q=0', 'br'],
    ['zstd;q=0, br;q=0, gzip;q=0', null],
    ['identity;q=1, gzip;q=0.5', null],
    ['gzip;q=0, *', 'zstd'],
    ['*;q=0.5, br;q=1', 'br'],
    ['*', 'zstd'],
    ['deflate', null],
    ['x-gzip-not', null],
    [';;;,,,', null],
  ]
  for (const [header, coding] of choices) {
    test(`"${header}" gives ${coding ?? 'no coding'}, and the decoded bytes are the same`, async () => {
      const plain = Buffer.from(await (await library.get(list)).arrayBuffer())
      const response = await library.get(list, header === null ? {} : { 'Accept-Encoding': header })
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(response.headers.get('Content-Encoding')).toBe(coding)
      expect(response.headers.get('Content-Length')).toBe(String(bytes.byteLength))
      expect(response.headers.get('Content-Type')).toBe('application/json')
      const decode = coding === null ? undefined : decoders[coding]
      expect(Buffer.from(decode ? decode(bytes) : bytes).equals(plain)).toBe(true)
      if (coding) expect(bytes.byteLength).toBeLessThan(plain.byteLength)
    })
  }
})

describeRows('the headers of a response', [
  ...['/books', '/books/tide-tables', '/books?page=9', '/drafts'].map(path => ({
    name: `let no shared cache keep ${path}, and let a private one keep it only to ask again`,
    path,
    status: 200,
    responses: {
      'Cache-Control': 'private, no-cache',
      Vary: 'Authorization, Accept-Encoding',
      'Content-Type': 'application/json',
      ETag: /^"[^"]+"$/,
      'Set-Cookie': null,
      Age: null,
    },
  })),
])

describe('HEAD', () => {
  const paths = [
    '/content/books?depth=3',
    '/content/books/tide-tables',
    '/content/books/nothing',
    '/content/nowhere',
    '/content/books?page=0&x=1',
    '/schema',
    '/nowhere',
  ]
  for (const path of paths) {
    for (const coding of ['identity', 'zstd']) {
      test(`${path} in ${coding} equals GET without the body`, async () => {
        const init = { headers: { Authorization: `Bearer ${library.key}`, 'Accept-Encoding': coding } }
        const get = await library.request(`/api/v1/public${path}`, init)
        const head = await library.request(`/api/v1/public${path}`, { ...init, method: 'HEAD' })
        const ownOfEach = ['x-request-id', 'content-length', 'server-timing']
        const headersOf = (response: Response) =>
          [...response.headers].filter(([name]) => !ownOfEach.includes(name))
        const length = String((await get.arrayBuffer()).byteLength)
        expect(head.status).toBe(get.status)
        expect(headersOf(head)).toEqual(headersOf(get))
        if (get.status === 200) expect(head.headers.get('Content-Length')).toBe(length)
        expect(await head.text()).toBe('')
      })
    }
  }

  test('responds to If-None-Match and a missing key as GET does', async () => {
    const init = { method: 'HEAD', headers: { Authorization: `Bearer ${library.key}`, 'If-None-Match': '*' } }
    expect((await library.request('/api/v1/public/content/books', init)).status).toBe(304)
    expect((await library.request('/api/v1/public/content/books', { method: 'HEAD' })).status).toBe(401)
  })
})
