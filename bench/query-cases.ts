// The queries of `npm run bench queries`. bare-query-server.ts has statements of its own for each narrow one.
import {
  authorName,
  categoryName,
  countryName,
  letterOf,
  rareWord,
  releaseAt,
  type Sizes,
  wordAt,
} from './books.ts'
import { createRandom, type SeededRandom } from './random.ts'

interface QueryCase {
  readonly name: string
  readonly title: string
  readonly parameters: (sizes: Sizes, random: SeededRandom) => Readonly<Record<string, string>>
}

const price = (sizes: Sizes, random: SeededRandom) => random.below(sizes.groups)
const releases = (sizes: Sizes, random: SeededRandom) => {
  const place = random.below(sizes.books - sizes.matches)
  return [releaseAt(place), releaseAt(place + sizes.matches)] as const
}
const category = (sizes: Sizes, random: SeededRandom) => random.below(sizes.categories)

/** As many matches each in the small space as in the large one; the complement has nearly all. */
export const narrowCases: readonly QueryCase[] = [
  {
    name: 'equality',
    title: 'Equality of a number',
    parameters: (sizes, random) => ({ 'filter[price]': String(price(sizes, random)) }),
  },
  {
    name: 'range',
    title: 'Range of times',
    parameters: (sizes, random) => {
      const [from, to] = releases(sizes, random).map(time => new Date(time).toISOString())
      return { 'filter[releasedOn][gte]': from!, 'filter[releasedOn][lt]': to! }
    },
  },
  {
    name: 'reference',
    title: 'Through one reference',
    parameters: ({ authors }, random) => ({ 'filter[author.name]': authorName(random.below(authors)) }),
  },
  {
    name: 'two-references',
    title: 'Through two references',
    parameters: ({ countries }, random) => ({
      'filter[author.country.name]': countryName(random.below(countries)),
    }),
  },
  {
    name: 'group',
    title: 'Two conditions on the same target',
    parameters: (sizes, random) => {
      const number = category(sizes, random)
      return {
        'filter[categories.name]': categoryName(number),
        'filter[categories.shelf]': letterOf(number),
      }
    },
  },
  {
    name: 'complement',
    title: 'Complement of an equality',
    parameters: (sizes, random) => ({ 'filter[price][ne]': String(price(sizes, random)) }),
  },
  {
    name: 'sorted',
    title: 'Equality, sorted by a text',
    parameters: (sizes, random) => ({ 'filter[price]': String(price(sizes, random)), sort: 'title' }),
  },
  {
    name: 'rare-word',
    title: '`q` of a rare word',
    parameters: ({ groups }, random) => ({ q: rareWord(random.below(groups)) }),
  },
]

const anyPage = (random: SeededRandom) => ({ page: String(1 + random.below(25)) })

export const broadCases: readonly QueryCase[] = [
  {
    name: 'halves',
    title: 'Two conditions that match half each',
    parameters: (_, random) => ({
      'filter[inPrint]': 'true',
      'filter[pages][lt]': '300',
      ...anyPage(random),
    }),
  },
  {
    name: 'common-word',
    title: '`q` of a common word',
    // In a million books, word 0 alone is within the limit: the others begin longer words, which count too.
    parameters: (_, random) => ({ q: wordAt(0), ...anyPage(random) }),
  },
  {
    name: 'sort-text',
    title: 'All, sorted by a text',
    parameters: (_, random) => ({ sort: 'title', ...anyPage(random) }),
  },
  {
    name: 'sort-integer',
    title: 'All, sorted by an integer with 600 values',
    parameters: (_, random) => ({ sort: 'pages', ...anyPage(random) }),
  },
  {
    name: 'range-half',
    title: 'Half of all times, each different',
    parameters: ({ books }, random) => ({
      'filter[releasedOn][lt]': new Date(releaseAt(Math.floor(books / 2))).toISOString(),
      ...anyPage(random),
    }),
  },
  {
    name: 'sort-middle',
    title: 'All, sorted by a text: a page in the middle',
    parameters: ({ books }, random) => ({
      sort: 'title',
      page: String(1 + Math.floor(books / 40) - random.below(Math.max(1, Math.floor(books / 1000)))),
    }),
  },
]

const pairsMax = 2_000_000
/** Pairs for each entry that word 0 costs. */
const pairsOfWord = 1.33

/** As near to the limit of 2,000,000 pairs as the collection allows. */
export const limitCase: QueryCase = {
  name: 'limit',
  title: 'At the limit of what a query may match',
  parameters: ({ books }, random) => {
    const words = Math.max(1, Math.min(8, Math.floor((0.7 * pairsMax) / (pairsOfWord * books))))
    const left = pairsMax - books * (pairsOfWord * words + 0.5)
    const pages = Math.max(1, Math.min(300, Math.floor((540 * left) / books)))
    const q = Array.from({ length: words }, (_, rank) => wordAt(rank)).join(' ')
    const page = String(1 + random.below(Math.max(1, Math.floor(books / 80))))
    return { q, 'filter[inPrint]': 'true', 'filter[pages][lt]': String(pages), page }
  },
}

/** Random requests of a case, the same ones in each run. */
export function targetsOf(
  { parameters }: QueryCase,
  sizes: Sizes,
  count: number,
  path = '/api/v1/public/content/books',
): string[] {
  const random = createRandom(29)
  return Array.from({ length: count }, () => `${path}?${new URLSearchParams(parameters(sizes, random))}`)
}
