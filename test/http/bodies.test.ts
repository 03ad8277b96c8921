// Bodies of every write, and how they are read: strictly, within limits, and never to a server's error.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import fc from 'fast-check'
import { type FieldError, Problem } from '../../src/base/errors.ts'
import { bodyBytesMax, invalidBody, readBody } from '../../src/http/body.ts'
import { anyCharacter } from '../kit/any-character.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { serveWith } from '../kit/app/serve-with.ts'
import { type SignedIn, sendAs, signIn, testOrigin } from '../kit/app/signed-in.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { dumpTables } from '../kit/oracle/tables.ts'
import { until } from '../kit/until.ts'

// Hashing a password is slow by design, and more so on a busy machine.
setDefaultTimeout(longTestMs)

let space: TestSpace
let owner: SignedIn
/** Every route that is not a GET, but for those of assets: their bodies are files, or read once the asset was found. */
let writes: readonly { readonly method: string; readonly path: string }[]
beforeAll(async () => {
  space = await createTestSpace()
  owner = await signIn(space)
  writes = space.app.routes
    .filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
    .filter(({ path }) => !path.startsWith('/api/v1/assets'))
    .map(({ method, path }) => ({ method, path: path.replace(':id', 'x'.repeat(20)) }))
    // Its query is checked before its body.
    .map(({ method, path }) => {
      if (method !== 'DELETE') return { method, path }
      if (path.startsWith('/api/v1/entries')) return { method, path: `${path}?draftVersion=1` }
      return { method, path: path.startsWith('/api/v1/collections') ? `${path}?modelVersion=1` : path }
    })
})

const encode = (text: string) => new TextEncoder().encode(text)

