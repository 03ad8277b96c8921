// The least that answers a page of a list as Frontlist answers it, to the byte: by a key, as of now, every reference in its
// place, with an ETag. Nothing is kept from one request to the next, and there are no limits.
import type { Database } from 'bun:sqlite'
import { openSync, readSync } from 'node:fs'
import type { Place } from './bare-sqlite-server.ts'

interface Row {
  readonly entry: string
  readonly collection: string
  readonly slug: string
  readonly version: number
  readonly firstPublishedAt: number
  readonly publishedAt: number
  readonly data: string
  readonly refs: string | null
}

interface Address {
  readonly entry: string
  readonly collection: string
  readonly slug: string
}

type Targets = string | null | readonly string[]

/** A row, with what is written of it by the depth that is left. */
interface Entry {
  readonly row: Row
  readonly references: readonly (readonly [line: number, targets: Targets])[]
  readonly written: string[]
}

export interface PageAsked {
  readonly space: string
  readonly collection: string
  readonly perPage: number
  readonly depth: number
  readonly total: number
  readonly begin: Place
}

const headBytes = 48

export function createWholePages(database: Database, file: string) {
  const columns =
    'entry, collection, slug, version, first_published_at as firstPublishedAt, published_at as publishedAt, data, refs'
  const live = 'from publication where space = ? and to_revision is null'
  const page = database.query<Row, [string, string, number, number, string, number]>(
    `select ${columns} ${live} and collection = ? and published_at <= ? and (published_at < ? or entry >= ?)
    order by published_at desc, entry limit ?`,
  )
  const byIds = database.query<Row, [string, string]>(
    `select ${columns} ${live} and entry in (select value from json_each(?))`,
  )
  const addresses = database.query<Address, [string, string]>(
    `select entry, collection, slug ${live} and entry in (select value from json_each(?))`,
  )
  const log = openSync(`${file}-shm`, 'r')
  const head = new Uint8Array(headBytes)

  function load(asked: PageAsked) {
    const { space, collection, begin, perPage, depth } = asked
    const roots = page.all(space, collection, begin.at, begin.at, begin.entry, perPage).map(toEntry)
    const entries = new Map(roots.map(entry => [entry.row.entry, entry]))
    const stubs = new Map<string, string>()
    let level = roots
    for (let left = depth; ; left--) {
      const wanted = new Set<string>()
      for (const { references } of level) {
        for (const [, targets] of references) {
          for (const id of toList(targets)) if (!entries.has(id)) wanted.add(id)
        }
      }
      const ids = JSON.stringify([...wanted])
      if (left === 0) {
        for (const each of addresses.all(space, ids)) stubs.set(each.entry, toStub(each))
        return { roots, entries, stubs }
      }
      level = byIds.all(space, ids).map(toEntry)
      for (const entry of level) entries.set(entry.row.entry, entry)
    }
  }

  function write(asked: PageAsked): string {
    const { roots, entries, stubs } = load(asked)
    const put = (id: string, depth: number): string | undefined => {
      const entry = entries.get(id)
      if (depth >= 0) return entry && putEntry(entry, depth)
      return stubs.get(id) ?? (entry && toStub(entry.row))
    }
    const putEntry = ({ row, references, written }: Entry, depth: number): string => {
      const known = written[depth]
      if (known !== undefined) return known
      const lines = row.data.slice(1, -1).split(',\n')
      for (const [line, targets] of references) {
        const text = lines[line]!
        const name = text.slice(0, text.indexOf(':') + 1)
        const found = toList(targets)
          .map(id => put(id, depth - 1))
          .filter(one => one !== undefined)
        lines[line] = name + (Array.isArray(targets) ? `[${found.join(',')}]` : (found[0] ?? 'null'))
      }
      const text =
        `{"id":${JSON.stringify(row.entry)},"slug":${JSON.stringify(row.slug)},"collection":${JSON.stringify(row.collection)}` +
        `,"version":${row.version},"firstPublishedAt":"${new Date(row.firstPublishedAt).toISOString()}"` +
        `,"publishedAt":"${new Date(row.publishedAt).toISOString()}","data":{${lines.join(',')}}}`
      written[depth] = text
      return text
    }
    const list = roots.map(root => putEntry(root, asked.depth)).join(',')
    const pages = Math.ceil(asked.total / asked.perPage)
    return `{"list":[${list}],"count":${asked.total},"pagesCount":${pages}}`
  }

  return (request: Request, asked: PageAsked): Response => {
    Bun.SHA256.hash(request.headers.get('Authorization') ?? '', 'hex')
    readSync(log, head, 0, headBytes, 0)
    const body = Buffer.from(write(asked))
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

function toEntry(row: Row): Entry {
  return { row, references: row.refs === null ? [] : JSON.parse(row.refs), written: [] }
}

function toStub({ entry, collection, slug }: Address): string {
  return `{"id":${JSON.stringify(entry)},"collection":${JSON.stringify(collection)},"slug":${JSON.stringify(slug)}}`
}

function toList(targets: Targets): readonly string[] {
  if (targets === null) return []
  return typeof targets === 'string' ? [targets] : targets
}
