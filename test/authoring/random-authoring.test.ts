// Random writes by several authors at once. A draft never changes what is served, no acknowledged value is lost unnoticed,
// and slugs and unique values stay unique among live entries.
import { expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import type { EntryView } from '../../src/authoring/entries/entries.schema.ts'
import { query } from '../../src/database/database.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { expectInvariants, revisionOf } from '../kit/oracle/tables.ts'
import { type AuthoringFixture, type CallerName, openAuthoring } from './authoring-fixture.ts'

setDefaultTimeout(longTestMs)

const writers = ['owner', 'editor', 'author', 'W', 'WP'] as const satisfies readonly CallerName[]
const fields = ['title', 'score', 'kind', 'sku', 'tags'] as const
type FieldName = (typeof fields)[number]

/** A value that no other write has: which write it was can be told from the draft. */
function toValue(field: FieldName, write: number): unknown {
  if (field === 'score') return write
  return field === 'tags' ? [`t${write}`] : `${field} ${write}`
}

interface Write {
  readonly writer: string
  readonly seen: number
  readonly field: FieldName
  readonly value: unknown
  /** The version of the draft that has it. */
  readonly at: number
}

const move = fc.record({
  writer: fc.nat(7),
  field: fc.constantFrom(...fields),
  /** How many versions behind the writer is. */
  behind: fc.constantFrom(0, 0, 1, 2),
})

test('every acknowledged value is in the draft, or was replaced by a writer who had seen it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 8 }),
      fc.array(fc.array(move, { minLength: 2, maxLength: 8 }), { minLength: 2, maxLength: 5 }),
      async (count, rounds) => {
        const api = await openAuthoring()
        await api.create({ collection: 'posts', id: 'p', data: { title: 'x' } })
        const done: Write[] = []
        let refused = 0
        let number = 0
        for (const round of rounds) {
          const { draftVersion } = await api.get('/entries/p')
          await Promise.all(
            round.map(async ({ writer, field, behind }) => {
              const by = `${writers[(writer % count) % writers.length]}`
              const seen = Math.max(1, draftVersion - behind)
              const value = toValue(field, ++number)
              const body = { draftVersion: seen, data: { [field]: value } }
              const response = await api.ask(by as CallerName, 'PATCH', '/entries/p', body)
              expect([200, 409]).toContain(response.status)
              if (response.status === 409) refused++
              else done.push({ writer: by, seen, field, value, at: response.body.doc.draftVersion })
            }),
          )
        }
        const draft = await api.get('/entries/p')
        expect(draft.draftVersion).toBe(done.length + 1)
        for (const field of fields) {
          const writes = done.filter(write => write.field === field).sort((a, b) => a.at - b.at)
          expectNothingLost(writes, draft.data[field], field)
        }
        expect(refused + done.length).toBe(number)
        await expectInvariants(api.space)
      },
    ),
    { numRuns: fuzzRuns(12) },
  )
})

/** In the order of versions, each write had seen the one before it. */
function expectNothingLost(writes: readonly Write[], value: unknown, field: FieldName): void {
  for (const [index, write] of writes.entries()) {
    const before = writes[index - 1]
    if (before) expect({ field, before, write, seen: write.seen >= before.at }).toMatchObject({ seen: true })
  }
  const last = writes.at(-1)
  if (last) expect({ field, value }).toEqual({ field, value: last.value })
}

const authoring = fc.record({
  id: fc.constantFrom('a', 'b', 'c'),
  kind: fc.constantFrom('patch', 'put', 'slug', 'variants', 'discard', 'archive', 'unarchive', 'create'),
  word: fc.constantFrom('tide', 'ebb', 'wave', ''),
})
const publishing = fc.record({
  id: fc.constantFrom('a', 'b', 'c'),
  kind: fc.constantFrom('publish', 'unpublish'),
})

