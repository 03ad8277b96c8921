// The cases: which requests are measured, and what each must be answered.
import type { Json } from '../src/base/model.ts'
import type { DataSet } from './data-set.ts'
import { createExpectations, type ListQuestion } from './expected.ts'
import { createRandom } from './random.ts'

export interface BenchRequest {
  /** Path and query. */
  readonly target: string
  /** Sends the answer's ETag back, so that the answer is a 304. */
  readonly conditional: boolean
  readonly expected: Json
}

export interface BenchCase {
  readonly name: string
  readonly title: string
  /** Asked for in turn. */
  readonly requests: readonly BenchRequest[]
}

const base = '/api/v1/public/content/posts'
const perPage = 20
const differentRequests = 100
const noVariants: readonly string[] = []

export function createCases(dataSet: DataSet): BenchCase[] {
  const { posts } = dataSet.entries
  const expectations = createExpectations(dataSet)
  const random = createRandom(7)
  const pages = Math.ceil(posts.length / perPage)
  const list = (question: Partial<ListQuestion>, conditional = false): BenchRequest => {
    const whole = { page: 1, perPage, depth: 0, variants: noVariants, ...question }
    return { target: toTarget(whole), conditional, expected: expectations.list('posts', whole) }
  }
  const someEntry = (): BenchRequest => {
    const entry = random.pick(posts)
    const expected = expectations.entry(entry, { depth: 0, variants: noVariants })
    return { target: `${base}/${encodeURIComponent(entry.slug)}`, conditional: false, expected }
  }
  // `someone` is known to no entry: such ids are part of real requests.
  const variants = ['returning', 'members', 'someone']
  return [
    { name: 'list', title: 'First page of 20 posts', requests: [list({})] },
    { name: 'depth-2', title: 'First page, depth 2', requests: [list({ depth: 2 })] },
    {
      name: 'depth-2-variants',
      title: 'First page, depth 2, 3 variants',
      requests: [list({ depth: 2, variants })],
    },
    {
      name: 'random-pages',
      title: 'Random pages',
      requests: repeat(() => list({ page: 1 + random.below(pages) })),
    },
    { name: 'last-page', title: 'Last page', requests: [list({ page: pages })] },
    { name: 'entry', title: 'One entry by its slug', requests: repeat(someEntry) },
    { name: 'not-modified', title: 'First page, not modified (304)', requests: [list({}, true)] },
  ]
}

/** Only what differs from the defaults is asked for, as a client would. */
function toTarget({ page, depth, variants }: ListQuestion): string {
  const query = [
    ...(page > 1 ? [`page=${page}`] : []),
    ...(depth > 0 ? [`depth=${depth}`] : []),
    ...(variants.length > 0 ? [`variants=${variants.join(',')}`] : []),
  ]
  return query.length > 0 ? `${base}?${query.join('&')}` : base
}

function repeat(make: () => BenchRequest): BenchRequest[] {
  return Array.from({ length: differentRequests }, make)
}
