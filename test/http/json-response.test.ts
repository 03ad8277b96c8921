// A coding that could not be made once.
import { expect, test } from 'bun:test'
import { type JsonResponse, respondJson, toJsonResponse } from '../../src/http/json-response.ts'

/** Whose bytes cannot be read the first time. */
function failOnce(response: JsonResponse): JsonResponse {
  let failures = 1
  const bytes = () =>
    failures-- > 0 ? Promise.reject(new Error('No memory is left.')) : response.body.slice().bytes()
  return { ...response, body: Object.assign(response.body.slice(), { bytes }) }
}

test('a compression that fails is tried again by the next request', async () => {
  const text = Buffer.from(JSON.stringify('text '.repeat(1000)))
  const response = failOnce(toJsonResponse([text], Buffer.alloc(16)))
  const respond = () =>
    respondJson(new Request('http://localhost/', { headers: { 'Accept-Encoding': 'gzip' } }), response, {})
  expect(respond()).rejects.toThrow('No memory is left.')
  await Bun.sleep(0)
  const second = await respond()
  expect(second.headers.get('Content-Encoding')).toBe('gzip')
  expect(Buffer.from(Bun.gunzipSync(new Uint8Array(await second.arrayBuffer())))).toEqual(text)
})
