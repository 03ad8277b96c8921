// The benchmarks as programs: in their quick form they end well, have every figure, and leave nothing behind.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { AuthoringResults } from '../../bench/authoring-report.ts'
import type { BlockResults } from '../../bench/blocks.ts'
import type { CompareResults } from '../../bench/compare.ts'
import { createDataSet } from '../../bench/data-set.ts'
import { createExpectations } from '../../bench/expected.ts'
import type { GrowthResults } from '../../bench/growth.ts'
import type { MemoryResults } from '../../bench/memory.ts'
import { startLoad } from '../../bench/processes.ts'
import type { PublishResults } from '../../bench/publish.ts'
import type { QueryResults } from '../../bench/query-report.ts'
import { check, listRequest, requireSameResponses } from '../../bench/requests.ts'
import { Workplace } from '../../bench/workplace.ts'
import { testWhere } from '../kit/cluster/installed-programs.ts'
import { whyNoPostgres } from '../kit/cluster/postgres-programs.ts'
import { projectFolder } from '../kit/command/process.ts'
import { makeFolder } from '../kit/test-folder.ts'
import { runBenchmark } from './run-program.ts'

const isLinux = process.platform === 'linux'
const testOnLinux = testWhere(isLinux, 'no benchmark: it needs /proc')
const minutes = 5 * 60_000

async function runQuick<Results>(name: string, ...args: string[]): Promise<Results> {
  const out = join(makeFolder(), 'results.json')
  const { exitCode, stderr, left } = await runBenchmark(name, '--quick', '--out', out, ...args)
  expect([exitCode, exitCode === 0 ? '' : stderr]).toEqual([0, ''])
  expect(left).toEqual([])
  return (await Bun.file(out).json()) as Results
}

/** Every number of the results, however deep it stands. */
function numbersOf(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersOf) : []
}

describe('npm run bench compare', () => {
  testOnLinux(
    'measures cached pages, new pages of cached entries, and new pages beside bare servers',
    async () => {
      const selected = ['list', 'fragments', 'new-pages']
      const results = await runQuick<CompareResults>('compare', '--cases', selected.join(','))
      expect(results).toMatchObject({ posts: 50, roundCount: 1, bun: Bun.version })
      expect(results.command).toContain('npm run bench compare --quick')
      expect(Date.parse(results.date)).toBeGreaterThan(0)
      expect(results.cases.map(({ name, beside }) => [name, beside])).toEqual([
        ['list', 'bytes'],
        ['fragments', 'bytes'],
        ['new-pages', 'rows'],
      ])
      for (const { subject, baseline, ratio } of results.cases) {
        expect(numbersOf([subject, baseline, ratio]).every(figure => figure > 0)).toBe(true)
      }
    },
    minutes,
  )

  testOnLinux(
    'measures two checkouts in turn',
    async () => {
      const args = ['--against', projectFolder, '--cases', 'not-modified']
      const { cases } = await runQuick<CompareResults>('compare', ...args)
      expect(cases).toHaveLength(1)
      expect(cases[0]).toMatchObject({ name: 'not-modified', beside: 'checkout' })
    },
    minutes,
  )
})

describe('a check before measuring', () => {
  const expectations = createExpectations(createDataSet(10))
  const request = listRequest(expectations, { perPage: 5, depth: 1 })
  const query = { page: 1, perPage: 5, depth: 1, variants: [] }
  const text = JSON.stringify(expectations.list('posts', query))
  const checkWith = async (fetch: (request: Request) => Response, isConditional = false) => {
    await using server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch })
    return await check(`http://127.0.0.1:${server.port}`, 'key', { ...request, isConditional })
  }

  test('takes exactly the response that follows from the data set', async () => {
    const checked = await checkWith(() => new Response(text))
    expect(checked).toMatchObject({ target: request.target, statuses: [200], bytes: Buffer.byteLength(text) })
    const wrong = text.replace('the-year', 'tha-year')
    await expect(checkWith(() => new Response(wrong))).rejects.toThrow('differs from the data set')
    await expect(checkWith(() => new Response(text, { status: 206 }))).rejects.toThrow('206 instead of 200')
  })

  test('takes a 304 for the ETag of the response', async () => {
    const respond = (request: Request) =>
      request.headers.get('If-None-Match') === '"one"'
        ? new Response(null, { status: 304 })
        : new Response(text, { headers: { ETag: '"one"' } })
    expect(await checkWith(respond, true)).toMatchObject({ statuses: [304], bytes: 0 })
    await expect(checkWith(() => new Response(text), true)).rejects.toThrow('200 instead of 304')
  })

  test('refuses a bare server that returns another byte or another header', async () => {
    const bodies = [text, text.replace('the-year', 'tha-year'), text]
    const servers = bodies.map((body, index) =>
      Bun.serve({
        hostname: '127.0.0.1',
        port: 0,
        fetch: () => new Response(body, { headers: { 'X-Server': String(index >> 1) } }),
      }),
    )
    const [url, byteUrl, headerUrl] = servers.map(({ port }) => `http://127.0.0.1:${port}`) as [
      string,
      string,
      string,
    ]
    const requests = [{ target: '/', headers: {}, statuses: [200] }]
    await requireSameResponses(url, url, requests)
    for (const other of [byteUrl, headerUrl]) {
      await expect(requireSameResponses(url, other, requests)).rejects.toThrow('differs from Frontlist')
    }
    for (const server of servers) await server.stop(true)
  })
})

