// The cases: which requests are measured, what each must be answered, and what is wanted of it.
import type { Json } from '../src/base/model.ts'
import type { BenchEntry, DataSet } from './data-set.ts'
import type { Expectations, ListQuestion } from './expected.ts'
import { createRandom } from './random.ts'
import type { Wanted } from './results.ts'

export interface BenchRequest {
  /** Path and query. */
  readonly target: string
  /** Sends the answer's ETag back, so that the answer is a 304. */
  readonly conditional?: boolean
  isRight(answer: Json): boolean
}

export interface BenchCase {
  readonly name: string
  readonly requests: readonly BenchRequest[]
}

/** A case that one server answers again and again. */
export interface KeptCase extends BenchCase {
  readonly title: string
  readonly wanted: Wanted
  /** The bare server hashes the key, looks at the log and makes an id, see bare-server.ts. */
  readonly careful?: boolean
}

const base = '/api/v1/public/content/posts'
export const perPage = 20
const differentRequests = 100
const noVariants: readonly string[] = []
const ofKeptAnswers: Wanted = { requestsPerSecond: 0.8, cpu: 1.35 }

export function createKeptCases(dataSet: DataSet, expectations: Expectations): KeptCase[] {
  const { posts } = dataSet.entries
  const random = createRandom(7)
  const pages = Math.ceil(posts.length / perPage)
  const list = (question: Partial<ListQuestion>, conditional = false): BenchRequest => ({
    ...listRequest(expectations, question),
    conditional,
  })
  const someEntry = () => entryRequest(expectations, random.pick(posts), 0)
  // `someone` is known to no entry: such ids are part of real requests.
  const variants = ['returning', 'members', 'someone']
  return [
    { name: 'list', title: 'First page of 20 posts', wanted: ofKeptAnswers, requests: [list({})] },
    { name: 'depth-2', title: 'First page, depth 2', wanted: ofKeptAnswers, requests: [list({ depth: 2 })] },
    {
      name: 'depth-2-variants',
      title: 'First page, depth 2, 3 variants',
      wanted: ofKeptAnswers,
      requests: [list({ depth: 2, variants })],
    },
    {
      name: 'random-pages',
      title: 'Random pages',
      wanted: {},
      requests: repeat(() => list({ page: 1 + random.below(pages) })),
    },
    { name: 'last-page', title: 'Last page', wanted: {}, requests: [list({ page: pages })] },
    { name: 'entry', title: 'One entry by its slug', wanted: {}, requests: repeat(someEntry) },
    {
      name: 'not-modified',
      title: 'First page, not modified (304)',
      wanted: { requestsPerSecond: 0.9 },
      requests: [list({}, true)],
    },
    {
      name: 'not-modified-careful',
      title: 'The same; bare hashes the key, looks at the log, makes an id',
      wanted: {},
      careful: true,
      requests: [list({}, true)],
    },
  ]
}

export function listRequest(expectations: Expectations, question: Partial<ListQuestion>): BenchRequest {
  const whole = { page: 1, perPage, depth: 0, variants: noVariants, ...question }
  return {
    target: listTarget(whole),
    isRight: answer => Bun.deepEquals(answer, expectations.list('posts', whole)),
  }
}

export function entryRequest(
  expectations: Expectations,
  entry: Pick<BenchEntry, 'id' | 'slug'>,
  depth: number,
): BenchRequest {
  return {
    target: `${base}/${encodeURIComponent(entry.slug)}${depth > 0 ? `?depth=${depth}` : ''}`,
    isRight: answer => Bun.deepEquals(answer, expectations.entry(entry, { depth, variants: noVariants })),
  }
}

/** What a bare server on the database can be asked to do besides, see bare-sqlite-server.ts. */
export type BareWay = 'seek' | 'addresses' | 'whole'

/** A page of a bare server on the database. */
export function bareRequest(
  expectations: Expectations,
  space: string,
  question: Required<Pick<ListQuestion, 'page' | 'depth'>>,
  ways: readonly BareWay[],
): BenchRequest {
  const whole = { ...question, perPage }
  if (ways.includes('whole')) {
    return { ...listRequest(expectations, whole), target: bareTarget(space, whole, ways) }
  }
  const texts = (values: readonly Json[]) => values.map(value => JSON.stringify(value)).sort()
  return {
    target: bareTarget(space, whole, ways),
    isRight: answer => {
      const right = expectations.values('posts', whole, { addresses: ways.includes('addresses') })
      return Bun.deepEquals(texts(answer as Json[]), texts(right))
    },
  }
}

export function bareTarget(
  space: string,
  { page, perPage, depth }: Required<Pick<ListQuestion, 'page' | 'perPage' | 'depth'>>,
  ways: readonly BareWay[],
): string {
  const more = ways.map(way => `&${way}=1`).join('')
  return `/${space}/posts?page=${page}&perPage=${perPage}&depth=${depth}${more}`
}

/** All pages of so many posts, in an order that looks random. */
export function shuffledPages(posts: number, size = perPage): number[] {
  const random = createRandom(size)
  const pages = Array.from({ length: Math.ceil(posts / size) }, (_, index) => index + 1)
  for (let end = pages.length - 1; end > 0; end--) {
    const other = random.below(end + 1)
    ;[pages[end], pages[other]] = [pages[other]!, pages[end]!]
  }
  return pages
}

/** Only what differs from the defaults is asked for, as a client would. */
export function listTarget(question: Omit<ListQuestion, 'variants'> & Partial<ListQuestion>): string {
  const { page, depth, variants = noVariants } = question
  const query = [
    ...(page > 1 ? [`page=${page}`] : []),
    ...(question.perPage === perPage ? [] : [`perPage=${question.perPage}`]),
    ...(depth > 0 ? [`depth=${depth}`] : []),
    ...(variants.length > 0 ? [`variants=${variants.join(',')}`] : []),
  ]
  return query.length > 0 ? `${base}?${query.join('&')}` : base
}

function repeat(make: () => BenchRequest): BenchRequest[] {
  return Array.from({ length: differentRequests }, make)
}
