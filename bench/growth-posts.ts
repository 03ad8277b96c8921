// Posts for the growth benchmark, generated lazily: a million of them are never in memory at once.
import { join } from 'node:path'
import { type FilledSpace, importFile, writeRecords } from './fill.ts'
import type { Frontlist } from './processes.ts'
import { prose, title } from './prose.ts'
import { createRandom } from './random.ts'
import type { Workplace } from './workplace.ts'

const newest = Date.parse('2026-01-01T00:00:00.000Z')
const bodyCharacters = 600

const collection = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [
    { apiName: 'title', type: 'text' },
    { apiName: 'body', type: 'text' },
    { apiName: 'next', type: 'reference', to: ['posts'] },
  ],
}

export const slugOf = (number: number): string => `post-of-the-year-${number}`

function* toPosts(count: number): Generator<object> {
  yield collection
  for (let number = 0; number < count; number++) {
    const random = createRandom(4_000_037 * (number + 1))
    yield {
      type: 'entry',
      collection: 'posts',
      id: `p${number}`,
      slug: slugOf(number),
      publishedAt: new Date(newest - ((number * 7919) % 99_991) * 60_000).toISOString(),
      liveData: {
        title: title(random),
        body: prose(random, bodyCharacters),
        next: { id: `p${(number + 1) % count}` },
      },
    }
  }
}

export async function importPosts(
  frontlist: Frontlist,
  count: number,
  slug: string,
  workplace: Workplace,
): Promise<FilledSpace> {
  const file = join(workplace.folder, `${slug}.ndjson`)
  await writeRecords(file, toPosts(count))
  const filled = await importFile(frontlist, file, count, slug)
  await Bun.file(file).delete()
  return filled
}
