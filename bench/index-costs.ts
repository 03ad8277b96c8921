// What the index of queries costs imports, publishes and the database.
import { getSpaceBySlug } from '../src/accounts/spaces/spaces.service.ts'
import { publish } from '../src/authoring/entries/publish.service.ts'
import type { Database } from '../src/database/database.ts'
import { bookSlug, draftEvery, type Sizes } from './books.ts'
import type { FilledSpace } from './fill.ts'
import { importBooks } from './import-books.ts'
import type { Frontlist } from './processes.ts'
import type { QueryResults } from './query-report.ts'
import { type Percentiles, percentilesOf } from './query-times.ts'
import { formatNumber } from './results.ts'
import { note } from './run-program.ts'
import type { Workplace } from './workplace.ts'

/** A database with books, as a Frontlist serves it and as this process publishes in it. */
export interface BookDatabase {
  readonly frontlist: Frontlist
  readonly open: () => Database
  readonly bytes: () => Promise<number>
}

interface FilledDatabase {
  readonly space: FilledSpace
  readonly databaseBytes: number
}

export async function fill(
  { frontlist, bytes }: BookDatabase,
  sizes: Sizes,
  isIndexed: boolean,
  workplace: Workplace,
): Promise<FilledDatabase> {
  note(`Importing ${formatNumber(sizes.books)} books ${isIndexed ? 'with' : 'without'} index`)
  const space = await importBooks(frontlist, sizes, isIndexed, 'large', workplace)
  return { space, databaseBytes: await bytes() }
}

/** What the same content and publishes cost in a database without the index. */
export async function measureCosts(
  databases: readonly [BookDatabase, BookDatabase],
  sizes: Sizes,
  large: FilledDatabase,
  publishCount: number,
  workplace: Workplace,
): Promise<QueryResults['costs']> {
  const both = [large, await fill(databases[1], sizes, false, workplace)]
  const times = await measurePublishes(databases, sizes, publishCount)
  const [indexed, plain] = both.map(({ space, databaseBytes }, index) => {
    return { ...space.import, databaseBytes, publish: times[index]! }
  })
  return { indexed: indexed!, plain: plain! }
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
  return sides.map(({ ms }) => percentilesOf(ms))
}