describe('the load', () => {
  const request = { target: '/', headers: {}, statuses: [200], bytes: 5 }
  test.each([
    ['another status', () => new Response('right', { status: 500 })],
    ['another length', () => new Response('wrong!')],
  ])('ends a round at a response with %s', async (_, fetch) => {
    const workplace = new Workplace()
    const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch })
    const order = { url: `http://127.0.0.1:${server.port}`, connections: 2, requests: [request], seconds: 60 }
    await expect(startLoad(workplace).round(order)).rejects.toThrow('unexpected response')
    await workplace.close()
    await server.stop(true)
  })
})

testOnLinux(
  'npm run bench publish measures reads with publishes and without',
  async () => {
    const { cases } = await runQuick<PublishResults>('publish')
    expect(cases.map(({ name }) => name)).toEqual(['entries', 'list'])
    expect(numbersOf(cases).every(figure => figure > 0)).toBe(true)
  },
  minutes,
)

const engine = (await whyNoPostgres()) === null ? 'postgres' : 'sqlite'

testOnLinux(
  `npm run bench authoring measures what editors wait for, and reads beside them (${engine})`,
  async () => {
    const { waits, reads, ratios, saves, cpuMsPerSave, hitRate } = await runQuick<AuthoringResults>(
      'authoring',
      ...['--database', engine],
    )
    expect(waits).toHaveLength(5)
    const figures = numbersOf([waits, reads, ratios, saves, cpuMsPerSave, hitRate])
    expect(figures.every(figure => figure > 0)).toBe(true)
  },
  minutes,
)

testOnLinux(
  'npm run bench memory samples the memory in equal steps',
  async () => {
    const { samples, growth: grown, requests } = await runQuick<MemoryResults>('memory')
    expect(samples.map(sample => sample.requests)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map(n => (n * requests) / 8),
    )
    expect(numbersOf(grown).every(figure => figure > 0)).toBe(true)
  },
  minutes,
)

testOnLinux(
  `npm run bench growth measures each request in both spaces, cached and not, and what nodes cost their primary (${engine})`,
  async () => {
    const results = await runQuick<GrowthResults>('growth', '--database', engine)
    const { cached, uncached, serving, import: imported, databaseBytes, primary } = results
    expect([cached.length, uncached.length, primary !== undefined]).toEqual([3, 3, engine === 'postgres'])
    const figures = numbersOf([cached, uncached, serving, imported, databaseBytes, primary])
    expect(figures.every(figure => figure > 0)).toBe(true)
  },
  minutes,
)

testOnLinux(
  'npm run bench queries measures every kind of query, and what their index costs',
  async () => {
    const { narrow, broad, limit, cached, costs } = await runQuick<QueryResults>('queries')
    expect([narrow.length, broad.length]).toEqual([8, 6])
    const figures = numbersOf([narrow, broad, limit, cached, costs])
    expect(figures.every(figure => figure > 0)).toBe(true)
    expect(narrow.every(({ bare }) => bare !== undefined)).toBe(true)
  },
  minutes,
)

testOnLinux(
  'npm run bench blocks measures pages of blocks beside flat ones, their import and their saves',
  async () => {
    const { cases, imports, patch } = await runQuick<BlockResults>('blocks')
    expect(cases.map(({ title }) => title)).toEqual(['Page at depth 1', 'Page at depth 1 in the variant'])
    expect(numbersOf([cases, imports, patch]).every(figure => figure > 0)).toBe(true)
    expect(patch.sentBytes).toBeLessThan(200)
  },
  minutes,
)

test('npm run bench lists the benchmarks and explains each', async () => {
  const { exitCode, stdout } = await runBenchmark()
  expect(exitCode).toBe(0)
  for (const name of ['compare', 'publish', 'authoring', 'blocks', 'memory', 'growth', 'queries'])
    expect(stdout).toContain(`  ${name} `)
  expect((await runBenchmark('memory', '--help')).stdout).toContain('--requests <n>')
})

test.each([
  [['compare', '--posts', '1e3'], '--posts must be a number'],
  [['growth', '--entries', '0'], '--entries must be a number'],
  [['memory', '--forever'], "unknown option '--forever'"],
  [['compare', '--cases', 'none'], 'There is no case none.'],
  [['bench'], "unknown command 'bench'"],
])('%p is refused as wrong usage', async (args, message) => {
  const { exitCode, stdout, stderr } = await runBenchmark(...args)
  expect(stderr).toContain(message)
  expect([exitCode, stdout]).toEqual([2, ''])
})
