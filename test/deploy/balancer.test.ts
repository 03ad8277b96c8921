// deploy/nginx.conf in a real nginx, before two real nodes: what a client sees while nodes go and come, and that the
// balancer changes nothing of what they say.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout } from 'bun:test'
import { join } from 'node:path'
import { type Cluster, startCluster } from '../kit/cluster.ts'
import { findProgram, testWith } from '../kit/installed.ts'
import { type Nginx, startNginx } from '../kit/nginx.ts'
import { ask, askAll, createOwnDatabase, type Nodes, nodesOn } from '../kit/nodes.ts'
import { runSql } from '../kit/postgres-databases.ts'
import type { ServerProcess } from '../kit/process.ts'
import { makeFolder } from '../kit/test-folder.ts'

setDefaultTimeout(120_000)

/** Whoever exchanges nodes looks whether one is ready, and then goes on: requests that met it before are over by then. */
const probeMs = 250

const testWithNginx = testWith(['nginx'])

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
    const trusting = { TRUSTED_PROXIES: '127.0.0.1' }
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

  testWithNginx(
    'answers are those of the nodes byte for byte, of odd addresses and refusals too',
    async () => {
      expect(await askAll(nginx.url, key)).toEqual(await askAll(running[0]!.url, key))
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

  testWithNginx('numbers for the monitor are not shown outside', async () => {
    expect((await fetch(`${nginx.url}/metrics`)).status).toBe(404)
  })

  testWithNginx(
    'sign-ins are throttled by the address of the client, whatever it says of itself',
    async () => {
      const signIn = (address: string) =>
        fetch(`${nginx.url}/api/auth/sign-in/email`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Origin: nginx.url, 'X-Forwarded-For': address },
          body: JSON.stringify({ email: `${address}@example.com`, password: 'wrong wrong wrong' }),
        })
      expect((await signIn('198.51.100.1')).status).toBe(401)
      // As if it had been tried a hundred times: hashing so many passwords takes its time.
      const copies = 'select subject, at, id || n from sign_in_failure, generate_series(1, 99) as n'
      await runSql(url, `insert into sign_in_failure (subject, at, id) ${copies}`)
      expect((await signIn('198.51.100.2')).status).toBe(429)
    },
  )

  testWithNginx('one node after the other is stopped and started, and no request fails', async () => {
    let isOver = false
    const seen = new Map<string, number>()
    const clients = Array.from({ length: 6 }, async () => {
      while (!isOver) {
        const answer = (await ask(nginx.url, key, '/content/books')).slice(0, 200)
        seen.set(answer, (seen.get(answer) ?? 0) + 1)
      }
    })
    for (const [place, node] of running.entries()) {
      expect(await node.stop()).toBe(0)
      running[place] = await nodes.serve([], { TRUSTED_PROXIES: '127.0.0.1', PORT: new URL(node.url).port })
      await Bun.sleep(probeMs)
    }
    isOver = true
    await Promise.all(clients)
    const failed = [...seen].filter(([answer]) => !answer.startsWith('200'))
    const why = failed.length > 0 ? await nginx.errors() : ''
    expect([failed, why]).toEqual([[], ''])
    expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(100 * running.length)
  })

  testWithNginx('with the database away a client is told by a node, and served once it is back', async () => {
    await cluster.stop()
    const unknown = () => ask(nginx.url, key, `/content/books?page=${++page}`)
    let page = 100
    for (let round = 0; round < 10; round++) expect(await unknown()).toMatch(/^503 .*"code":"unavailable"/)
    await cluster.start()
    while (!(await unknown()).startsWith('200')) await Bun.sleep(50)
  })
})
