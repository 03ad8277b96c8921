// deploy/nginx.conf in a real nginx, before two real nodes: what a client sees while nodes go and come, and that the
// balancer changes nothing of what they say.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout } from 'bun:test'
import { request } from 'node:http'
import { join } from 'node:path'
import { getRequest, parseRawResponse, sendBytes } from '../kit/app/raw-http.ts'
import { readProblem } from '../kit/app/responses.ts'
import { type Cluster, startCluster } from '../kit/cluster/cluster.ts'
import { findProgram, testWith } from '../kit/cluster/installed-programs.ts'
import { type Nginx, startNginx } from '../kit/cluster/nginx.ts'
import { ask, createOwnDatabase, type Nodes, nodesOn, requestAll } from '../kit/cluster/nodes.ts'
import type { ServerProcess } from '../kit/command/process.ts'
import { runSql } from '../kit/database/postgres-databases.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { makeFolder } from '../kit/test-folder.ts'

setDefaultTimeout(longTestMs)

/** Whoever exchanges nodes looks whether one is ready, and then goes on: requests that met it before are over by then. */
const probeMs = 250

const testWithNginx = testWith(['nginx'])

/** Where the balancer sees a proxy that ends TLS; nodes trust it as they trust the balancer, at 127.0.0.1. */
const tlsProxy = '127.0.0.3'
const trusting = { TRUSTED_PROXIES: `127.0.0.1, ${tlsProxy}`, METRICS: '1' }

const oddEntry = `{"type":"collection","apiName":"pages","name":"Pages","fields":[{"apiName":"title","type":"text"}]}
{"type":"entry","collection":"pages","slug":"/a//b c%","liveData":{"title":"Odd"}}
`

