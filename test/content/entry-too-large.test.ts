// Contract 1.3: an entry that could not be served by itself does not go live, by any way.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { publish } from '../../src/authoring/entries/publish.service.ts'
import { Refusal } from '../../src/base/errors.ts'
import { type Budget, defaultBudget } from '../../src/content/publish/response-budget.ts'
import { ImportRefused } from '../../src/import-export/import.service.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { openManagement } from '../kit/app/management-client.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { dumpTables } from '../kit/oracle/tables.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

const fields = [
  { apiName: 'json', type: 'json' },
  { apiName: 'one', type: 'reference' },
  ...numbers(11).map(at => ({ apiName: `to${at}`, type: 'reference', many: true }) as const),
] as const
const collections = ['big', 'small'].map((apiName): ImportRecord => {
  return { type: 'collection', apiName, name: apiName, fields: [...fields] }
})

const toEntry = (collection: string, id: string, liveData: object, more: object = {}) =>
  ({ type: 'entry', collection, id, liveData, ...more }) as ImportRecord

const long = toEntry('small', 'long', {}, { slug: 'x'.repeat(255) })

/** Entries with so many references in each field, which may hold 10,000. */
function oversized(perField: number): readonly (readonly [title: string, ImportRecord])[] {
  /** In the file each is 13 characters, and in a response 300: the slug of what it refers to is as long as can be. */
  const longReferences = Object.fromEntries(
    numbers(6).map(field => [`to${field}`, numbers(perField).map(() => ({ id: 'long' }))]),
  )
  const manyTargets = (field: number) => numbers(perField).map(at => ({ id: `no-${field}-${at}` }))
  const tooManyTargets = Object.fromEntries(numbers(11).map(field => [`to${field}`, manyTargets(field)]))
  const variants = { vip: { to10: manyTargets(10) } }
  return [
    ['by its JSON', toEntry('big', 'a', longReferences)],
    ['by the entries that it refers to', toEntry('big', 'a', tooManyTargets)],
    ['by one of its variants', toEntry('big', 'a', {}, { variants: { vip: longReferences, other: {} } })],
    [
      'by one of its variants with what the others of its fields refer to',
      toEntry('big', 'a', { ...tooManyTargets, to10: [] }, { variants }),
    ],
  ]
}

async function errorsOf(importing: Promise<unknown>) {
  try {
    await importing
  } catch (error) {
    if (error instanceof ImportRefused) return error.errors
    throw error
  }
  return []
}

describe('an entry that alone is over the budget', () => {
  const rows = oversized(10_000)
  const [[, tooMuchJson]] = rows as readonly [(typeof rows)[0]]
  const message =
    'Too large to be served: the entry takes 18,000,342 bytes of JSON; a response can hold 16,777,216.'

  test('by its JSON is an error of its line, and nothing is imported', async () => {
    const space = await createTestSpace({ records: [...collections, toEntry('small', 's', {})] })
    const before = await dumpTables(space)
    const errors = await errorsOf(space.import([...collections, long, tooMuchJson]))
    expect(errors).toEqual([{ where: 'line 4', message }])
    expect(await dumpTables(space)).toEqual(before)
  })

  /** A hundredth of the usual one: an entry over that takes seconds to import. */
  const smallBudget = { ...defaultBudget, bytesMax: 167_772, targetsMax: 1000 }
  const excesses = [
    'the entry takes 180,342 bytes of JSON; a response can hold 167,772.',
    'the entry refers to 1,100 different entries; a response can hold 1,000.',
    'the entry with the variant "vip" takes 180,345 bytes of JSON; a response can hold 167,772.',
    'the entry with the variant "vip" refers to 1,100 different entries; a response can hold 1,000.',
  ]
  const small = oversized(100).map(([title, record], at) => [title, record, excesses[at]!] as const)
  test.each(small)('%s is an error of its line with a smaller budget, too', async (_, record, excess) => {
    const space = await createTestSpace({ records: [...collections, toEntry('small', 's', {})] })
    const before = await dumpTables(space)
    const errors = await errorsOf(space.import([...collections, long, record], { budget: smallBudget }))
    expect(errors).toEqual([{ where: 'line 4', message: `Too large to be served: ${excess}` }])
    expect(await dumpTables(space)).toEqual(before)
  })

  test('is found by a dry run too, which changes nothing', async () => {
    const space = await createTestSpace({ records: [...collections, toEntry('small', 's', {})] })
    const before = await dumpTables(space)
    const records = [...collections, long, tooMuchJson]
    expect(await errorsOf(space.import(records, { dryRun: true }))).toEqual([{ where: 'line 4', message }])
    expect(await errorsOf(space.import([...collections, long], { dryRun: true }))).toEqual([])
    expect(await dumpTables(space)).toEqual(before)
  })

  test.each(rows)('%s is a draft that cannot be published, over HTTP or by a command', async (_, record) => {
    const { liveData, ...draft } = record as { liveData: object }
    const space = await createTestSpace({
      records: [...collections, long, { ...draft, data: liveData } as never],
    })
    const { request } = await openManagement(space)
    const before = await dumpTables(space)
    const response = await request('POST', '/entries/a/publish', { draftVersion: 1 })
    const body = (await response.json()) as { code?: string; detail: string }
    expect([response.status, body.code]).toEqual([409, 'entry_too_large'])
    expect(body.detail).toMatch(
      /^big\/a would be too large to be served: the entry .* a response can hold [\d,]+\.$/,
    )
    const command = publish(space.database, space.space, ['big/a'], () => space.time.now)
    const refusal = await command.catch((error: unknown) => error as Refusal)
    expect(refusal).toBeInstanceOf(Refusal)
    expect((refusal as Refusal).details).toHaveLength(1)
    expect(await dumpTables(space)).toEqual(before)
  })

  test('is checked by what is live in the end: targets that follow in the file count, drafts and others do not', async () => {
    const budget = { ...defaultBudget, bytesMax: 1000 }
    const targets = numbers(30).map(at => ({ id: `t${at}` }))
    const asLive = targets.map(({ id }) => toEntry('small', id, {}))
    const asDrafts = targets.map(
      ({ id }) => ({ type: 'entry', collection: 'small', id, data: {} }) as ImportRecord,
    )
    const file = (targetRecords: readonly ImportRecord[]) => [
      ...collections,
      toEntry('big', 'a', { to0: targets }),
      ...targetRecords,
    ]
    const root = await createTestSpace()
    const spaceOf = (name: string) => createNeighbour(root, name)
    expect(await errorsOf((await spaceOf('none')).import(file([]), { budget }))).toEqual([])
    expect(await errorsOf((await spaceOf('drafts')).import(file(asDrafts), { budget }))).toEqual([])
    const errors = await errorsOf((await spaceOf('live')).import(file(asLive), { budget }))
    expect(errors.map(({ where }) => where)).toEqual(['line 3'])
  })
})

