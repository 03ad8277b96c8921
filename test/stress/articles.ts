// Entries like those of an editorial site, with nine fields and some hundred words. Each has about ten rows in the query
// index, and a new edition changes nearly all of them.
import { createRandom, type SeededRandom } from '../../bench/random.ts'

const vocabularySize = 6000
const syllables = 'ka lo mi ter von ra su en qui pol da fer ny mar tok be ul sha gri on'.split(' ')

const fields = [
  { apiName: 'text', type: 'text' },
  { apiName: 'summary', type: 'text' },
  { apiName: 'body', type: 'richText' },
  { apiName: 'section', type: 'text' },
  { apiName: 'views', type: 'integer' },
  { apiName: 'featured', type: 'boolean' },
  { apiName: 'date', type: 'dateTime' },
  { apiName: 'related', type: 'reference' },
  { apiName: 'tags', type: 'text', many: true },
]

/** In no order, as ids of other systems. Slugs are the same. */
export const articleId = (index: number) => `e${Bun.hash(String(index)).toString(36)}`

/** An NDJSON file; each edition has other words, numbers and dates. */
export function articles(count: number, edition: number): string {
  const random = createRandom(edition)
  const vocabulary = vocabularyOf(createRandom(0))
  // Few words are frequent, and many are rare.
  const word = () => vocabulary[random.below(1 + random.below(vocabularySize))]!
  const words = (length: number) => Array.from({ length }, word).join(' ')
  const collection = { type: 'collection', apiName: 'posts', name: 'Posts', titleField: 'text', fields }
  const lines: string[] = [JSON.stringify(collection)]
  for (let index = 0; index < count; index++) {
    const liveData = {
      text: words(6),
      summary: words(15),
      body: words(80),
      section: `section ${index % 12}`,
      views: random.below(100_000),
      featured: index % 9 === 0,
      date: new Date(1.6e12 + random.below(1e9) * 100).toISOString(),
      related: { id: articleId(index % 50) },
      tags: [word(), word()],
    }
    lines.push(JSON.stringify({ type: 'entry', collection: 'posts', id: articleId(index), liveData }))
  }
  return lines.map(line => `${line}\n`).join('')
}

function vocabularyOf(random: SeededRandom): readonly string[] {
  const word = () => Array.from({ length: 2 + random.below(3) }, () => random.pick(syllables)).join('')
  return Array.from({ length: vocabularySize }, word)
}
