// Generated calls of all that can be read: content, schema, keys, and what the dashboard shows. Most hit something that
// is there; the rest ask for what cannot be.
import fc from 'fast-check'
import { type GeneratedSpace, variantIds } from '../delivery/generated-space.ts'
import { oddText } from './odd-space.ts'

export interface Call {
  readonly method: string
  readonly path: string
  readonly as: 'key' | 'owner' | 'nobody'
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body?: string
  /** Asked a second time with the tag of the first response. */
  readonly again: boolean
}

const content = '/api/v1/public/content'

/** Encoded, as they stand in a path or a query. */
const hostile = fc.constantFrom(
  '%00',
  'a%00b',
  '%ff',
  '%ED%A0%80',
  '%',
  '%2F',
  '%252F',
  '..',
  '%2e%2e',
  'a'.repeat(300),
  '%F4%8F%BF%BF',
  '%EF%BF%BF',
  "'%20or%201=1--",
  '%25',
  '_',
  '',
)

const number = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 6 }).map(String) },
  fc.constantFrom(
    '2147483647',
    '2147483648',
    '1000',
    '1001',
    '0',
    '-1',
    '01',
    '1e3',
    '',
    '%00',
    '9'.repeat(40),
  ),
)
const depth = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 3 }).map(String) },
  fc.constantFrom('10', '11', '-1', '%00'),
)
const variants = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .uniqueArray(fc.constantFrom<string>(...variantIds, 'nobody'), { maxLength: 4 })
      .map(ids => ids.join(',')),
  },
  fc.constantFrom('%00', 'vip%00', 'vip,,%20x:1,', 'vip,vip', '%EF%BF%BF', "'"),
)

const parameters = fc
  .record(
    {
      page: number,
      perPage: number,
      depth,
      variants,
      search: oddText.map(encodeURIComponent),
      other: hostile,
    },
    { requiredKeys: [] },
  )
  .map(values =>
    Object.entries(values)
      .map(([name, value]) => `${name}=${value}`)
      .join('&'),
  )

const codings = fc.constantFrom('', 'gzip', 'br', 'zstd', 'identity;q=0, *;q=0', 'br;q=0.5, gzip')

const headers = fc
  .record({ coding: codings, condition: fc.constantFrom('', '*', '"x"', 'W/"x", "y"'), strict: fc.boolean() })
  .map(({ coding, condition, strict }) => ({
    ...(coding !== '' && { 'Accept-Encoding': coding }),
    ...(condition !== '' && { 'If-None-Match': condition }),
    ...(strict && { Prefer: 'handling=strict' }),
  }))

function usually<Value>(known: readonly Value[], other: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  if (known.length === 0) return other
  return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...known) }, other)
}

export function callsOf({ collections, entries }: GeneratedSpace): fc.Arbitrary<Call> {
  const collection = usually(
    collections.map(({ apiName }) => apiName),
    hostile,
  )
  const address = usually(
    entries.map(({ collection, slug, id }) => `${collection}/${encodeURIComponent(slug ?? id)}`),
    fc.tuple(collection, fc.oneof(hostile, oddText.map(encodeURIComponent))).map(pair => pair.join('/')),
  )
  const id = usually(
    entries.map(entry => encodeURIComponent(entry.id)),
    hostile,
  )
  const search = fc.oneof(oddText.map(encodeURIComponent), hostile)
  const one = (path: fc.Arbitrary<string>, as: Call['as']) => path.map(text => ({ path: text, as }))
  const withQuery = (path: fc.Arbitrary<string>) =>
    fc.tuple(path, parameters).map(([text, query]) => (query === '' ? text : `${text}?${query}`))
  const places = fc.oneof(
    { weight: 6, arbitrary: one(withQuery(collection.map(name => `${content}/${name}`)), 'key') },
    { weight: 6, arbitrary: one(withQuery(address.map(text => `${content}/${text}`)), 'key') },
    { weight: 1, arbitrary: one(fc.constant('/api/v1/public/schema'), 'key') },
    {
      weight: 1,
      arbitrary: one(
        address.map(text => `${content}/${text}`),
        'nobody',
      ),
    },
    { weight: 2, arbitrary: one(withQuery(fc.constant('/api/v1/tokens/api-keys')), 'owner') },
    {
      weight: 1,
      arbitrary: one(
        fc.constantFrom('/api/v1/schedule', '/api/dashboard/members', '/api/dashboard/invitations'),
        'owner',
      ),
    },
    { weight: 1, arbitrary: one(withQuery(fc.constant('/api/v1/collections')), 'owner') },
    {
      weight: 4,
      arbitrary: one(
        fc
          .tuple(collection, search, number)
          .map(
            ([name, text, page]) =>
              `/api/v1/entries?collection=${name}&search=${text}&page=${page}&perPage=3&sort=slug`,
          ),
        'owner',
      ),
    },
    {
      weight: 2,
      arbitrary: one(
        collection.map(name => `/api/v1/collections/${name}`),
        'owner',
      ),
    },
    {
      weight: 4,
      arbitrary: one(
        fc.tuple(id, fc.constantFrom('', '/links')).map(([text, end]) => `/api/v1/entries/${text}${end}`),
        'owner',
      ),
    },
  )
  const method = fc.oneof(
    { weight: 12, arbitrary: fc.constant('GET') },
    fc.constantFrom('HEAD', 'OPTIONS', 'PUT'),
  )
  return fc
    .record({ place: places, headers, method, again: fc.boolean() })
    .map(({ place, ...rest }) => ({ ...place, ...rest }))
}
