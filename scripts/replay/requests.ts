// The requests to replay: every endpoint, valid and odd input, generated from one seed, so that two runs send the
// same.
import { drawAuthoringRequest, drawContentQuery } from './authoring-requests.ts'
import type { Caller, ReplayRequest } from './replay-request.ts'

type Random = () => number

/** Mulberry32: small, and deterministic on every platform. */
function randomFrom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const collections = ['books', 'authors', 'series', 'categories', 'posts', 'book', 'odd', '%62ooks', 'BOOKS']
const slugs = [
  'tide-tables',
  'ragnhild-oyesvik',
  'websocket-guide',
  'missing',
  'a%2Fb',
  'a/b',
  '%00',
  '%zz',
  '%E2%82%AC',
  'tide-tables/',
]
const variants = [
  'booksellers',
  'members,booksellers',
  'nobody',
  'a,,b',
  ' members , members ',
  'bad id!',
  '',
]
const integers = [
  '1',
  '2',
  '3',
  '10',
  '0',
  '-1',
  '01',
  '1e3',
  '+1',
  '1.0',
  '0x10',
  '',
  '2147483648',
  '1001',
  'x',
]
const oddQueries = ['unknown=1', 'a=1&b=2&c=3', 'depth=1&depth=2', 'perPage', '=x', '%ff=1', 'page=1&page=1']
const headerSets: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'Accept-Encoding': 'gzip' },
  { 'Accept-Encoding': 'br, zstd;q=0.5' },
  { 'Accept-Encoding': 'identity;q=0, *;q=0' },
  { 'If-None-Match': '*' },
  { 'If-None-Match': '"nothing", W/"else"' },
  { Prefer: 'handling=strict' },
  { Origin: 'https://elsewhere.example' },
  { Accept: 'text/html' },
]
const sessionPaths = [
  '/api/v1/tokens/api-keys',
  '/api/v1/tokens/api-keys?perPage=2',
  '/api/v1/tokens/api-keys?page=0&perPage=x',
  '/api/v1/collections',
  '/api/v1/collections/books',
  '/api/v1/entries?collection=books&sort=slug',
  '/api/v1/entries?collection=books&perPage=3&page=2',
  '/api/v1/entries?collection=nothing',
  '/api/v1/entries/book-tide-tables',
  '/api/v1/entries/book-tide-tables/links',
  '/api/v1/entries/nothing',
  '/api/dashboard/members',
  '/api/dashboard/invitations',
  '/api/auth/session',
  '/api/setup',
]
const plainPaths = [
  '/',
  '/healthz',
  '/readyz',
  '/metrics',
  '/nowhere',
  '/api',
  '/api/nowhere',
  '/content',
  '/sign-in',
]
const sessionCallers: readonly Caller[] = ['none', 'key', 'owner', 'admin', 'member']
const writes: readonly (readonly [method: string, path: string, bodies: readonly string[]])[] = [
  [
    'POST',
    '/api/v1/tokens/api-keys',
    ['{"name":"k"}', '{"name":""}', '{}', '[]', '{"name":"k","name":"l"}', '{', ''],
  ],
  ['PATCH', '/api/v1/tokens/api-keys/missing', ['{"name":"k"}', '{}', '{"nmae":1}', '{"scopes":[]}']],
  ['DELETE', '/api/v1/tokens/api-keys/missing', ['']],
  ['POST', '/api/v1/tokens/api-keys/missing/rotate', ['{"overlapSeconds":1}', '{"overlapSeconds":-1}']],
  ['POST', '/api/v1/entries/book-tide-tables/publish', ['{"draftVersion":1}', '']],
  ['POST', '/api/v1/entries/nothing/unpublish', ['']],
  ['POST', '/api/dashboard/invitations', ['{"email":"x"}', '{"email":"a@b.example","role":"none"}']],
  ['PATCH', '/api/dashboard/members/missing', ['{"role":"admin"}', '{"role":"none"}']],
  ['DELETE', '/api/dashboard/members/missing', ['']],
  ['POST', '/api/auth/switch-space', ['{"space":"nothing"}', '{}']],
  ['POST', '/api/setup', ['{"token":"x"}']],
  ['POST', '/api/auth/accept-invitation', ['{"token":"x"}', '{}']],
]

/** `count` requests, most of them for content. */
export function drawRequests(count: number, seed: number): readonly ReplayRequest[] {
  const random = randomFrom(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
  const query = (names: readonly string[]) => {
    const parts: string[] = []
    for (const name of names) {
      if (random() < 0.45) continue
      const value = name === 'variants' ? pick(variants) : pick(integers.slice(0, random() < 0.75 ? 4 : 99))
      parts.push(`${name}=${encodeURIComponent(value)}`)
    }
    if (random() < 0.1) parts.push(pick(oddQueries))
    return parts.length === 0 ? '' : `?${parts.join('&')}`
  }
  const content = (): ReplayRequest => {
    const collection = random() < 0.8 ? pick(collections.slice(0, 5)) : pick(collections)
    if (random() < 0.25)
      return {
        method: 'GET',
        path: `/api/v1/public/content/${pick(['books', 'posts', 'authors'])}?${drawContentQuery(pick)}`,
        caller: 'key',
      }
    const isList = random() < 0.7
    const path = isList
      ? `/api/v1/public/content/${collection}${query(['page', 'perPage', 'depth', 'variants'])}`
      : `/api/v1/public/content/${collection}/${pick(slugs)}${query(['depth', 'variants'])}`
    const caller = random() < 0.9 ? 'key' : pick<Caller>(['none', 'schemaKey', 'otherKey', 'owner'])
    const headers = random() < 0.6 ? {} : pick(headerSets)
    return {
      method: random() < 0.93 ? 'GET' : pick(['HEAD', 'OPTIONS', 'POST', 'DELETE']),
      path,
      caller,
      headers,
    }
  }
  const other = (): ReplayRequest => {
    const kind = random()
    if (kind < 0.2)
      return {
        method: pick(['GET', 'HEAD', 'POST']),
        path: pick(plainPaths),
        caller: 'none',
        headers: pick(headerSets),
      }
    if (kind < 0.3)
      return { method: 'GET', path: '/api/v1/public/schema', caller: pick(['none', 'key', 'schemaKey']) }
    if (kind < 0.65)
      return {
        method: 'GET',
        path: pick(sessionPaths),
        caller: pick(sessionCallers),
        headers: pick(headerSets),
      }
    const [method, path, bodies] = pick(writes)
    const types = ['application/json', 'application/json; charset=utf-8', 'text/plain']
    const origins: readonly Readonly<Record<string, string>>[] = [
      { 'Sec-Fetch-Site': 'same-origin' },
      { Origin: 'https://elsewhere.example' },
      {},
    ]
    const body = pick(bodies)
    return {
      method,
      path,
      caller: pick(sessionCallers),
      headers: {
        ...pick([origins[0]!, origins[0]!, ...origins]),
        ...(body && { 'Content-Type': pick(types.slice(0, random() < 0.8 ? 1 : 3)) }),
      },
      ...(body && { body }),
    }
  }
  return Array.from({ length: count }, () => {
    const kind = random()
    if (kind < 0.5) return content()
    return kind < 0.8 ? drawAuthoringRequest(random, pick) : other()
  })
}
