// METRICS_PORT: metrics where clients do not come, and nothing else there.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { getRequest, parseRawResponse, sendBytes } from '../kit/app/raw-http.ts'
import { checkResponse, readProblem, readResponse } from '../kit/app/responses.ts'
import { createCommandLine } from '../kit/command/process.ts'
import { findFreePort } from '../kit/free-port.ts'
import { longTestMs } from '../kit/fuzz.ts'

setDefaultTimeout(longTestMs)

describe('with METRICS_PORT', () => {
  test.each([{}, { METRICS: '1' }])(
    'metrics are on that port alone, of all requests, beside %p',
    async extra => {
      const port = await findFreePort()
      const server = await createCommandLine().serve([], { METRICS_PORT: String(port), ...extra })
      const metricsUrl = `http://127.0.0.1:${port}`
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
      const response = await readResponse(await fetch(`${metricsUrl}/metrics`))
      expect([response.status, response.headers.get('Content-Type')]).toEqual([
        200,
        expect.stringMatching(/^text\/plain/),
      ])
      checkResponse(response)
      expect(response.text).toContain('frontlist_http_answers_total{status="404"} 1')
      for (const path of [
        '/',
        '/healthz',
        '/api/v1/openapi.json',
        '/docs',
        '/api/v1/public/schema',
        '/metrics/',
      ]) {
        const other = await readResponse(await fetch(metricsUrl + path))
        expect([path, readProblem(other).code]).toEqual([path, 'not_found'])
      }
      const posted = await readResponse(await fetch(`${metricsUrl}/metrics`, { method: 'POST' }))
      expect([readProblem(posted).code, posted.headers.get('Allow')]).toEqual([
        'method_not_allowed',
        'GET, HEAD',
      ])
      const odd = parseRawResponse(await sendBytes(metricsUrl, getRequest('/x\\..\\metrics', [])))!
      expect(readProblem(odd).code).toBe('invalid_path')
      expect(await server.stop()).toBe(0)
      expect(await fetch(metricsUrl).catch(() => null)).toBeNull()
    },
  )

  test('a port that is taken ends the start, and says which setting to change', async () => {
    const taken = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
    const { exitCode, stderr } = await createCommandLine().run(['serve'], {
      environment: { METRICS_PORT: String(taken.port) },
    })
    await taken.stop(true)
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('Set METRICS_PORT or HOST to another')])
  })
})

test('without it and without METRICS there are none', async () => {
  const server = await createCommandLine().serve()
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
  expect(await server.stop()).toBe(0)
})