describe('every write', () => {
  test('whose client goes away in the middle of its body is no failure of the server', async () => {
    for (const { method, path } of writes) {
      const body = new ReadableStream({
        pull(stream) {
          stream.error(new DOMException('The connection was closed.', 'AbortError'))
        },
      })
      const response = await owner.send(method, path, body)
      expect([path, response.status]).toEqual([path, 400])
      expect(readProblem(await readResponse(response)).code).toBe('invalid_body')
    }
  })

  test('tells that its body is awaited, and that it is there; nothing else does', async () => {
    const seen: string[] = []
    const { path } = writes.find(write => write.path.endsWith('/sign-out'))!
    const parts = { onBody: (_: Request, state: string) => void seen.push(state) }
    const { promise: rest, resolve } = Promise.withResolvers<void>()
    const body = new ReadableStream({
      async start(stream) {
        stream.enqueue(encode('{'))
        await rest
        stream.enqueue(encode('}'))
        stream.close()
      },
    })
    const serving = serveWith(space, parts)
    const response = sendAs(serving, null)('POST', path, body)
    await until(() => seen.length > 0)
    expect(seen).toEqual(['awaited'])
    resolve()
    expect((await response).status).toBe(200)
    await sendAs(serving, owner.cookie)('GET', '/api/auth/session')
    expect(seen).toEqual(['awaited', 'read'])
  })

  test.each<[string, string | Uint8Array<ArrayBuffer>, Record<string, string>, number, string]>([
    ['no JSON', '{', {}, 400, 'invalid_body'],
    ['a list', '[]', {}, 400, 'invalid_body'],
    ['null', 'null', {}, 400, 'invalid_body'],
    ['a field twice', '{"x":1,"x":1}', {}, 400, 'invalid_body'],
    ['an unknown field', '{"__proto__":{"role":"owner"}}', {}, 400, 'invalid_body'],
    ['bytes that are not UTF-8', new Uint8Array([123, 255, 125]), {}, 400, 'invalid_body'],
    ['a byte order mark', '\ufeff{}', {}, 400, 'invalid_body'],
    ['a text', '{}', { 'Content-Type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['a form', 'a=b', { 'Content-Type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
    [
      'JSON of a kind',
      '{}',
      { 'Content-Type': 'application/merge-patch+json' },
      415,
      'unsupported_media_type',
    ],
    [
      'another charset',
      '{}',
      { 'Content-Type': 'application/json; charset=utf-16' },
      415,
      'unsupported_media_type',
    ],
    ['packed JSON', '{}', { 'Content-Encoding': 'gzip' }, 415, 'unsupported_media_type'],
    ['64 KiB and one byte', ' '.repeat(bodyBytesMax + 1), {}, 413, 'body_too_large'],
    ['a length that is too large', '{}', { 'Content-Length': '65537' }, 413, 'body_too_large'],
    [
      '10,000 lists in each other',
      `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
      {},
      400,
      'invalid_body',
    ],
    ['60,000 lists that do not end', '['.repeat(60_000), {}, 400, 'invalid_body'],
    ['a text of 60,000 characters', JSON.stringify({ email: 'x'.repeat(60_000) }), {}, 400, 'invalid_body'],
    ['3,000 unknown fields', JSON.stringify(fields(3000)), {}, 400, 'invalid_body'],
  ])('refuses %s: %#', async (_, body, headers, status, code) => {
    const before = await dumpTables(space)
    expect(writes.length).toBeGreaterThanOrEqual(14)
    for (const { method, path } of writes) {
      // Bodies with entries or models are longer.
      const isLong = /^\/api\/v1\/(?:entries(?:\/x+)?(?:\?|$)|operations$|collections\b)/.test(path)
      if (status === 413 && isLong) continue
      const response = await readResponse(await owner.send(method, path, body, headers))
      expect([path, response.status, readProblem(response).code]).toEqual([path, status, code])
      expect(response.text.length).toBeLessThan(20_000)
      expect(response.headers.get('Accept-Post')).toBe(status === 415 ? 'application/json' : null)
    }
    expect(await dumpTables(space)).toEqual(before)
  })

  test('judges the size of its body after who sends it, from where, and as what', async () => {
    const long = { 'Content-Length': String(64 * 1024 * 1024) }
    const plain = { ...long, 'Content-Type': 'text/plain' }
    const foreign = { ...plain, Origin: 'https://evil.example' }
    const anonymous = sendAs(space, null)
    for (const { method, path } of writes) {
      const statusOf = async (send: typeof anonymous, headers: Record<string, string>) =>
        (await send(method, path, '{}', headers)).status
      if (path.startsWith('/api/v1/')) {
        const key = { Authorization: 'Bearer flst_none' }
        expect([path, await statusOf(anonymous, { ...foreign, ...key })]).toEqual([path, 401])
      }
      expect([path, await statusOf(owner.send, foreign)]).toEqual([path, 403])
      expect([path, await statusOf(owner.send, plain)]).toEqual([path, 415])
      expect([path, await statusOf(owner.send, long)]).toEqual([path, 413])
    }
  })

  test('responds to any JSON with a problem of the client, not of the server', async () => {
    const names = [
      'email',
      'password',
      'token',
      'role',
      'space',
      'name',
      'scopes',
      'expiresAt',
      'newPassword',
      'currentPassword',
      'overlapSeconds',
    ]
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: anyCharacter }),
      fc.constantFrom('\ud800', '\u0000', '', 'x'.repeat(300)),
    )
    // Without an address and a key's good name nothing is made, nobody removed, and no password is hashed.
    const values = fc.dictionary(
      fc.constantFrom(...names),
      odd.filter(value => value !== 'owner'),
    )
    await fc.assert(
      fc.asyncProperty(values, fc.nat(), async (body, place) => {
        const { method, path } = writes[place % writes.length]!
        if (path.endsWith('/api-keys') || path.endsWith('/sign-out')) return
        const response = await readResponse(await owner.send(method, path, body))
        expect([400, 401, 403, 404, 409, 429]).toContain(response.status)
        readProblem(response)
      }),
      { numRuns: fuzzRuns(300) },
    )
  })
})

const schema = z.object({
  a: z.string('must be a string').optional(),
  b: z.number('must be a number').default(7),
})

function toRequest(
  body: string | ReadableStream | null,
  headers: Record<string, string> = { 'Content-Type': 'application/json' },
) {
  return new Request(testOrigin, { method: 'POST', headers, body })
}

/** The fields, or the faults as texts. */
async function read(request: Request, by: z.ZodObject | null = schema) {
  const toTexts = (errors: readonly FieldError[]) => errors.map(({ name, message }) => `${name} ${message}`)
  try {
    const { values, errors } = await readBody(by, request)
    return errors.length > 0 ? toTexts(invalidBody(errors).errors ?? []) : values
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.errors ? toTexts(error.errors) : error.code
  }
}

/** In pieces of one size, without a length told beforehand. */
function inPieces(bytes: Uint8Array, size: number): ReadableStream {
  let at = 0
  return new ReadableStream({
    pull: controller => {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + size))
      at += size
    },
  })
}

describe('a body', () => {
  test('may have 64 KiB to the byte, in how many pieces it may come', async () => {
    const fit = encode(`{"a":"x"${' '.repeat(bodyBytesMax - 9)}}`)
    expect(fit.length).toBe(65_536)
    for (const size of [1, 1000, bodyBytesMax]) {
      expect(await read(toRequest(inPieces(fit, size)))).toEqual({ a: 'x', b: 7 })
      expect(await read(toRequest(inPieces(encode(`${new TextDecoder().decode(fit)} `), size)))).toBe(
        'body_too_large',
      )
    }
  })

  test('that has no end is given up at 64 KiB', async () => {
    let pulled = 0
    const endless = new ReadableStream({
      pull: controller => {
        pulled += 4096
        // So that a server that reads on and on fails the test instead of hanging it.
        if (pulled > 256 * bodyBytesMax) return controller.close()
        controller.enqueue(new Uint8Array(4096))
      },
    })
    expect(await read(toRequest(endless))).toBe('body_too_large')
    expect(pulled).toBeLessThan(4 * bodyBytesMax)
  })

  test('a character that is cut by the pieces is whole', async () => {
    expect(await read(toRequest(inPieces(encode('{"a":"🌊é"}'), 1)))).toEqual({ a: '🌊é', b: 7 })
  })

  test('is UTF-8 to the byte: nothing is put in place of what is not', async () => {
    for (const bad of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x8c]]) {
      const bytes = new Uint8Array([...encode('{"a":"'), ...bad, ...encode('"}')])
      expect(await read(toRequest(inPieces(bytes, 3)))).toEqual([' must be UTF-8'])
    }
  })

  test('may be absent where no field is required, unless its type is told', async () => {
    expect(await read(toRequest(null, {}))).toEqual({ b: 7 })
    expect(await read(toRequest(null, {}), null)).toEqual({})
    expect(await read(toRequest(null), null)).toEqual({})
    expect(await read(toRequest(null))).toEqual([' must be JSON'])
    expect(await read(toRequest('{}'), null)).toEqual({})
    expect(await read(toRequest('{"a":1}'), null)).toEqual(['a is not a field of this request'])
    expect(await read(toRequest(null, {}), z.object({ a: z.string() }))).toEqual(['a is required'])
  })

  test('is refused with all its errors at once, at most 50, with names of 64 characters', async () => {
    expect(await read(toRequest('{"a":1,"b":"x","c":null,"d":{"e":1,"e":2}}'))).toEqual(
      expect.arrayContaining([
        '/d/e must be given only once',
        'a must be a string',
        'b must be a number',
        'c is not a field of this request',
        'd is not a field of this request',
      ]),
    )
    expect(await read(toRequest(JSON.stringify(fields(60))))).toHaveLength(50)
    expect(await read(toRequest(JSON.stringify({ ['🌊'.repeat(70)]: 1 })))).toEqual([
      `${'🌊'.repeat(64)} is not a field of this request`,
    ])
    expect(await read(toRequest('{"\\ud800":1}'))).toEqual(['\ufffd is not a field of this request'])
  })

  test('gives what its schema gives, and nothing that it inherits', async () => {
    const result = (await read(toRequest('{"a":"x"}'))) as object
    expect(Object.keys(result)).toEqual(['a', 'b'])
    const pollution = ['{"__proto__":{"a":"x"}}', '{"constructor":{"prototype":{"a":"x"}}}', '{"toString":1}']
    for (const text of pollution)
      expect(await read(toRequest(text))).toEqual([expect.stringMatching(/is not a field of this request$/)])
    expect(({} as { a?: string }).a).toBeUndefined()
  })
})

function fields(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, place) => [`field${place}`, place]))
}
