// The content of `npm run bench queries`: books with every type of field, and what they refer to. Each entry is
// generated from its number alone, so that a million of them are never in memory at once. As many entries match each
// narrow query in a large space as in a small one.
import type { Field, Values } from '../src/content/values/model.ts'
import { createRandom, type SeededRandom } from './random.ts'

const seed = 5_000_011
const bodyCharacters = 2000
const vocabulary = 20_000
const minute = 60_000
const firstRelease = Date.parse('2000-01-01T00:00:00.000Z')
const firstPublication = Date.parse('2015-01-01T00:00:00.000Z')
/** Every such book has a draft that differs from what is published. */
export const draftEvery = 50

export interface Sizes {
  readonly books: number
  readonly authors: number
  readonly countries: number
  readonly categories: number
  /** Values of `price`, and rare words. */
  readonly groups: number
  /** Books of each group, category and country, and in a range of releases. */
  readonly matches: number
}

const matchesMax = 500

/** The small space must be large enough for ten groups of as many books. */
export function sizesOf(books: number, smallBooks: number): Sizes {
  const matches = Math.max(1, Math.min(matchesMax, Math.floor(smallBooks / 10)))
  const some = (booksEach: number) => Math.max(2, Math.round(books / booksEach))
  const groups = some(matches)
  return {
    ...{ books, matches, groups, countries: groups },
    ...{ authors: some(matches / 5), categories: some(matches / 2) },
  }
}

/** What the narrow queries name. */
interface BookFacts {
  readonly number: number
  readonly publishedAt: number
  readonly price: number
  readonly pages: number
  readonly inPrint: boolean
  readonly releasedAt: number
  readonly rareWord: string
  readonly title: string
  readonly author: number
  readonly categories: readonly number[]
}

const bookId = (number: number): string => `book-${number}`
export const bookSlug = (number: number): string => `book-of-the-year-${number}`
export const authorName = (number: number): string => `Author ${number}`
export const countryName = (number: number): string => `Country ${number}`
export const categoryName = (number: number): string => `Category ${number}`
export const letterOf = (category: number): string => (category % 2 === 0 ? 'A' : 'B')
export const rareWord = (group: number): string => `rarity${group.toString(36)}`
const countryOf = (author: number, { countries }: Sizes): number => author % countries
export const releaseAt = (place: number): number => firstRelease + place * minute

/** Words by how common they are: word 0 is in nearly every body. */
export const wordAt = (rank: number): string => `${syllables[rank % 40]}${rank.toString(36)}`
const syllables = 'har led tid mar qui pap arc win let sig ket gar pro col bri fer lan not orc rai'
  .split(' ')
  .flatMap(syllable => [syllable, `${syllable}é`])

/** Zipf's law: the word of rank r is as frequent as 1 / r. */
const zipf = (random: SeededRandom): string =>
  wordAt(Math.min(vocabulary, Math.floor(vocabulary ** (random.below(2 ** 30) / 2 ** 30))) - 1)

export function factsOf(number: number, sizes: Sizes, random = createRandom(seed + 7 * number)): BookFacts {
  const rare = rareWord(random.below(sizes.groups))
  return {
    number,
    publishedAt: firstPublication + ((number * 7919) % sizes.books) * 5 * minute,
    price: random.below(sizes.groups),
    pages: random.below(600),
    inPrint: random.below(2) === 0,
    releasedAt: releaseAt((number * 104_729) % sizes.books),
    rareWord: rare,
    title: `${zipf(random)} ${zipf(random)} ${rare} ${zipf(random)}`,
    author: random.below(sizes.authors),
    categories: [random.below(sizes.categories), random.below(sizes.categories)].filter(isFirst),
  }
}

const isFirst = (value: number, index: number, all: readonly number[]) => all.indexOf(value) === index

const models: Readonly<Record<string, readonly Field[]>> = {
  countries: [{ apiName: 'name', type: 'text' }],
  authors: [
    { apiName: 'name', type: 'text' },
    { apiName: 'country', type: 'reference', to: ['countries'] },
  ],
  categories: [
    { apiName: 'name', type: 'text' },
    { apiName: 'shelf', type: 'text' },
  ],
  books: [
    { apiName: 'title', type: 'text' },
    { apiName: 'body', type: 'richText' },
    { apiName: 'inPrint', type: 'boolean' },
    { apiName: 'pages', type: 'integer' },
    { apiName: 'price', type: 'number' },
    { apiName: 'releasedOn', type: 'dateTime' },
    { apiName: 'reviewedOn', type: 'dateTime' },
    { apiName: 'tags', type: 'text', many: true },
    { apiName: 'author', type: 'reference', to: ['authors'] },
    { apiName: 'categories', type: 'reference', to: ['categories'], many: true },
    { apiName: 'extra', type: 'json', paths: [{ path: 'weight', type: 'number' }] },
    { apiName: 'code', type: 'text' },
  ],
}

/** Records to import, with the index, or with nothing in it but the entries' own keys. */
export function* toBookRecords(sizes: Sizes, isIndexed: boolean): Generator<object> {
  for (const [apiName, fields] of Object.entries(models)) {
    const own = isIndexed ? fields : fields.map(({ paths: _, ...field }) => ({ ...field, query: false }))
    yield { type: 'collection', apiName, name: apiName, fields: own }
  }
  const entry = (collection: string, id: string, liveData: Values, more: object = {}) => ({
    ...{ type: 'entry', collection, id, slug: id, publishedAt: '2014-01-01T00:00:00.000Z', liveData },
    ...more,
  })
  for (let number = 0; number < sizes.countries; number++)
    yield entry('countries', `country-${number}`, { name: countryName(number) })
  for (let number = 0; number < sizes.authors; number++) {
    const country = { id: `country-${countryOf(number, sizes)}` }
    yield entry('authors', `author-${number}`, { name: authorName(number), country })
  }
  for (let number = 0; number < sizes.categories; number++)
    yield entry('categories', `category-${number}`, {
      name: categoryName(number),
      shelf: letterOf(number),
    })
  for (let number = 0; number < sizes.books; number++) {
    const { publishedAt, ...book } = toBook(number, sizes)
    const { title, price } = book
    const draft = { ...book, title: `${title} revised`, price: price + 1 }
    yield entry('books', bookId(number), book, {
      slug: bookSlug(number),
      publishedAt,
      ...(number % draftEvery === 0 && { data: draft }),
    })
  }
}

function toBook(number: number, sizes: Sizes) {
  const random = createRandom(seed + 7 * number)
  const { title, publishedAt, price, pages, inPrint, releasedAt, author, categories } = factsOf(
    number,
    sizes,
    random,
  )
  let body = zipf(random)
  while (body.length < bodyCharacters) body += ` ${zipf(random)}`
  return {
    publishedAt: new Date(publishedAt).toISOString(),
    ...{ title, body, inPrint, pages, price },
    releasedOn: new Date(releasedAt).toISOString(),
    reviewedOn: new Date(releaseAt(random.below(10_000_000))).toISOString(),
    tags: [wordAt(random.below(1000)), wordAt(random.below(1000))],
    author: { id: `author-${author}` },
    categories: categories.map(category => ({ id: `category-${category}` })),
    extra: { weight: random.below(5000) / 10, shape: 'square' },
    code: `code-${number}`,
  }
}
