// What a body may call itself: JSON in UTF-8 without a coding, or nothing where there is none.
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readProblem } from '../kit/app/responses.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { type KeyFixture, type NewApiKey, openKeyFixture } from './key-fixture.ts'

setDefaultTimeout(longTestMs)

let fixture: KeyFixture
let target: NewApiKey
beforeAll(async () => {
  fixture = await openKeyFixture()
  target = await fixture.create()
})

const refused: readonly (readonly [type: string | null, body?: string])[] = [
  [null],
  [''],
  ['text/plain'],
  ['text/json'],
  ['text/plain;charset=UTF-8'],
  ['application/x-www-form-urlencoded', 'name=x'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n--x--\r\n',
  ],
  ['application/merge-patch+json'],
  ['application/json-patch+json', '[{"op":"replace","path":"/name","value":"x"}]'],
  ['application/vnd.api+json'],
  ['application/jsonx'],
  ['application/json5'],
  ['application/json, application/json'],
  ['text/plain, application/json'],
  ['application/json, text/plain'],
  ['application/json; charset=utf-16'],
  ['application/json; charset=latin1'],
  ['application/json; charset=utf-8; charset=utf-16'],
  ['application/json; charset=utf-8; boundary=x'],
  ['application/json; boundary=x'],
  ['application/json;'],
  ['application/json charset=utf-8'],
  ['application/ json'],
  ['*/*'],
  ['application/*'],
  ['json'],
]

const taken = [
  'application/json',
  'Application/JSON',
  'application/json;charset=utf-8',
  'application/json; charset=UTF-8',
  'application/json ; charset="utf-8" ',
]

describe('a body is refused', () => {
  for (const [type, body = '{"name":"x"}'] of refused) {
    test(`as ${type === null ? 'nothing' : `"${type}"`}, and nothing is changed`, async () => {
      const before = await fixture.stored()
      const headers = { 'Content-Type': type }
      // A text would bring a type of its own.
      const bytes = new TextEncoder().encode(body)
      for (const [method, path] of [
        ['PATCH', `/${target.doc.id}`],
        ['PATCH', '/nobody'],
        ['POST', ''],
        ['POST', `/${target.doc.id}/rotate`],
        ['DELETE', `/${target.doc.id}`],
      ] as const) {
        const response = await fixture.ask(method, path, bytes, headers)
        expect({ method, path, status: response.status }).toEqual({ method, path, status: 415 })
        expect(readProblem(response).code).toBe('unsupported_media_type')
      }
      expect(await fixture.stored()).toEqual(before)
    })
  }

  for (const coding of ['gzip', 'br', 'deflate', 'identity, gzip', 'x']) {
    test(`in the coding ${coding}`, async () => {
      const bytes =
        coding === 'gzip' ? Bun.gzipSync('{"name":"x"}') : new TextEncoder().encode('{"name":"x"}')
      const response = await fixture.ask('PATCH', `/${target.doc.id}`, bytes, { 'Content-Encoding': coding })
      expect(readProblem(response).code).toBe('unsupported_media_type')
    })
  }

  test('before it is read, so that its errors are not reported', async () => {
    const response = await fixture.ask('PATCH', `/${target.doc.id}`, '{"x":', {
      'Content-Type': 'text/plain',
    })
    expect(response.status).toBe(415)
  })
})

describe('a body is taken', () => {
  for (const type of taken) {
    test(`as ${type}`, async () => {
      const response = await fixture.ask('PATCH', `/${target.doc.id}`, '{"name":"x"}', {
        'Content-Type': type,
      })
      expect(response.status).toBe(200)
    })
  }

  test('in the coding identity', async () => {
    const response = await fixture.ask('PATCH', `/${target.doc.id}`, '{}', { 'Content-Encoding': 'identity' })
    expect(response.status).toBe(200)
  })
})