/** Every byte and every ETag that a client could get. */
async function servedBy({ space }: AuthoringFixture): Promise<unknown> {
  const paths = [
    '/content/posts?depth=1',
    '/content/posts?variants=vip',
    '/content/authors',
    '/content/posts/a',
    '/content/posts/tide',
  ]
  const responses = await Promise.all(paths.map(path => space.get(path)))
  return Promise.all(
    responses.map(async response => [
      response.status,
      response.headers.get('ETag'),
      (await response.text()).replace(/"requestId":"[^"]*"/, ''),
    ]),
  )
}

test('random authoring changes no byte, no ETag and no revision; publishing serves exactly the draft', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 4, arbitrary: authoring }, publishing), { minLength: 5, maxLength: 25 }),
      async steps => {
        const api = await openAuthoring()
        for (const id of ['a', 'b']) {
          await api.create({ collection: 'posts', id, data: { title: id } })
          await api.publish(id)
        }
        for (const one of steps) {
          const before = [await servedBy(api), await revisionOf(api.space)]
          const there = await api.ask('owner', 'GET', `/entries/${one.id}`)
          const entry = there.status === 200 ? (there.body.doc as EntryView) : null
          const draftVersion = entry?.draftVersion ?? 1
          if (!('word' in one)) {
            const response = await api.ask(
              'owner',
              'POST',
              `/entries/${one.id}/${one.kind}`,
              one.kind === 'publish' ? { draftVersion } : {},
            )
            if (one.kind === 'publish' && response.status === 200) {
              const { live, data, slug, variants, state } = response.body.doc as EntryView
              expect({ ...live }).toMatchObject({ data, slug, variants })
              expect(state).toBe('live')
            }
          } else {
            // What is live is withdrawn by archiving it, so only what is not is archived here.
            if (one.kind === 'archive' && entry?.live) continue
            await author(api, one, draftVersion)
            expect([await servedBy(api), await revisionOf(api.space)]).toEqual(before)
          }
          await expectInvariants(api.space)
        }
      },
    ),
    { numRuns: fuzzRuns(12) },
  )
})

async function author(
  api: AuthoringFixture,
  { id, kind, word }: { readonly id: string; readonly kind: string; readonly word: string },
  draftVersion: number,
): Promise<void> {
  const path = `/entries/${id}`
  const data = { title: word, related: [{ id: 'b' }] }
  const requests: Readonly<Record<string, readonly [string, string, object]>> = {
    patch: ['PATCH', path, { draftVersion, data }],
    slug: ['PATCH', path, { draftVersion, slug: word === '' ? null : word }],
    variants: ['PATCH', path, { draftVersion, variants: { vip: word === '' ? null : { title: word } } }],
    put: ['PUT', path, { draftVersion, data }],
    create: ['POST', '/entries', { collection: 'posts', data: { title: word } }],
  }
  const [method, to, body] = requests[kind] ?? ['POST', `${path}/${kind}`, { draftVersion }]
  const response = await api.ask('owner', method, to, body)
  expect(response.status).toBeLessThan(500)
}

test('of entries that are published at once with one slug or one unique value, one goes live', async () => {
  const api = await openAuthoring()
  for (let round = 0; round < fuzzRuns(4); round++) {
    const ids = [1, 2, 3, 4].map(number => `r${round}-${number}`)
    for (const id of ids)
      await api.create({ collection: 'posts', id, data: { title: id, sku: `sku ${round}` } })
    const responses = await Promise.all(
      ids.map(id => api.ask('owner', 'POST', `/entries/${id}/publish`, { draftVersion: 1 })),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    const slugs = await Promise.all(
      ids.map(id => api.ask('editor', 'PATCH', `/entries/${id}`, { draftVersion: 1, slug: `same-${round}` })),
    )
    expect(slugs.filter(({ status }) => status === 200)).toHaveLength(1)
  }
  const live = await api.space.everything.all(
    query.selectFrom('live_value').select(['value', 'entry']).where('space', '=', api.space.space),
  )
  expect(new Set(live.map(({ value }) => value)).size).toBe(live.length)
  await expectInvariants(api.space)
})
