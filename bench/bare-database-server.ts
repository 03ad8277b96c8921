// A program: the least that can respond to a list request from the database on the same runtime: prepared statements on
// the file that is its argument. No checks, no limits, nothing cached between requests.
//
// `/SPACE/COLLECTION?page=1&perPage=20&depth=0`: the page's entries, then level by level the distinct entries that they
// refer to, as an array of their values. With `whole=1` the same bytes as Frontlist's response (bare-whole-page.ts).
// The server knows where each page begins, from reading the whole list when it starts.
import { Database } from 'bun:sqlite'
import { createReader, createWholePages, type ListStart } from './bare-whole-page.ts'

/** The same as for each of Frontlist's read connections. */
const pageCacheKib = 16 * 1024

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
for (const space of spaces.values()) {
  for (const { collection, ...start } of database
    .query<ListStart & { collection: string }, [string]>(
      `select collection, published_at as at, entry from publication where space = ? and to_revision is null
      order by published_at desc, entry`,
    )
    .iterate(space)) {
    const known = lists.get(`${space}/${collection}`)
    if (known) known.push(start)
    else lists.set(`${space}/${collection}`, [start])
  }
}

const readRows = createReader(database, 'entry, data, refs')
const wholePage = createWholePages(database, file)

function respond(request: Request): Response {
  const { pathname, searchParams } = new URL(request.url)
  const [, slug = '', collection = ''] = pathname.split('/')
  const space = spaces.get(slug) ?? ''
  const [page = 1, perPage = 20, depth = 0] = ['page', 'perPage', 'depth'].map(name =>
    Number(searchParams.get(name)),
  )
  const list = lists.get(`${space}/${collection}`) ?? []
  const begin = list[(page - 1) * perPage]
  if (!begin) return new Response('There is no such page.', { status: 404 })
  const wanted = { space, collection, perPage, depth, total: list.length, begin }
  if (searchParams.has('whole')) return wholePage(request, wanted)
  const body = `[${readRows(wanted)
    .flat()
    .map(({ data }) => data)
    .join(',')}]`
  return new Response(body, { headers: { 'Content-Type': 'application/json' } })
}

const server = Bun.serve({ hostname: '127.0.0.1', port: 0, development: false, fetch: respond })
process.on('SIGTERM', () => process.exit(0))
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.port}` })}\n`)
