// A program: the least that can respond to a list request from the database on the same runtime: prepared statements on
// the file that is its argument. No checks, no limits, no references resolved, nothing cached between requests.
//
// `/SPACE/COLLECTION?page=1&perPage=20&depth=0`: the page's entries, then level by level the distinct entries that they
// refer to, as an array of their values. The server knows where each page begins, from reading the whole list when it
// starts.
import { Database } from 'bun:sqlite'

/** The same as for each of Frontlist's read connections. */
const pageCacheKib = 16 * 1024

/** The position at which a page begins in a list. */
interface ListStart {
  readonly at: number
  readonly entry: string
}

interface Row {
  readonly entry: string
  readonly data: string
  readonly refs: string | null
}

type References = readonly (readonly [line: number, targets: string | null | readonly string[]])[]

const [, , file = ''] = process.argv
const database = new Database(file, { readonly: true, strict: true })
database.exec(`pragma cache_size = -${pageCacheKib}`)
const spaces = new Map(
  database
    .query<{ id: string; slug: string }, []>('select id, slug from space')
    .all()
    .map(({ id, slug }) => [slug, id]),
)
/** By space and collection. */
const lists = new Map<string, ListStart[]>()
const live = 'from publication where space = ? and to_revision is null'
for (const space of spaces.values()) {
  const starts = database.query<ListStart & { collection: string }, [string]>(
    `select collection, published_at as at, entry ${live} order by published_at desc, entry`,
  )
  for (const { collection, ...start } of starts.iterate(space)) {
    const name = `${space}/${collection}`
    const known = lists.get(name)
    if (known) known.push(start)
    else lists.set(name, [start])
  }
}

const pageRows = database.query<Row, [string, string, number, number, string, number]>(
  `select entry, data, refs ${live} and collection = ? and published_at <= ? and (published_at < ? or entry >= ?)
  order by published_at desc, entry limit ?`,
)
const rowsByIds = database.query<Row, [string, string]>(
  `select entry, data, refs ${live} and entry in (select value from json_each(?))`,
)

function targetsOf(rows: readonly Row[]): Set<string> {
  const references = rows.flatMap(({ refs }) => (refs === null ? [] : (JSON.parse(refs) as References)))
  return new Set(references.flatMap(([, targets]) => targets ?? []))
}

function respond(request: Request): Response {
  const { pathname, searchParams } = new URL(request.url)
  const [, slug = '', collection = ''] = pathname.split('/')
  const space = spaces.get(slug) ?? ''
  const [page = 1, perPage = 20, depth = 0] = ['page', 'perPage', 'depth'].map(name =>
    Number(searchParams.get(name)),
  )
  const begin = lists.get(`${space}/${collection}`)?.[(page - 1) * perPage]
  if (!begin) return new Response('There is no such page.', { status: 404 })
  let level = pageRows.all(space, collection, begin.at, begin.at, begin.entry, perPage)
  const rows = [...level]
  const seen = new Set(rows.map(({ entry }) => entry))
  for (let left = depth; left > 0; left--) {
    const ids = targetsOf(level).difference(seen)
    for (const id of ids) seen.add(id)
    level = rowsByIds.all(space, JSON.stringify([...ids]))
    rows.push(...level)
  }
  const body = `[${rows.map(({ data }) => data).join(',')}]`
  return new Response(body, { headers: { 'Content-Type': 'application/json' } })
}

const server = Bun.serve({ hostname: '127.0.0.1', port: 0, development: false, fetch: respond })
process.on('SIGTERM', () => process.exit(0))
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.port}` })}\n`)
