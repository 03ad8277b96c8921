// `npm run bench queries`: what queries cost in a small space and in a large one, beside ideal SQL, at their limits and
// from the cache; and what their index costs publishes, imports and the database.
import { openPostgres } from '../src/database/postgres/postgres.ts'
import { openSqlite } from '../src/database/sqlite/sqlite.ts'
import { createOwnDatabase } from '../test/kit/cluster/nodes.ts'
import { draftEvery, type Sizes, sizesOf } from './books.ts'
import { importBooks } from './import-books.ts'
import { type BookDatabase, fill, measureCosts } from './index-costs.ts'
import { compareSides } from './measure.ts'
import { type Benchmark, type Options, UsageError } from './options.ts'
import { type Primary, primarySettings, withPrimary } from './primary.ts'
import { type Frontlist, frontlistIn, startBare, startLoad } from './processes.ts'
import { broadCases, limitCase, narrowCases, targetsOf } from './query-cases.ts'
import { type Narrow, type QueryResults, toQueriesMarkdown } from './query-report.ts'
import { latencies, measureInTurn, percentilesOf, type QueryTarget } from './query-times.ts'
import { headersOf, requireSameResponses, uncheckedRequest } from './requests.ts'
import { circumstances, finish } from './results.ts'
import { note } from './run-program.ts'
import { savedOr } from './saved-spaces.ts'
import { unlimitedCache } from './setup.ts'
import type { Workplace } from './workplace.ts'

async function measureAll(
  options: QueryOptions,
  workplace: Workplace,
  databases: readonly [BookDatabase, BookDatabase],
  primary?: Primary,
) {
  const { books, samples, seconds, rounds } = options.numbers
  const smallBooks = Math.max(20, Math.round(books / 100))
  const [sizes, smallSizes] = [sizesOf(books, smallBooks), sizesOf(smallBooks, smallBooks)]
  const [{ frontlist }] = databases
  const saved = await savedOr(options.texts.reuse, books, async () => {
    const large = await fill(databases[0], sizes, true, workplace)
    return { large, small: await importBooks(frontlist, smallSizes, true, 'small', workplace) }
  })
  const { large, small } = saved
  const { key } = large.space
  const costs =
    options.texts.reuse === undefined
      ? await measureCosts(databases, sizes, large, Math.min(samples, books / draftEvery), workplace)
      : null
  const server = await frontlist.serve({ CACHE_BYTES: '0' })
  const bare = primary
    ? null
    : await startBare(workplace, 'bare-query-server', frontlist.databaseFile, 'large')
  const narrow: Narrow[] = []
  for (const each of narrowCases) {
    note(each.title)
    const sides: Record<string, QueryTarget> = {
      small: { server, key: small.key, targets: targetsOf(each, smallSizes, samples) },
      large: { server, key, targets: targetsOf(each, sizes, samples) },
      ...(bare && {
        bare: { server: bare, key: '', targets: targetsOf(each, sizes, samples, `/${each.name}`) },
      }),
    }
    await requireSameCounts([sides.large!, ...(sides.bare ? [sides.bare] : [])])
    narrow.push({ title: each.title, ...((await measureInTurn(sides)) as Omit<Narrow, 'title'>) })
  }
  await bare?.stop()
  const broad: QueryResults['broad'][number][] = []
  for (const each of broadCases) {
    note(each.title)
    const targets = targetsOf(each, sizes, samples)
    broad.push({ title: each.title, ...percentilesOf(await latencies({ server, key, targets })) })
  }
  await server.stop()
  const results: QueryResults = {
    ...circumstances(),
    engine: primary ? 'PostgreSQL on the same machine' : 'SQLite',
    ...{ books, smallBooks, samples, narrow, broad },
    ...(await measureCached(frontlist, key, sizes, { samples, seconds, rounds }, workplace)),
    costs,
  }
  const name = primary ? 'queries-postgres' : 'queries'
  await finish({ name, results, markdown: toQueriesMarkdown(results) }, options)
}

/** Fails unless the servers count as many matches for the first requests. */
async function requireSameCounts(sides: readonly QueryTarget[]): Promise<void> {
  for (let index = 0; index < 3; index++) {
    const counts: number[] = []
    for (const { server, key, targets } of sides) {
      const response = await fetch(server.url + targets[index], { headers: headersOf(key) })
      counts.push(((await response.json()) as { count: number }).count)
    }
    if (new Set(counts).size > 1)
      throw new Error(`${sides[0]!.targets[index]}: ${counts.join(' and ')} matches.`)
  }
}

