// The minimum that returns a list page exactly as Frontlist does: for an API key, at the current time, with every
// reference resolved and an ETag. Nothing is cached, and there are no limits.
import type { Database } from 'bun:sqlite'
import { openSync, readSync } from 'node:fs'

/** The position at which a page begins in a list. */
export interface ListStart {
  readonly at: number
  readonly entry: string
}

export interface WantedPage {
  readonly space: string
  readonly collection: string
  readonly perPage: number
  readonly depth: number
  readonly total: number
  readonly begin: ListStart
}

type Targets = string | null | readonly string[]
type References = readonly (readonly [line: number, targets: Targets])[]

interface Row {
  readonly entry: string
  readonly collection: string
  readonly slug: string
  readonly version: number
  readonly firstPublishedAt: number
  readonly publishedAt: number
  readonly data: string
  readonly refs: string | null
  /** Parsed once, on first use. */
  references?: References
}

type EntryPath = Pick<Row, 'entry' | 'collection' | 'slug'>

/** A row, and its serialized form for each remaining depth. */
interface Entry {
  readonly row: Row
  readonly written: string[]
}

const live = 'from publication where space = ? and to_revision is null'
const byIds = 'and entry in (select value from json_each(?))'

/** Reads a page and, level by level, the distinct entries that it refers to, with one statement per level. */
export function createReader(database: Database, columns: string) {
  const pageRows = database.query<Row, [string, string, number, number, string, number]>(
    `select ${columns} ${live} and collection = ? and published_at <= ? and (published_at < ? or entry >= ?)
    order by published_at desc, entry limit ?`,
  )
  const rowsByIds = database.query<Row, [string, string]>(`select ${columns} ${live} ${byIds}`)
  return ({ space, collection, begin, perPage, depth }: WantedPage): Row[][] => {
    const levels = [pageRows.all(space, collection, begin.at, begin.at, begin.entry, perPage)]
    const seen = new Set(levels[0]!.map(({ entry }) => entry))
    for (let left = depth; left > 0; left--) {
      const ids = targetsOf(levels.at(-1)!).difference(seen)
      for (const id of ids) seen.add(id)
      levels.push(rowsByIds.all(space, JSON.stringify([...ids])))
    }
    return levels
  }
}

export function createWholePages(database: Database, file: string) {
  const read = createReader(
    database,
    'entry, collection, slug, version, first_published_at as firstPublishedAt, published_at as publishedAt, data, refs',
  )
  const pathsByIds = database.query<EntryPath, [string, string]>(
    `select entry, collection, slug ${live} ${byIds}`,
  )
  const log = openSync(`${file}-shm`, 'r')
  const head = new Uint8Array(48)

  function write(wanted: WantedPage): string {
    const levels = read(wanted)
    const entries = new Map<string, Entry>(levels.flat().map(row => [row.entry, { row, written: [] }]))
    const beyond = [...targetsOf(levels.at(-1)!)].filter(id => !entries.has(id))
    const paths = new Map(
      pathsByIds.all(wanted.space, JSON.stringify(beyond)).map(each => [each.entry, writePath(each)]),
    )
    const list = levels[0]!.map(({ entry }) => writeEntry(entries, paths, entry, wanted.depth)).join(',')
    const pages = Math.ceil(wanted.total / wanted.perPage)
    return `{"list":[${list}],"count":${wanted.total},"pagesCount":${pages}}`
  }

  return (request: Request, wanted: WantedPage): Response => {
    Bun.SHA256.hash(request.headers.get('Authorization') ?? '', 'hex')
    readSync(log, head, 0, head.byteLength, 0)
    const body = Buffer.from(write(wanted))
    return new Response(body, {
      headers: {
        'Content-Type': 'application/json',
        'Cache-Control': 'private, no-cache',
        Vary: 'Authorization, Accept-Encoding',
        ETag: `"${Bun.SHA256.hash(body, 'base64').slice(0, 22)}"`,
        'X-Content-Type-Options': 'nosniff',
        'Access-Control-Allow-Origin': '*',
        'X-Request-Id': crypto.randomUUID(),
      },
    })
  }
}

function writeEntry(
  entries: ReadonlyMap<string, Entry>,
  paths: ReadonlyMap<string, string>,
  id: string,
  depth: number,
): string | undefined {
  const entry = entries.get(id)
  if (depth < 0) return paths.get(id) ?? (entry && writePath(entry.row))
  if (!entry) return undefined
  const { row, written } = entry
  const known = written[depth]
  if (known !== undefined) return known
  const lines = row.data.slice(1, -1).split(',\n')
  for (const [line, targets] of toReferences(row)) {
    const text = lines[line]!
    const found = toList(targets)
      .map(target => writeEntry(entries, paths, target, depth - 1))
      .filter(value => value !== undefined)
    const value = Array.isArray(targets) ? `[${found.join(',')}]` : (found[0] ?? 'null')
    lines[line] = text.slice(0, text.indexOf(':') + 1) + value
  }
  const text =
    `{"id":${JSON.stringify(row.entry)},"slug":${JSON.stringify(row.slug)},"collection":${JSON.stringify(row.collection)}` +
    `,"version":${row.version},"firstPublishedAt":"${new Date(row.firstPublishedAt).toISOString()}"` +
    `,"publishedAt":"${new Date(row.publishedAt).toISOString()}","data":{${lines.join(',')}}}`
  written[depth] = text
  return text
}

function writePath({ entry, collection, slug }: EntryPath): string {
  return `{"id":${JSON.stringify(entry)},"collection":${JSON.stringify(collection)},"slug":${JSON.stringify(slug)}}`
}

function targetsOf(rows: readonly Row[]): Set<string> {
  return new Set(rows.flatMap(row => toReferences(row).flatMap(([, targets]) => toList(targets))))
}

function toReferences(row: Row): References {
  row.references ??= row.refs === null ? [] : (JSON.parse(row.refs) as References)
  return row.references
}

function toList(targets: Targets): readonly string[] {
  if (targets === null) return []
  return typeof targets === 'string' ? [targets] : targets
}