describe('behind nginx', () => {
  let cluster: Cluster
  let url: string
  let nodes: Nodes
  let running: ServerProcess[]
  let nginx: Nginx
  let key: string

  beforeAll(async () => {
    if (!findProgram('nginx')) return
    cluster = await startCluster()
    url = await createOwnDatabase(cluster)
    nodes = nodesOn(url)
    running = [await nodes.serve(['--demo'], trusting), await nodes.serve([], trusting)]
    key = (JSON.parse(running[0]!.stdout) as { key: string }).key
    const file = join(makeFolder(), 'pages.ndjson')
    await Bun.write(file, oddEntry)
    await nodes.json('import', file, '--space', 'demo')
    nginx = await startNginx(running.map(({ url }) => url))
  })

  afterAll(async () => {
    await nginx?.stop()
    await Promise.all((running ?? []).map(node => node.stop()))
    await cluster?.remove()
  })

  testWithNginx('a file of more than a mebibyte is taken, and refused without an API key', async () => {
    const scopes = ['--scope', 'content.write']
    const created = await nodes.json<{ key: string }>(
      'keys',
      'create',
      '--space',
      'demo',
      '--name',
      'w',
      ...scopes,
    )
    const upload = (headers: Record<string, string>) =>
      fetch(`${nginx.url}/api/v1/assets?filename=large.bin`, {
        method: 'POST',
        headers,
        body: new Uint8Array(3_000_000).fill(7),
      })
    expect((await upload({ Authorization: `Bearer ${created.key}` })).status).toBe(201)
    expect((await upload({})).status).toBe(401)
  })

  testWithNginx(
    'responses are those of the nodes byte for byte, of odd addresses and refusals too',
    async () => {
      expect(await requestAll(nginx.url, key)).toEqual(await requestAll(running[0]!.url, key))
      expect(await ask(nginx.url, key, `/content/pages/${encodeURIComponent('/a//b c%')}`)).toStartWith('200')
      const long = `${nginx.url}/api/v1/public/content/pages?x=${'x'.repeat(9000)}`
      expect([(await fetch(long)).status, (await fetch(long)).headers.get('Content-Type')]).toEqual([
        414,
        'application/problem+json',
      ])
      const packed = await fetch(`${nginx.url}/api/v1/public/content/books?perPage=100`, {
        headers: { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'br' },
      })
      expect(packed.headers.get('Content-Encoding')).toBe('br')
    },
  )

  testWithNginx('metrics are not shown outside, however the path is written', async () => {
    const written = [
      '/metrics',
      '/x\\..\\metrics',
      '/x/..\\metrics',
      '/x\\../metrics',
      '/.\\metrics',
      '/x/../metrics',
      '/./metrics',
      '/x/%2e%2e/metrics',
      '/x/.%2e/metrics',
      '/%2E/metrics',
      '//metrics',
      '/x/..//metrics',
      '/x\\..\\..\\metrics',
      '/%6detrics',
      '/x%2f..%2fmetrics',
      '/x%5C..%5Cmetrics',
      '/metrics#x',
      '/metrics/x/..',
      '/metrics/.',
      '/metrics?x',
    ]
    for (const target of written) {
      const response = parseRawResponse(await sendBytes(nginx.url, getRequest(target, [])))!
      expect([target, [400, 404].includes(response.status)]).toEqual([target, true])
      expect(response.text).not.toContain('frontlist_http')
      expect([target, response.headers.get('Content-Type')]).toEqual([target, 'application/problem+json'])
      readProblem(response)
    }
  })

  testWithNginx(
    'a path with a raw backslash or a dot segment is refused before a node is asked',
    async () => {
      const books = '/api/v1/public/content/books'
      const authorization = `Authorization: Bearer ${key}`
      const status = async (target: string) =>
        parseRawResponse(await sendBytes(nginx.url, getRequest(target, [authorization])))?.status
      for (const target of [
        `${books}/a\\b`,
        `${books}/..`,
        `${books}/.`,
        `${books}/%2e%2E/x`,
        `${books}/..?x`,
      ])
        expect([target, await status(target)]).toEqual([target, 400])
      for (const target of [`${books}?x=/../\\`, `${books}/tide-tables?x=/..`])
        expect([target, await status(target)]).toEqual([target, 200])
      for (const target of [`${books}/a%5Cb`, `${books}/..a`, `${books}/a%2F..%2Fb`])
        expect([target, await status(target)]).toEqual([target, 404])
    },
  )

  testWithNginx('a response may name many ignored parameters', async () => {
    const names = Array.from({ length: 45 }, (_, at) => `${at}${'ü'.repeat(25)}`)
    const response = await fetch(`${nginx.url}/api/v1/public/content/books?${names.join('&')}`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    const named = response.headers.get('X-Ignored-Parameters')
    expect([response.status, named]).toEqual([200, names.map(encodeURIComponent).join(', ')])
  })

  describe('sign-ins are throttled by the client IP', () => {
    /** From an address of this machine, as `X-Forwarded-For` says what an earlier proxy was told, or a client writes. */
    const signIn = (localAddress: string, forwardedFor: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const body = JSON.stringify({
          email: `${crypto.randomUUID()}@example.com`,
          password: 'wrong wrong wrong',
        })
        const headers = {
          'Content-Type': 'application/json',
          'Content-Length': body.length,
          Origin: nginx.url,
          'X-Forwarded-For': forwardedFor,
        }
        const options = { method: 'POST', localAddress, headers, agent: false }
        const sent = request(`${nginx.url}/api/auth/sign-in/email`, options, ({ statusCode }) =>
          resolve(statusCode),
        )
        sent.on('error', reject).end(body)
      })
    /** As if each that has failed once had failed a hundred times: hashing so many passwords takes its time. */
    const failOften = () =>
      runSql(
        url,
        'insert into sign_in_failure (subject, at, id) select subject, at, id || n from sign_in_failure, generate_series(1, 99) as n',
      )

    testWithNginx('of who comes to the balancer directly, whatever it writes', async () => {
      await runSql(url, 'delete from sign_in_failure')
      expect(await signIn('127.0.0.2', '198.51.100.1')).toBe(401)
      await failOften()
      expect(await signIn('127.0.0.2', '198.51.100.2')).toBe(429)
      expect(await signIn('127.0.0.2', '198.51.100.3, 127.0.0.3')).toBe(429)
      expect(await signIn('127.0.0.4', '198.51.100.1')).toBe(401)
    })

    testWithNginx(
      'of each visitor behind a proxy that ends TLS, and no visitor locks the others out',
      async () => {
        await runSql(url, 'delete from sign_in_failure')
        expect(await signIn(tlsProxy, '198.51.100.1')).toBe(401)
        await failOften()
        expect(await signIn(tlsProxy, '198.51.100.1')).toBe(429)
        expect(await signIn(tlsProxy, '203.0.113.9, 198.51.100.1')).toBe(429)
        expect(await signIn(tlsProxy, '198.51.100.2')).toBe(401)
        expect(await signIn(tlsProxy, '198.51.100.1, 198.51.100.3')).toBe(401)
      },
    )
  })

  testWithNginx('one node after the other is stopped and started, and no request fails', async () => {
    let isOver = false
    const seen = new Map<string, number>()
    const clients = Array.from({ length: 6 }, async () => {
      while (!isOver) {
        const response = (await ask(nginx.url, key, '/content/books')).slice(0, 200)
        seen.set(response, (seen.get(response) ?? 0) + 1)
      }
    })
    for (const [place, node] of running.entries()) {
      expect(await node.stop()).toBe(0)
      running[place] = await nodes.serve([], { ...trusting, PORT: new URL(node.url).port })
      await Bun.sleep(probeMs)
    }
    isOver = true
    await Promise.all(clients)
    const failed = [...seen].filter(([response]) => !response.startsWith('200'))
    const why = failed.length > 0 ? await nginx.errors() : ''
    expect([failed, why]).toEqual([[], ''])
    expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(100 * running.length)
  })

  testWithNginx(
    'with the database away a client gets a 503 from a node, and is served once it is back',
    async () => {
      await cluster.stop()
      const unknown = () => ask(nginx.url, key, `/content/books?page=${++page}`)
      let page = 100
      for (let round = 0; round < 10; round++) expect(await unknown()).toMatch(/^503 .*"code":"unavailable"/)
      await cluster.start()
      while (!(await unknown()).startsWith('200')) await Bun.sleep(50)
    },
  )
})