/** A cached query beside the same bytes; and cached responses alone, then while broad queries are evaluated. */
async function measureCached(
  frontlist: Frontlist,
  key: string,
  sizes: Sizes,
  { samples, seconds, rounds }: { samples: number; seconds: number; rounds: number },
  workplace: Workplace,
): Promise<Pick<QueryResults, 'cached' | 'limit'>> {
  note('Cached')
  const server = await frontlist.serve(unlimitedCache)
  const load = startLoad(workplace)
  const requests = targetsOf(broadCases[0]!, sizes, 1).map(target => uncheckedRequest(key, target))
  const one = { server, key, targets: requests.map(({ target }) => target) }
  // From now on the response is cached.
  await latencies(one)
  const bare = await startBare(workplace, 'bare-server', server.url)
  await requireSameResponses(server.url, bare.url, requests)
  const cached = await compareSides(
    { subject: { server, requests, seconds }, baseline: { server: bare, requests, seconds } },
    rounds,
    { load, connections: 16 },
  )
  await bare.stop()
  note(limitCase.title)
  const alone = await latencies(one, { seconds })
  const [first, ...targets] = new Set(targetsOf(limitCase, sizes, samples))
  await latencies({ server, key, targets: [first!] })
  const broad = latencies({ server, key, targets }, { connections: 2 })
  const beside = await latencies(one, { until: broad })
  const limit = percentilesOf(await broad)
  await server.stop()
  return {
    cached,
    limit: { ...limit, cachedAlone: percentilesOf(alone), cachedBeside: percentilesOf(beside) },
  }
}

async function run(options: QueryOptions, workplace: Workplace): Promise<void> {
  const { database = 'sqlite', reuse } = options.texts
  if (database === 'sqlite') {
    const databases = ['books', 'plain'].map(name =>
      sqliteBooks(frontlistIn(workplace, { name, folder: reuse })),
    )
    return measureAll(options, workplace, databases as [BookDatabase, BookDatabase])
  }
  if (database !== 'postgres') throw new UsageError('--database must be sqlite or postgres.')
  if (reuse !== undefined) throw new UsageError('--reuse is for SQLite.')
  return withPrimary(workplace, async primary => {
    const other = await createOwnDatabase(primary.cluster, 'plain')
    const migrating = openPostgres(other)
    await migrating.migrate()
    await migrating.close()
    const plain = frontlistIn(workplace, { settings: primarySettings(other) })
    const databases = [
      postgresBooks(primary, primary.url, primary.frontlist),
      postgresBooks(primary, other, plain),
    ] as const
    await measureAll(options, workplace, databases, primary)
  })
}

function sqliteBooks(frontlist: Frontlist): BookDatabase {
  const open = () => openSqlite(frontlist.databaseFile, { create: false })
  return { frontlist, open, bytes: async () => Bun.file(frontlist.databaseFile).size }
}

function postgresBooks({ cluster }: Primary, url: string, frontlist: Frontlist): BookDatabase {
  const name = new URL(url).pathname.slice(1)
  const bytes = async () => {
    const [row] = await cluster.run<{ bytes: string }>(`select pg_database_size('${name}') as bytes`)
    return Number(row?.bytes)
  }
  return { frontlist, open: () => openPostgres(url), bytes }
}

const numbers = {
  books: ['books in the large space; the small one has a hundredth', 100_000, 400],
  samples: ['requests for each case and space', 200, 5],
  rounds: ['rounds of the comparison with a bare server', 5, 1],
  seconds: ['length of a round', 2, 0.2],
} as const
type QueryOptions = Options<keyof typeof numbers>

export const queries: Benchmark<keyof typeof numbers> = {
  name: 'queries',
  about: 'Queries in a small and a large space, beside ideal SQL, at their limits; what the index costs.',
  numbers,
  texts: {
    'database <name>': 'sqlite, or postgres: a server of its own that is started for this (sqlite)',
    'reuse <folder>':
      'import the spaces there once, use them again in the next run, and leave out what the index costs',
  },
  run,
}
