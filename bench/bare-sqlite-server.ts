// A program: the least that can answer a list out of the database on the same runtime: prepared statements on the same
// file, and what they find, joined. No keys, no checks, no ETag, no references put in their places.
//
// `/SPACE/COLLECTION?page=1&perPage=20&depth=0`: the page's entries, then level by level the distinct entries that they refer
// to, as an array of their values. With `seek=1` a page is found by where it begins, which the server has learnt when it
// started; otherwise by an OFFSET, as most servers do. With `addresses=1` the distinct entries that are met where the depth
// ends come behind them by id, collection and slug, as Frontlist names them there. With `whole=1` the page is answered as
// Frontlist answers it (bare-whole-page.ts).
import { Database } from 'bun:sqlite'
import { listTargets } from '../src/database/published-data.ts'
import { pageCacheKib } from '../src/database/sqlite/connection.ts'
import { createWholePages } from './bare-whole-page.ts'

interface Row {
  readonly entry: string
  readonly data: string
  readonly refs: string | null
}

export interface Place {
  readonly at: number
  readonly entry: string
}

const [, , file = ''] = process.argv
const database = new Database(file, { readonly: true, strict: true })
// As much as Frontlist gives each of its connections that read.
database.exec(`pragma cache_size = -${pageCacheKib.read}`)
const spaces = new Map(
  database
    .query<{ id: string; slug: string }, []>('select id, slug from space')
    .all()
    .map(({ id, slug }) => [slug, id]),
)

const live = 'from publication where space = ? and to_revision is null'
const order = 'order by published_at desc, entry'
const byOffset = database.query<Row, [string, string, number, number]>(
  `select entry, data, refs ${live} and collection = ? ${order} limit ? offset ?`,
)
const bySeek = database.query<Row, [string, string, number, number, string, number]>(
  `select entry, data, refs ${live} and collection = ? and published_at <= ?
  and (published_at < ? or entry >= ?) ${order} limit ?`,
)
const byIds = database.query<Row, [string, string]>(
  `select entry, data, refs ${live} and entry in (select value from json_each(?))`,
)
const addressesByIds = database.query<{ id: string; collection: string; slug: string }, [string, string]>(
  `select entry as id, collection, slug ${live} and entry in (select value from json_each(?))`,
)
/** By space and collection. */
const places = new Map<string, Place[]>()
for (const space of spaces.values()) {
  for (const { collection, ...place } of database
    .query<Place & { collection: string }, [string]>(
      `select collection, published_at as at, entry ${live} ${order}`,
    )
    .iterate(space)) {
    const known = places.get(`${space}/${collection}`)
    if (known) known.push(place)
    else places.set(`${space}/${collection}`, [place])
  }
}

function readPage(space: string, collection: string, page: number, perPage: number, seek: boolean): Row[] {
  const offset = (page - 1) * perPage
  if (!seek) return byOffset.all(space, collection, perPage, offset)
  const begin = places.get(`${space}/${collection}`)?.[offset]
  return begin ? bySeek.all(space, collection, begin.at, begin.at, begin.entry, perPage) : []
}

const wholePage = createWholePages(database, file)

function answer(request: Request): Response {
  const { pathname, searchParams } = new URL(request.url)
  const number = (name: string) => Number(searchParams.get(name))
  const [, slug = '', collection = ''] = pathname.split('/')
  const space = spaces.get(slug) ?? ''
  const [page, perPage, depth] = [number('page'), number('perPage'), number('depth')]
  if (searchParams.has('whole')) {
    const known = places.get(`${space}/${collection}`) ?? []
    const begin = known[(page - 1) * perPage]
    if (begin) return wholePage(request, { space, collection, perPage, depth, total: known.length, begin })
  }
  const level = readPage(space, collection, page, perPage, searchParams.has('seek'))
  const body = joinRows(space, level, depth, searchParams.has('addresses'))
  return new Response(body, { headers: { 'Content-Type': 'application/json' } })
}

function joinRows(space: string, roots: readonly Row[], depth: number, withAddresses: boolean): string {
  let level = roots
  const texts: string[] = []
  const seen = new Set(level.map(row => row.entry))
  for (let left = depth; ; left--) {
    for (const row of level) texts.push(row.data)
    if (left === 0 && !withAddresses) break
    const wanted = new Set<string>()
    for (const { refs } of level) {
      for (const id of listTargets(refs)) if (!seen.has(id)) wanted.add(id)
    }
    const ids = JSON.stringify([...wanted])
    if (left === 0) {
      for (const address of addressesByIds.all(space, ids)) texts.push(JSON.stringify(address))
      break
    }
    for (const id of wanted) seen.add(id)
    level = byIds.all(space, ids)
  }
  return `[${texts.join(',')}]`
}

const server = Bun.serve({ hostname: '127.0.0.1', port: 0, development: false, fetch: answer })
process.on('SIGTERM', () => process.exit(0))
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.port}` })}\n`)
