// Generated queries that are valid, almost valid, hostile, or made to cost: each gets a list or an error that names what
// is wrong, and within a time limit.
import { operators } from '../../src/content/fields/query-facts.ts'
import type { Get } from '../kit/app/other-app.ts'
import { readProblem } from '../kit/app/responses.ts'
import { GeneratedQueries, Random, type Sizes } from '../kit/oracle/generated-queries.ts'
import { attacks } from './attacks.ts'
import { figuresOf } from './figures.ts'
import type { Findings } from './runner.ts'

export interface FuzzQueriesOptions {
  readonly requests: number
  readonly seed: number
  /** The limit of a response's time; infinite if it is not measured. */
  readonly limitMs: number
}

const reportedMax = 5
const slowestMax = 3
/** Longer paths are refused before anything reads them. */
const pathLengthMax = 8000

/** `get` is that of a space with the content of {@link GeneratedQueries.records} for the same sizes. */
export async function runFuzzQueries(
  { get, sizes }: { get: Get; sizes: Sizes },
  findings: Findings,
  { requests, seed, limitMs }: FuzzQueriesOptions,
): Promise<void> {
  const queries = new OddQueries(seed, sizes)
  const statuses = new Map<string, number>()
  const errors: string[] = []
  const times: number[] = []
  let slowest: { ms: number; path: string }[] = []
  for (let sent = 0; sent < requests; sent++) {
    const path = queries.next()
    const startedAt = performance.now()
    const response = await get(path)
    const text = await response.text()
    const ms = performance.now() - startedAt
    times.push(ms)
    slowest = [...slowest, { ms, path }].sort((one, other) => other.ms - one.ms).slice(0, slowestMax)
    const { status, error } = findError(response, text)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (error !== null) errors.push(`${error} to ${path}`)
  }
  findings.say([...statuses].map(([status, count]) => `${status}: ${count}`).join(', '))
  findings.figures('a response', figuresOf(times))
  for (const { ms, path } of slowest) findings.say(`  ${ms.toFixed(1)} ms: ${path.slice(0, 300)}`)
  for (const error of errors.slice(0, reportedMax)) findings.say(`  ${error.slice(0, 1000)}`)
  findings.claim(
    errors.length === 0,
    `each response is a list, an entry or an error of the client (${errors.length} are not)`,
  )
  const slow = times.filter(ms => ms > limitMs).length
  findings.claim(slow === 0, `none takes over ${limitMs} ms (${slow})`)
  const served = statuses.get('200') ?? 0
  const refused = statuses.get('400 invalid_parameters') ?? 0
  // A server that refuses everything, or nothing, has not been tested.
  findings.claim(served > requests / 10 && refused > requests / 10, 'a tenth at least is served, and refused')
}

const expectedCodes = [
  'invalid_parameters',
  'query_too_costly',
  'response_too_large',
  'invalid_path',
  'not_found',
  'entry_not_found',
  'collection_not_found',
]

function findError(
  response: Response,
  text: string,
): { readonly status: string; readonly error: string | null } {
  const { status, headers } = response
  if (status === 200) {
    const isJson = text.startsWith('{"list":[') || text.startsWith('{"doc":')
    return { status: '200', error: isJson ? null : text.slice(0, 200) }
  }
  try {
    const { code } = readProblem({ status, headers, text })
    const isExpected = status < 500 && expectedCodes.includes(code)
    return { status: `${status} ${code}`, error: isExpected ? null : `${status} ${text.slice(0, 300)}` }
  } catch {
    return { status: String(status), error: `${status} is no problem: ${text.slice(0, 300)}` }
  }
}

const groups = ['filter', 'any', 'any.1', 'any.5', 'any.6', 'not', 'Filter', 'where', 'page', 'fields', 'x']
const ownNames = ['sort', 'q', 'fields', 'queryVariant', 'facets', 'depth', 'variants', 'page', 'perPage', 'filter', 'order', 'search', 'at', 'preview', '_method'] // biome-ignore format: a list
const paths = ['id', 'slug', 'publishedAt', 'title', 'price', 'votes', 'open', 'at', 'tags', 'scores', 'days', 'author', 'author.name', 'author.country.size', 'cats', 'cats.shelf', 'cats.parent.name', 'rel', 'rel.title', 'rel.collection', 'cover', 'meta', 'meta.weight', 'meta.all.t', 'a.b', 'data.slug', 'body'] // biome-ignore format: a list
const values = ['', '1', '-0', '1e3', '9007199254740993', 'true', 'TRUE', '2024', '2024-02-30', '2024-03-07T00:00:00+01:00', 'a', 'a,b', '\\', '\\,', ',', ',,', 'p1', 'tide', '\u0e20', '\u65e5\u672c\u8a9e', '\u{1f30a}', '\ud800', '\u0130', '\ufb01', '\u0301', 'x'.repeat(200), 'x'.repeat(201), '\u0344'.repeat(100), '\ufdfa'.repeat(100)] // biome-ignore format: a list
const marks = [
  '[',
  ']',
  '%5B',
  '%5D',
  '%255B',
  '&',
  '=',
  '+',
  '%',
  '%00',
  '.',
  ',',
  '-',
  '*',
  '#',
  '\u0000',
  '[]',
]

