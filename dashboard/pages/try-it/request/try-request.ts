// The request in the form of the page "Try it": converts it to and from the page's URL and to the URL of the API, and
// keeps the page's URL up to date.

import { useEffect, useRef, useState } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { useSpacePaths } from '../../../api/space.ts'
import { type Condition, readConditions, toParameterName } from './conditions.ts'

/**
 * All values are stored as typed, because the server validates them. Empty text is not sent, except as the value of a
 * condition.
 */
export interface TryRequest {
  /** An API name; empty if none is selected. */
  readonly collection: string
  /** Null if a list is requested. */
  readonly slug: string | null
  readonly conditions: readonly Condition[]
  readonly q: string
  /** Sort keys, with `-` for descending order. */
  readonly sort: readonly string[]
  readonly fields: readonly string[]
  readonly page: string
  readonly perPage: string
  readonly depth: string
  /** Ids, the highest priority first. */
  readonly variants: readonly string[]
  readonly queryVariant: string
}

/** Reads the request from the query of the page's URL, which makes it shareable. The URL never contains the API key. */
export function readSearch(search: string): TryRequest {
  const query = new URLSearchParams(search)
  const read = (name: string) => query.get(name) ?? ''
  return {
    collection: read('collection'),
    slug: query.get('slug'),
    conditions: readConditions(query),
    q: read('q'),
    sort: toNames(read('sort')),
    fields: toNames(read('fields')),
    page: read('page'),
    perPage: read('perPage'),
    depth: read('depth'),
    variants: toNames(read('variants')),
    queryVariant: read('queryVariant'),
  }
}

/** Splits names at commas and spaces, and removes duplicates. */
export function toNames(text: string): readonly string[] {
  return [...new Set(text.split(/[,\s]+/))].filter(name => name !== '')
}

/**
 * Returns the query of the page's URL without `?`. A request for one entry omits the parameters of a list, and vice versa.
 */
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

/** Returns a path that starts with `/api/`; null while the request is incomplete. */
export function toApiPath(request: TryRequest): string | null {
  const { collection, slug } = request
  if (collection === '' || slug === '') return null
  if (slug === null && request.conditions.some(({ path }) => path === '')) return null
  const names = slug === null ? [collection] : [collection, slug]
  const query = joinPairs(toQuery(request))
  return `/api/v1/public/content/${names.map(encode).join('/')}${query === '' ? '' : `?${query}`}`
}

type Pair = readonly [name: string, value: string | null]

function toQuery(request: TryRequest): readonly Pair[] {
  const isList = request.slug === null
  const conditions = request.conditions.map(each => [toParameterName(each), each.value] as const)
  const pairs: readonly Pair[] = [
    ['q', isList ? request.q : ''],
    ['sort', isList ? request.sort.join(',') : ''],
    ['fields', request.fields.join(',')],
    ['page', isList ? request.page : ''],
    ['perPage', isList ? request.perPage : ''],
    ['depth', request.depth],
    ['variants', request.variants.join(',')],
    ['queryVariant', isList ? request.queryVariant : ''],
  ]
  return [...(isList ? conditions : []), ...pairs.filter(([, value]) => value !== '')]
}

function joinPairs(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `${encodeName(name)}=${encodeInQuery(value ?? '')}`).join('&')
}

/**
 * Encodes single quotes too, so that the URL can be quoted in any code. Lone surrogates are replaced, because they cannot
 * be encoded.
 */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll("'", '%27')
}

/** Leaves commas, colons and slashes unencoded, which a query allows, so that lists are more readable. */
function encodeInQuery(text: string): string {
  return encode(text).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%2F', '/')
}

/** Leaves brackets unencoded, which browsers and servers accept. curl needs `-g` for them. */
function encodeName(name: string): string {
  return encode(name).replaceAll('%5B', '[').replaceAll('%5D', ']')
}

/** Browsers reject URL changes that are as frequent as key repeats. */
const writeDelayMs = 200

/** Synchronizes the request in the form with the page's URL, so that it can be shared, reloaded and revisited. */
export function useTryRequest() {
  const { tryIt } = useSpacePaths()
  const search = useSearch().slice(1)
  const [request, setRequest] = useState(() => readSearch(search))
  const seen = useRef(search)
  const wanted = toSearch(request)

  // Follows changes of the URL by a link or Back.
  useEffect(() => {
    if (search === seen.current) return
    seen.current = search
    setRequest(readSearch(search))
  }, [search])

  useEffect(() => {
    if (wanted === toSearch(readSearch(seen.current))) return
    const timer = setTimeout(() => {
      seen.current = wanted
      navigate(wanted === '' ? tryIt : `${tryIt}?${wanted}`, { replace: true })
    }, writeDelayMs)
    return () => clearTimeout(timer)
  }, [wanted, tryIt])

  const change = (part: Partial<TryRequest>) => setRequest(before => ({ ...before, ...part }))
  return [request, change] as const
}
