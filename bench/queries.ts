// `npm run bench queries`: what queries cost in a small space and in a large one, beside ideal SQL, at their limits and
// from the cache; and what their index costs publishes, imports and the database.
import { getSpaceBySlug } from '../src/accounts/spaces.service.ts'
import { publish } from '../src/authoring/publish.service.ts'
import type { Database } from '../src/database/database.ts'
import { openPostgres } from '../src/database/postgres/postgres.ts'
import { openSqlite } from '../src/database/sqlite/sqlite.ts'
import { createOwnDatabase } from '../test/kit/nodes.ts'
import { bookSlug, draftEvery, type Sizes, sizesOf } from './books.ts'
import { importBooks } from './import-books.ts'
import { compareSides } from './measure.ts'
import { type Benchmark, type Options, UsageError } from './options.ts'
import { type Primary, primarySettings, withPrimary } from './primary.ts'
import { type Frontlist, frontlistIn, startBare, startLoad } from './processes.ts'
import { broadCases, limitCase, narrowCases, targetsOf } from './query-cases.ts'
import { type Narrow, type Percentiles, type QueryResults, toQueriesMarkdown } from './query-report.ts'
import { latencies, measureInTurn, type QueryTarget, quantile } from './query-times.ts'
import { headersOf, requireSameResponses, uncheckedRequest } from './requests.ts'
import { circumstances, finish, formatNumber, rounded } from './results.ts'
import { note } from './run-program.ts'
import { unlimitedCache } from './setup.ts'
import type { Workplace } from './workplace.ts'

/** A database with books, as a Frontlist serves it and as this process publishes in it. */
interface BookDatabase {
  readonly frontlist: Frontlist
  readonly open: () => Database
  readonly bytes: () => Promise<number>
}

async function measureAll(
  options: QueryOptions,
  workplace: Workplace,
  databases: readonly [BookDatabase, BookDatabase],
  primary?: Primary,
) {
  const { books, samples, seconds, rounds } = options.numbers
  const smallBooks = Math.max(20, Math.round(books / 100))
  const [sizes, smallSizes] = [sizesOf(books, smallBooks), sizesOf(smallBooks, smallBooks)]
  const fill = async ({ frontlist, bytes }: BookDatabase, isIndexed: boolean) => {
    note(`Importing ${formatNumber(books)} books ${isIndexed ? 'with' : 'without'} index`)
    const space = await importBooks(frontlist, sizes, isIndexed, 'large', workplace)
    return { space, databaseBytes: await bytes() }
  }
  const [indexed, plain] = [await fill(databases[0], true), await fill(databases[1], false)]
  const { frontlist } = databases[0]
  const small = await importBooks(frontlist, smallSizes, true, 'small', workplace)
  const { key } = indexed.space
  const publishes = await measurePublishes(databases, sizes, Math.min(samples, books / draftEvery))
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
    broad.push({ title: each.title, ...percentiles(await latencies({ server, key, targets })) })
  }
  await server.stop()
  const results: QueryResults = {
    ...circumstances(),
    engine: primary ? 'PostgreSQL on the same machine' : 'SQLite',
    ...{ books, smallBooks, samples, narrow, broad },
    ...(await measureCached(frontlist, key, sizes, { samples, seconds, rounds }, workplace)),
    indexed: { ...indexed.space.import, databaseBytes: indexed.databaseBytes, publish: publishes[0]! },
    plain: { ...plain.space.import, databaseBytes: plain.databaseBytes, publish: publishes[1]! },
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

function percentiles(ms: readonly number[]): Percentiles {
  return { p50Ms: rounded(quantile(ms, 0.5), 3), p99Ms: rounded(quantile(ms, 0.99), 3) }
}

/** One entry each, in both databases in turn. */
async function measurePublishes(
  databases: readonly BookDatabase[],
  sizes: Sizes,
  count: number,
): Promise<Percentiles[]> {
  note('Publishing')
  const sides = await Promise.all(
    databases.map(async ({ open }) => {
      const database = open()
      return { database, space: (await getSpaceBySlug(database.reads, 'large')).id, ms: [] as number[] }
    }),
  )
  const stride = Math.floor(sizes.books / draftEvery / count)
  for (let number = 0; number < Math.floor(count); number++) {
    for (const { database, space, ms } of number % 2 === 0 ? sides : sides.toReversed()) {
      const started = performance.now()
      const path = `books/${bookSlug(number * draftEvery * stride)}`
      const { changed } = await publish(database, space, [path], Date.now)
      ms.push(performance.now() - started)
      if (changed.length !== 1) throw new Error(`Publishing ${path} changed nothing.`)
    }
  }
  for (const { database } of sides) await database.close()
  return sides.map(({ ms }) => percentiles(ms))
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
  const limit = percentiles(await broad)
  await server.stop()
  return { cached, limit: { ...limit, cachedAlone: percentiles(alone), cachedBeside: percentiles(beside) } }
}

async function run(options: QueryOptions, workplace: Workplace): Promise<void> {
  const { database = 'sqlite' } = options.texts
  if (database === 'sqlite') {
    const databases = ['books', 'plain'].map(name => sqliteBooks(frontlistIn(workplace, { name })))
    return measureAll(options, workplace, databases as [BookDatabase, BookDatabase])
  }
  if (database !== 'postgres') throw new UsageError('--database must be sqlite or postgres.')
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
  texts: { 'database <name>': 'sqlite, or postgres: a server of its own that is started for this (sqlite)' },
  run,
}
