// The response to a change has the entry as it is then: what the next GET has.
import { expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { fuzzRuns, fuzzSeed, longTestMs } from '../kit/fuzz.ts'
import { openAuthoring } from './authoring-fixture.ts'

setDefaultTimeout(longTestMs)

const ids = ['p', 'q', 'r'] as const

const reference = fc.oneof(
  fc.constantFrom(...ids, 'a', 'gone').map(id => ({ id })),
  fc.constantFrom('p', 'q', 'first', 'gone').map(slug => ({ collection: 'posts', slug })),
)
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 5 })
const values = fc.record(
  {
    title: orNull(fc.constantFrom('One', 'Two', 'x'.repeat(90))),
    author: orNull(fc.oneof(fc.constant({ id: 'a' }), reference)),
    related: orNull(fc.array(reference, { maxLength: 3 })),
    score: orNull(fc.constantFrom(1, 11)),
    kind: orNull(fc.constantFrom('news', 'other')),
    sku: orNull(fc.constantFrom('s1', 's2')),
    extra: orNull(fc.constantFrom({ b: [1], a: { c: null } }, 7)),
  },
  { requiredKeys: [] },
)
const variants = fc.dictionary(fc.constantFrom('vip', 'de'), fc.option(values, { freq: 4 }), { maxKeys: 2 })
const overlays = fc.dictionary(fc.constantFrom('vip', 'de'), values, { maxKeys: 2 })
const slug = fc.constantFrom('p', 'q', 'first')

const change = fc.record({
  id: fc.constantFrom(...ids),
  change: fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .record({ data: values, variants, slug }, { requiredKeys: [] })
        .map(body => ['PATCH', '', body] as const),
    },
    {
      weight: 2,
      arbitrary: fc
        .record({ data: values, variants: overlays }, { requiredKeys: ['data'] })
        .map(body => ['PUT', '', body] as const),
    },
    {
      weight: 5,
      arbitrary: fc
        .constantFrom('publish', 'publish', 'unpublish', 'discard', 'archive', 'unarchive')
        .map(name => ['POST', `/${name}`, {}] as const),
    },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom({ publishAt: '2030-01-01T00:00:00.000Z' }, { unpublishAt: '2030-01-02T00:00:00.000Z' })
        .map(times => ['PUT', '/schedule', times] as const),
    },
  ),
})

test('whatever is done to an entry, the response has what the next request reads', async () => {
  const seen: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 14 }), async changes => {
      const api = await openAuthoring()
      await api.create({ collection: 'authors', id: 'a', data: { name: 'A' } })
      for (const id of ids) await api.create({ collection: 'posts', id, slug: id, data: { title: id } })
      for (const { id, change } of changes) {
        const [method, path, sent] = change
        const before = await api.get(`/entries/${id}`)
        const body = { ...sent, draftVersion: before.draftVersion }
        const { status, body: response } = await api.ask('owner', method, `/entries/${id}${path}`, body)
        const isDone = status === 200
        seen[`${method} ${path} ${isDone}`] = (seen[`${method} ${path} ${isDone}`] ?? 0) + 1
        const after = await api.get(`/entries/${id}`)
        if (isDone) expect({ id, change, doc: response.doc }).toEqual({ id, change, doc: after })
        else expect(after).toEqual(before)
      }
    }),
    { numRuns: fuzzRuns(40), seed: fuzzSeed() },
  )
  // Each of them was done, and refused where it can be.
  for (const name of ['PATCH ', 'PUT ', 'PUT /schedule', 'POST /publish', 'POST /archive', 'POST /discard'])
    expect({ name, count: seen[`${name} true`] ?? 0 }).not.toEqual({ name, count: 0 })
})