/** Eight words with 22 pairs of characters each. */
const unspaced = Array.from({ length: 8 }, (_, word) =>
  Array.from({ length: 23 }, (_, at) => String.fromCodePoint(0x4e00 + 24 * word + at)).join(''),
).join('+')

class OddQueries {
  readonly #random: Random
  readonly #generated: GeneratedQueries

  constructor(seed: number, sizes: Sizes) {
    this.#random = new Random(seed)
    this.#generated = new GeneratedQueries(seed, sizes)
  }

  /** Below `/api/v1/public`. */
  next(): string {
    const random = this.#random
    const make = random.pick([this.#valid, this.#mutated, this.#mutated, this.#pieces, this.#costly])
    const path = make.call(this)
    return [...path.slice(0, pathLengthMax)].join('').toWellFormed()
  }

  #valid(): string {
    const rest = this.#random.pick(['', '&fields=title,author.name', '&depth=2', '&depth=10&variants=de,vip'])
    return `${this.#generated.toPath(this.#generated.query())}${rest}`
  }

  #mutated(): string {
    const random = this.#random
    const [start = '', search = ''] = this.#valid().split('?')
    let text = search
    for (let count = 1 + random.below(3); count > 0; count--) text = this.#mutate(text)
    const isEntry = random.chance(5)
    return `${isEntry ? `${start}/p${random.below(50)}` : start}?${text}`
  }

  #mutate(text: string): string {
    const random = this.#random
    const at = random.below(text.length + 1)
    const parts = text.split('&')
    const tokens = text.split(/([&=[\].,]|%5B|%5D|%2C)/)
    switch (random.below(8)) {
      case 0:
        return text.slice(0, at) + random.pick(marks) + text.slice(at)
      case 1:
        return text.slice(0, at) + text.slice(at + 1 + random.below(3))
      case 2:
        return [...parts, random.pick(parts)].join('&')
      case 3:
        return text.slice(0, at).toUpperCase() + text.slice(at)
      case 4:
        return text.replace('%', '%25')
      case 5:
        return `${text}&${this.#parameter()}`
      default:
        tokens[random.below(tokens.length)] = this.#encode(
          random.pick([...paths, ...operators, ...values, ...attacks]),
        )
        return tokens.join('')
    }
  }

  #pieces(): string {
    const parameters = Array.from({ length: 1 + this.#random.below(6) }, () => this.#parameter())
    return `/content/posts?${parameters.join('&')}`
  }

  #parameter(): string {
    const random = this.#random
    const value = this.#encode(random.pick([...values, ...values, ...attacks]))
    if (random.chance(25)) return `${random.pick(ownNames)}=${value}`
    const name = random.chance(80) ? random.pick(paths) : random.pick(attacks)
    const operator = random.chance(80) ? random.pick(operators) : random.pick(attacks)
    const second = random.chance(60) ? `[${this.#encode(operator)}]` : ''
    return `${random.pick(groups)}[${this.#encode(name)}]${second}=${value}`
  }

  /** Broad conditions, up to the limits of their number and of their values. */
  #costly(): string {
    const random = this.#random
    const many = (prefix: string) => Array.from({ length: 100 }, (_, at) => `${prefix}${at}`).join(',')
    const broad = [
      ...[
        '[title][ne]=',
        '[title][prefix]=c',
        '[tags][exists]=false',
        '[scores][gte]=-3',
        '[price][lt]=1000',
      ],
      ...[
        '[rel.title][ne]=a',
        '[cats.parent.name][ne]=a',
        '[author.country.size][gte]=-3',
        '[rel][exists]=true',
      ],
      ...[`[id][nin]=${many('p')}`, `[author][in]=${many('a')}`, `[rel.rel.id][nin]=${many('p')}`],
      ...['[id][gt]=a', '[publishedAt][gte]=2000', '[meta.all.t][ne]=x', '[rel.rel.rel][exists]=true'],
      ...['[rel.cats.shelf][nin]=a,b', '[cats.slug][prefix]=c', '[author.likes.rank][lte]=99'],
    ]
    const conditions = Array.from(
      { length: 1 + random.below(20) },
      () => `${random.pick(['filter', 'not', 'any', 'any.2', 'any.3'])}${random.pick(broad)}`,
    )
    const search = random.pick(['', 'q=a+y+oy+ta+tide+cafe+wave+strasse', `q=${unspaced}`, 'queryVariant=de'])
    const order = random.pick(['', 'sort=title,-price,at', 'sort=-slug', 'sort=publishedAt,a.b,-id'])
    const page = random.pick([
      ...['', 'page=2147483647', 'page=9&perPage=1000', 'depth=10&perPage=1000', 'page=300&perPage=3'],
      'fields=rel.rel.rel.title&perPage=1000',
    ])
    return `/content/posts?${[...new Set(conditions), search, order, page].join('&')}`
  }

  #encode(value: string): string {
    return this.#random.chance(70)
      ? encodeURIComponent(value.toWellFormed())
      : value.replaceAll(/[\s#&]/g, '')
  }
}
