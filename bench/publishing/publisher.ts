// Publishes at a steady pace, through a handle of this process on the server's database, as a command would; and looks
// each time whether the server's next answer is right.
import { getSpaceBySlug } from '../../src/accounts/spaces.service.ts'
import { openSqlite } from '../../src/database/sqlite/sqlite.ts'
import { publish } from '../../src/publishing/publish.service.ts'
import type { BenchRequest } from '../cases.ts'
import type { BenchEntry, DataSet } from '../data-set.ts'
import type { Expectations } from '../expected.ts'
import { createRandom } from '../random.ts'

export interface Publisher {
  /** So many a second, until `work` is done; how many there were. */
  during(work: Promise<unknown>, perSecond: number): Promise<number>
  close(): Promise<void>
}

export async function openPublisher(
  parts: { file: string; slug: string; dataSet: DataSet; expectations: Expectations },
  check: (request: Pick<BenchEntry, 'id' | 'slug'>) => Promise<void>,
): Promise<Publisher> {
  const { file, slug, dataSet, expectations } = parts
  const database = openSqlite(file, { create: false })
  const { id: space } = await getSpaceBySlug(database.reads, slug)
  const random = createRandom(13)
  // Each at most once: a draft that is live already would be no publication.
  const left = [...dataSet.entries.posts]

  async function publishOne(): Promise<void> {
    const [entry] = left.splice(random.below(left.length), 1)
    if (!entry) throw new Error('Every post has been published: there are too few for so many rounds.')
    const now = Date.now()
    const { changed } = await publish(database, space, [`posts/${entry.slug}`], () => now)
    if (changed.length !== 1) throw new Error(`Publishing ${entry.slug} changed nothing.`)
    expectations.publish(entry, new Date(now).toISOString())
    await check(entry)
  }

  return {
    during: async (work, perSecond) => {
      let isOver = false
      const end = () => {
        isOver = true
      }
      const over = work.then(end, end)
      const started = performance.now()
      let published = 0
      for (;;) {
        // The first after half the time between two: none falls onto the end of a round.
        const due = started + ((published + 0.5) * 1000) / perSecond
        await Promise.race([over, Bun.sleep(Math.max(0, due - performance.now()))])
        if (isOver) return published
        await publishOne()
        published++
      }
    },
    close: () => database.close(),
  }
}

/** Requests that look random, of those that a case has. */
export function pickSome(requests: readonly BenchRequest[], count: number, seed: number): BenchRequest[] {
  const random = createRandom(seed)
  return Array.from({ length: Math.min(count, requests.length) }, () => random.pick(requests))
}
