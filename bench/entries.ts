// Posts for measuring growth, written a line at a time: a hundred thousand of them are never in memory at once.
import { prose, title } from './prose.ts'
import { createRandom } from './random.ts'

const newest = Date.parse('2026-01-01T00:00:00.000Z')
const bodyCharacters = 600
const linesPerWrite = 1000

const model = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [
    { apiName: 'title', type: 'text' },
    { apiName: 'body', type: 'text' },
    { apiName: 'next', type: 'reference', to: ['posts'] },
  ],
}

export async function writeEntries(file: string, count: number): Promise<void> {
  const sink = Bun.file(file).writer()
  sink.write(`${JSON.stringify(model)}\n`)
  for (let number = 0; number < count; number++) {
    sink.write(`${JSON.stringify(toPost(number, count))}\n`)
    if (number % linesPerWrite === 0) await sink.flush()
  }
  await sink.end()
}

export const slugOf = (number: number): string => `post-of-the-year-${number}`

function toPost(number: number, count: number) {
  const random = createRandom(4_000_037 * (number + 1))
  return {
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
