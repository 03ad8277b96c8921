// Bodies that are nested far too deep, sent to every write of the app: the limit is checked where bodies are parsed.
import { expect, test } from 'bun:test'
import { bodyLevelsMax } from '../../src/http/body.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { type SignedIn, signIn } from '../kit/app/signed-in.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { importText } from '../kit/import/import-text.ts'
import { dumpTables } from '../kit/oracle/tables.ts'

const lines = [
  '{"type":"collection","apiName":"things","name":"Things","fields":[{"apiName":"meta","type":"json"},{"apiName":"text","type":"richText"}]}',
  '{"type":"variant","id":"vip","name":"VIP","kind":"audience"}',
  '{"type":"entry","collection":"things","id":"e","data":{"meta":[1]}}',
]

/** Their bodies are the bytes of a file, which nothing parses. */
const uploads = ['POST /api/v1/assets', 'PUT /api/v1/assets/:id/file']

/** Parameters that are checked before the body. */
const queries: Readonly<Record<string, string>> = {
  'DELETE /api/v1/entries/:id': '?draftVersion=1',
  'DELETE /api/v1/collections/:collection': '?modelVersion=1',
}

async function open() {
  const space = await createTestSpace()
  await importText(space, lines.join('\n'))
  const owner = await signIn(space)
  const sent = await owner.send('POST', '/api/v1/assets?filename=a.txt', 'x', {
    'Content-Type': 'text/plain',
  })
  const { doc } = (await sent.json()) as { doc: { id: string } }
  return { space, owner, asset: doc.id }
}

function writesOf({ app }: TestSpace, asset: string) {
  return app.routes
    .filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
    .map(({ method, path }) => ({ route: `${method} ${path}`, method, path }))
    .filter(({ route }) => !uploads.includes(route))
    .map(({ route, method, path }) => ({
      route,
      method,
      path:
        path
          .replace(':id', path.includes('/assets/') ? asset : path.includes('/variants') ? 'vip' : 'e')
          .replace(':collection', 'things')
          .replace(':slug', 'main') + (queries[route] ?? ''),
    }))
}

const shapes: readonly (readonly [name: string, (value: string) => string])[] = [
  ['the value of a field', value => `{"draftVersion":1,"data":{"meta":${value}}}`],
  ['rich text', value => `{"draftVersion":1,"data":{"text":${value}}}`],
  ['the value of a variant', value => `{"draftVersion":1,"variants":{"vip":{"meta":${value}}}}`],
  [
    'an operation',
    value => `{"operations":[{"op":"patch","id":"e","draftVersion":1,"data":{"meta":${value}}}]}`,
  ],
  ['the body itself', value => value],
]

const nested = (levels: number, open: string, close: string) =>
  open.repeat(levels) + (open === '[' ? '' : '1') + close.repeat(levels)

test('every write refuses a body that is nested too deep before anything compares or serializes it', async () => {
  const { space, owner, asset } = await open()
  const writes = writesOf(space, asset)
  expect(writes.length).toBeGreaterThanOrEqual(35)
  const before = await dumpTables(space)
  for (const { route, method, path } of writes) {
    for (const [shape, toBody] of shapes) {
      for (const value of [nested(30_000, '[', ']'), nested(100_000, '[', ']'), nested(9000, '{"a":', '}')]) {
        const response = await readResponse(await owner.send(method, path, toBody(value)))
        const { code, detail } = readProblem(response)
        const isRefused =
          code === 'body_too_large' ||
          (code === 'invalid_body' &&
            detail === `The body must not be nested deeper than ${bodyLevelsMax} levels.`)
        expect([route, shape, value.length, response.status, code, detail, isRefused]).toEqual([
          ...[route, shape, value.length, code === 'body_too_large' ? 413 : 400, code, detail, true],
        ])
      }
    }
  }
  expect(await dumpTables(space)).toEqual(before)
})

test('a value of 64 levels is taken in every body that holds content, and one of 65 names its field', async () => {
  const { owner } = await open()
  const patch = (levels: number, version: number) =>
    sendPatch(owner, `{"draftVersion":${version},"data":{"meta":${nested(levels - 2, '[', ']')}}}`)
  expect((await patch(64, 1)).status).toBe(200)
  const refused = await readResponse(await patch(65, 2))
  expect(readProblem(refused).errors).toEqual([
    { in: 'body', name: '/data/meta', message: 'is nested deeper than 64 levels' },
  ])
  const operation = { op: 'patch', id: 'e', draftVersion: 2, variants: { vip: { meta: 0 } } }
  const text = JSON.stringify({ operations: [operation] }).replace(
    '"meta":0',
    `"meta":${nested(62, '[', ']')}`,
  )
  expect((await owner.send('POST', '/api/v1/operations', text)).status).toBe(200)
})

function sendPatch({ send }: SignedIn, body: string): Promise<Response> {
  return send('PATCH', '/api/v1/entries/e', body)
}
