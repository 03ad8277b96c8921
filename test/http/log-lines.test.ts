// The line that a request leaves in the log at `info`: its fields, each in the table of docs/deployment.md, and nothing
// that a log must not know.
import { beforeAll, describe, expect, test } from 'bun:test'
import pino from 'pino'
import { readText, sectionOf, tableRowsOf } from '../documents/documents.ts'
import { serveWith } from '../kit/app/serve-with.ts'
import { signIn } from '../kit/app/signed-in.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { createNotes } from '../stress/notes.ts'

let space: TestSpace
beforeAll(async () => {
  space = await createTestSpace({ records: createNotes(3) })
})

type Line = Readonly<Record<string, unknown>>

async function linesOf(path: string, init: RequestInit = {}): Promise<{ line: Line; response: Response }> {
  const lines: string[] = []
  const logger = pino(
    { level: 'info', base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line: string) => void lines.push(line) },
  )
  const response = await serveWith(space, { logger }).request(path, init)
  expect(lines).toHaveLength(1)
  return { line: JSON.parse(lines[0]!) as Line, response }
}

const withKey = (key: string) => ({ headers: { Authorization: `Bearer ${key}` } })
const list = '/api/v1/public/content/notes'

test('a request with a key leaves all fields, of which each has a row in the documentation, and no others', async () => {
  const { id, key } = await space.makeKey()
  const { line, response } = await linesOf(`${list}?perPage=2&depth=1`, withKey(key))
  expect(line).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-.+Z$/),
    requestId: response.headers.get('X-Request-Id'),
    method: 'GET',
    path: list,
    route: '/api/v1/public/content/{collection}',
    status: 200,
    ms: expect.any(Number),
    bytes: (await response.arrayBuffer()).byteLength,
    keyId: id,
    spaceId: space.space,
    msg: 'request',
  })
  const reported = tableRowsOf(sectionOf(readText('docs/deployment.md'), 'Logs')).map(([name]) => name)
  expect(reported).toEqual(Object.keys(line).map(name => `\`${name}\``))
  expect(JSON.stringify(line)).not.toContain(key.slice(12))
})

describe('the line says who asked', () => {
  test('where the key is known and not let in', async () => {
    const { id, key } = await space.makeKey({ scopes: ['schema.read'] })
    const { line } = await linesOf(list, withKey(key))
    expect(line).toMatchObject({ status: 403, keyId: id, spaceId: space.space })
  })

  test('by the space where there is a session', async () => {
    const { cookie } = await signIn(space)
    const { line } = await linesOf('/api/v1/tokens/api-keys', { headers: { Cookie: cookie } })
    expect(line).toMatchObject({ status: 200, route: '/api/v1/tokens/api-keys', spaceId: space.space })
    expect(line).not.toHaveProperty('keyId')
  })

  test('by nothing if nobody knows: no key, or an invalid one', async () => {
    for (const init of [{}, withKey(`flst_${'x'.repeat(38)}`)]) {
      const { line } = await linesOf(list, init)
      expect(line.status).toBe(401)
      expect(Object.keys(line)).not.toContain('keyId')
      expect(Object.keys(line)).not.toContain('spaceId')
    }
  })
})

test('the signature of the address of a file is masked', async () => {
  for (const path of [
    `/assets/s~1790000000~${'x'.repeat(43)}/a/b`,
    `/assets/s%7E1790000000%7E${'x'.repeat(43)}/a/b`,
  ]) {
    const { line } = await linesOf(path)
    expect(line.path).toBe('/assets/s~1790000000~…/a/b')
  }
})

describe('an API key or a token of previews in a path is masked', () => {
  const body = 'x'.repeat(38)
  test.each([
    `/flst_${body}`,
    `/FLST_${body}`,
    `/flst%5F${body}`,
    `/flst%255f${body}`,
    `/%66lst_${body}`,
    `/%66%6C%73%74%5f${body}`,
    `/%2566%256c%2573%2574%255F${body}`,
    `/%25%36%36lst_${body}`,
    `/flst_%78${body.slice(1)}`,
    `/flst_%2578${body.slice(1)}`,
    `/a%zz%ff/%66lst_${body}/b`,
    `/flst_${body}/%66lst_${body}/%2566lst_${body}`,
    `/flpv_${body}`,
    `/FL%50V%5F${body}`,
    `/a/%2566lpv_${body}?token=flpv_${body}`,
  ])('%s', async path => {
    const { line } = await linesOf(path)
    expect(line.path).toMatch(/fl(?:st|pv)_…/)
    expect(JSON.stringify(line)).not.toMatch(/x{5}/)
  })

  test('and no other path is changed', async () => {
    for (const path of [`${list}/a%2Fb%25`, '/flst', '/%zz%2565', '/fl%73/%E2%80%A6']) {
      expect((await linesOf(path)).line.path).toBe(path)
    }
  })
})

describe('the line says what was asked', () => {
  test.each([
    ['GET', '/attic?token=secret', { path: '/attic', status: 404 }],
    [
      'GET',
      `${list}/flst_${'x'.repeat(38)}`,
      { path: `${list}/flst_…`, route: `${list.replace('notes', '{collection}')}/{slug}` },
    ],
    ['DELETE', list, { status: 405, route: '/api/v1/public/content/{collection}' }],
    ['OPTIONS', list, { status: 204, bytes: 0, route: '/api/v1/public/content/{collection}' }],
    ['HEAD', '/healthz', { status: 200, bytes: 0, route: '/healthz' }],
    ['GET', '/healthz', { status: 200, bytes: 3, route: '/healthz' }],
  ])('%s %s', async (method, path, expected) => {
    const { line } = await linesOf(path, { method })
    expect(line).toMatchObject({ method, ...expected })
    expect(JSON.stringify(line)).not.toContain('secret')
  })
})
