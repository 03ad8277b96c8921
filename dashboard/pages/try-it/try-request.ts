// The request as the form holds it: from and to the page's own address, and to the address it is sent to. No React here.

/** Everything as it was typed: what is wrong with it is the server's to say. An empty text is not sent. */
export interface TryRequest {
  /** API name; empty where none was chosen. */
  readonly collection: string
  /** Null asks for a list. */
  readonly slug: string | null
  readonly page: string
  readonly perPage: string
  readonly depth: string
  /** Ids, the strongest first. */
  readonly variants: readonly string[]
}

/** What a page's query names, so that a request can be shared and read again. The key is never one of them. */
export function readSearch(search: string): TryRequest {
  const query = new URLSearchParams(search)
  const read = (name: string) => query.get(name) ?? ''
  return {
    collection: read('collection'),
    slug: query.get('slug'),
    page: read('page'),
    perPage: read('perPage'),
    depth: read('depth'),
    variants: toVariants(read('variants')),
  }
}

/** Ids between commas or spaces, each once. */
export function toVariants(text: string): readonly string[] {
  return [...new Set(text.split(/[,\s]+/))].filter(id => id !== '')
}

/** For the page's address, without `?`. What a list does not need is left out of an entry's, and the other way round. */
export function toSearch(request: TryRequest): string {
  const path = [
    ['collection', request.collection],
    ['slug', request.slug],
  ] as const
  return joinPairs([
    ...path.filter(([name, value]) => value !== null && (value || name === 'slug')),
    ...toQuery(request),
  ])
}

/** From `/api/` on; null while there is not enough to ask with. */
export function toApiPath(request: TryRequest): string | null {
  const { collection, slug } = request
  if (collection === '' || slug === '') return null
  const names = slug === null ? [collection] : [collection, slug]
  const query = joinPairs(toQuery(request))
  return `/api/v1/public/content/${names.map(encode).join('/')}${query === '' ? '' : `?${query}`}`
}

type Pair = readonly [name: string, value: string | null]

function toQuery(request: TryRequest): readonly Pair[] {
  const { page, perPage, depth } = request
  const pairs: readonly Pair[] = [
    ...(request.slug === null
      ? ([
          ['page', page],
          ['perPage', perPage],
        ] as const)
      : []),
    ['depth', depth],
    ['variants', request.variants.join(',')],
  ]
  return pairs.filter(([, value]) => value !== '')
}

function joinPairs(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `${name}=${encodeInQuery(value ?? '')}`).join('&')
}

/** Quotes too, so that an address can stand between quotes anywhere. A lone surrogate cannot be encoded at all. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll("'", '%27')
}

/** Commas, colons and slashes are allowed in a query as they are, and lists read better with them. */
function encodeInQuery(text: string): string {
  return encode(text).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%2F', '/')
}
