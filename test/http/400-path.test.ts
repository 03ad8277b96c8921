// Contract 1.5: a path that would be rewritten to another one is refused, so a proxy's rules for paths cannot be bypassed.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { getRequest, parseRawResponse, sendBytes } from '../kit/app/raw-http.ts'
import { checkResponse, readProblem } from '../kit/app/responses.ts'
import { type CommandLine, createCommandLine, type ServerProcess } from '../kit/command/process.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'

const prefix = '/api/v1/public/content'
const books = `${prefix}/books`

let command: CommandLine
let server: ServerProcess
let key: string
beforeAll(async () => {
  command = createCommandLine()
  server = await command.serve(['--demo'], { METRICS: '1' })
  key = (JSON.parse(server.stdout) as { key: string }).key
}, longTestMs)
afterAll(async () => {
  expect(await server.stop()).toBe(0)
})

async function send(target: string, method = 'GET') {
  const bytes = getRequest(target, [`Authorization: Bearer ${key}`]).replace('GET', method)
  const response = parseRawResponse(await sendBytes(server.url, bytes))
  if (!response) throw new Error('The server gave no response.')
  checkResponse(response, method)
  return response
}

/** Each leads to something that is served. */
const served = [
  '/x\\..\\metrics',
  '/x/..\\metrics',
  '/x\\../metrics',
  '/x/../metrics',
  '/./metrics',
  '/.\\metrics',
  '/x/%2e%2e/metrics',
  '/x/.%2e/metrics',
  '/x/%2E./metrics',
  '/%2e/metrics',
  '/../metrics',
  '/metrics#x',
  '/.',
  '/x/..',
  '/docs/x/../../healthz',
  '/healthz#/../x',
  `${prefix}/.\\books`,
  `${prefix}\\books`,
  `${prefix}/./books`,
  `${prefix}/%2e/books`,
  `${prefix}/x/../books`,
  `${prefix}/x/%2e%2e/books`,
  `${prefix}/x\\..\\books`,
  `${prefix}/..\\schema`,
  `${prefix}/x/..\\..\\schema`,
  `${prefix}/x/../../../../v1/public/content/books?perPage=1`,
  `${books}/.\\tide-tables`,
  `${books}\\tide-tables`,
  `${books}/x/../tide-tables`,
  `${books}/%2e\\tide-tables`,
  `${books}/%2e%2e/books`,
  `${books}#x`,
  `${books}/tide-tables#x`,
]

describe('a raw backslash, a dot segment or a fragment in a path', () => {
  test.each(served)('is a 400 where it leads to something that is served: %s', async target => {
    // Once as it should be, so that the response may be cached.
    expect((await send(`${books}?perPage=1`)).status).toBe(200)
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'GET']) {
      const response = await send(target, method)
      expect([method, response.status]).toEqual([method, 400])
      if (method !== 'HEAD') expect(readProblem(response).code).toBe('invalid_path')
    }
  })

  test.each([
    '/metrics/.',
    '/metrics/x/..',
    '/metrics\\',
    '/nothing/../nowhere',
    `${books}/..`,
    `${books}/.`,
    `${books}/tide-tables/..`,
    `${books}/%2e%2e`,
    `${books}/tide-tables\\`,
    `${books}/a\\b`,
  ])('reaches nothing anywhere else: %s', async target => {
    for (const method of ['GET', 'GET', 'HEAD'])
      expect([400, 404]).toContain((await send(target, method)).status)
  })
})

describe('what only looks like one', () => {
  test.each([
    [200, '/metrics?x=/../\\'],
    [200, `${books}?x=/../\\.`],
    [200, `${books}/tide-tables?x=\\`],
    [200, `${books}/tide%2Dtables`],
    [200, `http://localhost${books}`],
    [404, `${books}/a%5Cb`],
    [404, `${books}/a%2F..%2Fb`],
    [404, `${books}/..a`],
    [404, `${books}/...`],
    [404, `${books}/b\u00fccher`],
    [404, `${books}/%ff`],
    [404, `${books}/%zz`],
    [404, '//metrics'],
    [404, '/metrics/'],
    [404, '/%6detrics'],
  ])('is answered as ever, with %i: %s', async (status, target) => {
    expect((await send(target)).status).toBe(status)
  })
})

test('a slug with a backslash or a dot segment inside is found, percent-encoded', async () => {
  const slugs = ['a\\b', '/../x', 'x/..', '\\', '.\\.', 'é\\', '%5C', 'a#b', '{}^|"<>`']
  const lines = [
    { type: 'collection', apiName: 'odd', name: 'Odd', fields: [] },
    ...slugs.map(slug => ({ type: 'entry', collection: 'odd', slug, liveData: {} })),
  ]
  const file = join(makeFolder(), 'odd.ndjson')
  await Bun.write(file, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
  expect(await command.run(['import', file, '--space', 'demo'])).toMatchObject({ exitCode: 0 })
  for (const slug of slugs) {
    const response = await send(`${prefix}/odd/${encodeURIComponent(slug)}`)
    expect(JSON.parse(response.text)).toMatchObject({ doc: { slug } })
  }
})
