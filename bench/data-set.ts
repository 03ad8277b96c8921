// The data set: authors, categories and posts with circular references. Each is generated from its number alone, so
// that the imported file and the expected responses have one source.
import type { Field, Json, Values } from '../src/content/values/model.ts'
import type { EntryRecord, ImportRecord } from '../src/import-export/read/records.ts'
import { prose, title } from './prose.ts'
import { createRandom } from './random.ts'

const seed = 20_260_101
const bodyCharacters = 2000
const newest = Date.parse('2026-01-01T00:00:00.000Z')

/** An entry of the data set: all of its optional fields are present. */
export type BenchEntry = Required<
  Omit<EntryRecord, 'data' | 'variants' | 'archived' | 'liveSlug' | 'liveVariants'>
> &
  Pick<EntryRecord, 'variants'>

export interface DataSet {
  /** By collection, ordered by number. */
  readonly entries: Readonly<Record<CollectionName, readonly BenchEntry[]>>
  readonly count: number
}

export type CollectionName = 'authors' | 'categories' | 'posts'

const reference = (to: CollectionName, many: boolean): Pick<Field, 'type' | 'to' | 'many'> => ({
  type: 'reference',
  to: [to],
  ...(many && { many }),
})

const models: Record<CollectionName, readonly Field[]> = {
  authors: [
    { apiName: 'name', type: 'text' },
    { apiName: 'bio', type: 'text' },
    { apiName: 'born', type: 'integer' },
  ],
  categories: [
    { apiName: 'name', type: 'text' },
    { apiName: 'description', type: 'text' },
  ],
  posts: [
    { apiName: 'title', type: 'text' },
    { apiName: 'teaser', type: 'text' },
    { apiName: 'body', type: 'richText' },
    { apiName: 'readingMinutes', type: 'integer' },
    { apiName: 'featured', type: 'boolean' },
    { apiName: 'tags', type: 'text', many: true },
    { apiName: 'author', ...reference('authors', false) },
    { apiName: 'categories', ...reference('categories', true) },
    { apiName: 'related', ...reference('posts', true) },
  ],
}

export function createDataSet(posts: number): DataSet {
  const sizes = { authors: Math.ceil(posts / 10), categories: Math.max(2, Math.ceil(posts / 200)), posts }
  const entries = {
    authors: numbered(sizes.authors, toAuthor),
    categories: numbered(sizes.categories, toCategory),
    posts: numbered(posts, number => toPost(number, sizes)),
  }
  return { entries, count: sizes.authors + sizes.categories + posts }
}

/** As lines for the import. Each draft differs from the published values, so that serving one would be detected. */
export function* toRecords(dataSet: DataSet): Generator<ImportRecord> {
  for (const [apiName, fields] of Object.entries(models)) {
    yield { type: 'collection', apiName, name: apiName, fields }
  }
  for (const entries of Object.values(dataSet.entries)) {
    for (const entry of entries) {
      yield { ...entry, data: toDraft(entry) }
    }
  }
}

export function toDraft({ liveData }: Pick<BenchEntry, 'liveData'>): Values {
  const [first = ''] = Object.keys(liveData)
  return { ...liveData, [first]: 'A draft that is not published yet' }
}

function numbered(count: number, make: (number: number) => BenchEntry): BenchEntry[] {
  return Array.from({ length: count }, (_, number) => make(number))
}

function toEntry(
  collection: CollectionName,
  number: number,
  liveData: Values,
  variants?: BenchEntry['variants'],
): BenchEntry {
  return {
    type: 'entry',
    collection,
    id: toId(collection, number),
    slug: `${collection}-of-the-year-${number}`,
    publishedAt: new Date(newest - ((number * 7919) % 9973) * 60_000).toISOString(),
    liveData,
    ...(variants && { variants }),
  }
}

function toId(collection: CollectionName, number: number): string {
  return `${collection}-${String(number).padStart(6, '0')}`
}

function toAuthor(number: number): BenchEntry {
  const random = createRandom(seed + 1_000_003 * number)
  return toEntry('authors', number, {
    name: title(random),
    bio: prose(random, 300),
    born: 1930 + random.below(75),
  })
}

function toCategory(number: number): BenchEntry {
  const random = createRandom(seed + 2_000_003 * number)
  return toEntry('categories', number, { name: title(random), description: prose(random, 120) })
}

function toPost(number: number, sizes: Record<CollectionName, number>): BenchEntry {
  const random = createRandom(seed + 3_000_017 * number)
  const refer = (to: CollectionName, count: number, except = -1): Json[] => {
    const numbers = new Set<number>()
    while (numbers.size < Math.min(count, sizes[to] - 1)) {
      const target = random.below(sizes[to])
      if (target !== except) numbers.add(target)
    }
    return [...numbers].map(target => ({ id: toId(to, target) }))
  }
  const values = {
    title: title(random),
    teaser: prose(random, 120),
    body: prose(random, bodyCharacters),
    readingMinutes: 1 + random.below(20),
    featured: random.below(4) === 0,
    tags: [title(random), title(random)],
    author: { id: toId('authors', random.below(sizes.authors)) },
    categories: refer('categories', 2),
    related: refer('posts', 3, number),
  }
  if (number % 10 !== 0) return toEntry('posts', number, values)
  return toEntry('posts', number, values, {
    members: { title: title(random), teaser: prose(random, 120) },
    returning: { teaser: prose(random, 120), readingMinutes: 1, related: refer('posts', 3, number) },
    newsletter: { title: title(random) },
  })
}