test(
  'an entry that is accepted is served alone at depth 0, with no variant and with each, and one much smaller than the budget is accepted',
  async () => {
    const root = await createTestSpace()
    let spaces = 0
    const ids = ['a', 'b', 'c', 'd', 'nothing', 'draft']
    const reference = fc.constantFrom(...ids).map(id => ({ id }))
    const values = fc.record(
      {
        json: fc.option(
          fc.oneof(
            fc.string({ unit: 'grapheme', maxLength: 60 }),
            fc.array(fc.constant(1e20), { maxLength: 20 }),
          ),
        ),
        one: fc.option(reference),
        to0: fc.array(reference, { maxLength: 12 }),
        to1: fc.array(reference, { maxLength: 12 }),
      },
      { requiredKeys: [] },
    )
    const slug = fc.constantFrom('plain', 'é'.repeat(80), '"quoted"', 'x'.repeat(200))
    const limits = fc.record({
      // The targets fit, whatever their slugs.
      bytesMax: fc.integer({ min: 600, max: 2500 }),
      targetsMax: fc.integer({ min: 1, max: 6 }),
      referencesMax: fc.integer({ min: 3, max: 20 }),
      entriesMax: fc.constant(5),
    })
    const variants = fc.dictionary(fc.constantFrom('vip', 'trade'), values, { maxKeys: 2 })
    const counts = { accepted: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(
        values,
        variants,
        fc.tuple(slug, slug),
        limits,
        async (liveData, overlays, [own, theirs], budget) => {
          const clean = (each: object) =>
            Object.fromEntries(Object.entries(each).filter(([, value]) => value !== null))
          const records = [
            ...collections,
            ...['b', 'c', 'd'].map(id => toEntry('small', id, {}, { slug: `${theirs}-${id}` })),
            { type: 'entry', collection: 'small', id: 'draft', data: {} } as ImportRecord,
            toEntry('big', 'a', clean(liveData), {
              slug: own,
              variants: Object.fromEntries(Object.entries(overlays).map(([id, each]) => [id, clean(each)])),
            }),
          ]
          const space = await createNeighbour(root, `space-${++spaces}`, { budget })
          const errors = await errorsOf(space.import(records, { budget }))
          const isServed = await isServedAlone(space, Object.keys(overlays))
          if (errors.length > 0) {
            counts.refused += 1
            // What nobody refuses would have been too large, or nearly.
            const lax = await createNeighbour(root, `space-${++spaces}`, { budget: tighter(budget) })
            await lax.import(records)
            expect(await isServedAlone(lax, Object.keys(overlays))).toBe(false)
          } else {
            counts.accepted += 1
            expect(isServed).toBe(true)
          }
        },
      ),
      { numRuns: fuzzRuns(60) },
    )
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(0)
  },
  longTestMs,
)

/** What the longest envelope and a variant that is not asked for may take. */
function tighter(budget: Budget): Budget {
  return { ...budget, bytesMax: budget.bytesMax - 80 }
}

async function isServedAlone({ get }: TestSpace, variants: readonly string[]): Promise<boolean> {
  const statuses = await Promise.all(
    [...variants, '', 'unknown'].map(
      async id => (await get(`/content/big?perPage=1&depth=0&variants=${id}`)).status,
    ),
  )
  return statuses.every(status => status === 200)
}
