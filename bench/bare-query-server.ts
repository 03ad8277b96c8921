// A program: the least that can respond to a narrow query from the database on the same runtime. Its arguments are
// Frontlist's database file and the slug of the space. Each case of bench/query-cases.ts has its own statements on the
// index, written for it alone; the page is found and read by one statement each, and sent as it is stored. No checks, no
// limits, no variants, no references resolved. `/CASE?PARAMETERS`, with the parameters of the case.
import { Database } from 'bun:sqlite'
import type { Scalar } from '../src/content/fields/query-facts.ts'
import { decodePosting, numberAt } from '../src/content/index/postings.ts'
import { exactly, keyOf } from '../src/content/index/query-keys.ts'
import type { QueryType } from '../src/content/model/query-model.ts'

/** The same as for each of Frontlist's read connections. */
const pageCacheKib = 16 * 1024
const perPage = 20

const [, , file = '', slug = ''] = process.argv
const database = new Database(file, { readonly: true, strict: true })
database.exec(`pragma cache_size = -${pageCacheKib}`)
const { id: space } = database
  .query<{ id: string }, [string]>('select id from space where slug = ?')
  .get(slug)!

const posting = `from query_posting where space = ? and collection = ? and field = ? and variant = ''
  and key >= ? and key < ?`
type PostingRange = [space: string, collection: string, field: string, from: Uint8Array, to: Uint8Array]
const postings = database.query<{ chunk: number; count: number; numbers: Uint8Array }, PostingRange>(
  `select chunk, count, numbers ${posting}`,
)
const counted = database.query<{ count: number }, PostingRange>(`select sum(count) as count ${posting}`)
const numbered = 'from query_entry where space = ?1 and number in (select value from json_each(?2))'
const entries = database.query<{ entry: string }, [string, string]>(`select entry ${numbered}`)
const pageBy = (order: string) =>
  database.query<{ entry: string }, [string, string]>(`
    select live.entry from (select entry ${numbered}) as found cross join publication as live
    where live.space = ?1 and live.entry = found.entry and live.to_revision is null
    order by ${order}, live.entry limit ${perPage}`)
const newest = pageBy('live.published_at desc')
const byTitle = pageBy("live.data ->> 'title', live.published_at desc")
const newestOfOthers = database.query<{ entry: string }, [string, string]>(`
  select entry from publication where space = ?1 and collection = 'books' and to_revision is null
    and entry not in (select entry ${numbered})
  order by published_at desc, entry limit ${perPage}`)
const row = database.query<{ data: string }, [string, string]>(
  'select data from publication where space = ? and entry = ? and to_revision is null',
)

function numbersIn(collection: string, field: string, from: Uint8Array, to: Uint8Array): number[] {
  return postings
    .all(space, collection, field, from, to)
    .flatMap(({ chunk, count, numbers }) =>
      Array.from(decodePosting(count, numbers), place => numberAt(chunk, place)),
    )
}

function numbersOf(collection: string, field: string, type: QueryType, value: Scalar): number[] {
  const { from, to } = exactly(keyOf(type, value))
  return numbersIn(collection, field, from, to)
}

/** The entries whose reference has one of these targets. */
function referring(collection: string, field: string, targets: readonly number[]): number[] {
  return entries
    .all(space, JSON.stringify(targets))
    .flatMap(({ entry }) => numbersOf(collection, field, 'id', entry))
}

type Find = (value: (name: string) => string) => readonly number[]

const ofPrice: Find = value => numbersOf('books', 'price', 'number', Number(value('filter[price]')))
const finds: Readonly<Record<string, Find>> = {
  equality: ofPrice,
  sorted: ofPrice,
  complement: value => numbersOf('books', 'price', 'number', Number(value('filter[price][ne]'))),
  range: value => {
    const key = (end: string) => keyOf('dateTime', Date.parse(value(`filter[releasedOn][${end}]`)))
    return numbersIn('books', 'releasedOn', key('gte'), key('lt'))
  },
  reference: value =>
    referring('books', 'author', numbersOf('authors', 'name', 'text', value('filter[author.name]'))),
  'two-references': value => {
    const countries = numbersOf('countries', 'name', 'text', value('filter[author.country.name]'))
    return referring('books', 'author', referring('authors', 'country', countries))
  },
  group: value => {
    const named = numbersOf('categories', 'name', 'text', value('filter[categories.name]'))
    const shelved = new Set(numbersOf('categories', 'shelf', 'text', value('filter[categories.shelf]')))
    return referring(
      'books',
      'categories',
      named.filter(number => shelved.has(number)),
    )
  },
  'rare-word': value => [
    ...new Set(['~title', '~body'].flatMap(field => numbersOf('books', field, 'slug', value('q')))),
  ],
}

function respond(request: Request): Response {
  const { pathname, searchParams } = new URL(request.url)
  const name = pathname.slice(1)
  const numbers = finds[name]!(parameter => searchParams.get(parameter) ?? '')
  const isComplement = name === 'complement'
  const page = isComplement ? newestOfOthers : name === 'sorted' ? byTitle : newest
  const live = isComplement
    ? counted.get(space, 'books', '@live', Uint8Array.of(0), Uint8Array.of(1))!.count
    : 0
  const rows = page.all(space, JSON.stringify(numbers)).map(({ entry }) => row.get(space, entry)!.data)
  const body = `{"count":${Math.abs(live - numbers.length)},"entries":[${rows.join(',')}]}`
  return new Response(body, { headers: { 'Content-Type': 'application/json' } })
}

const server = Bun.serve({ hostname: '127.0.0.1', port: 0, development: false, fetch: respond })
process.on('SIGTERM', () => process.exit(0))
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.port}` })}\n`)
