// Slugs of what is live: a `liveSlug` is kept as it is written or refused with its line, other slugs get numbers around
// it, and a dry run says the same as the import, which never ends in an error of the database.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { ndjsonSource } from '../../src/import-export/formats/ndjson.ts'
import { ImportRefused, importContent } from '../../src/import-export/import.service.ts'
import { isSuffixed } from '../../src/import-export/plan/assign-slugs.ts'
import type { ImportSource } from '../../src/import-export/read/import-source.ts'
import type { EntryRecord, ImportRecord } from '../../src/import-export/read/records.ts'
import { createTestSpace, type TestSpace, toNdjson } from '../kit/app/test-space.ts'
import { fuzzRuns, fuzzSeed, longTestMs } from '../kit/fuzz.ts'
import { dumpTables, expectInvariants } from '../kit/oracle/tables.ts'

const model = {
  type: 'collection',
  apiName: 'a',
  name: 'A',
  fields: [{ apiName: 't', type: 'text' }],
} as const

const live = (id: string, slug: string, liveSlug?: string): EntryRecord => ({
  ...{ type: 'entry', collection: 'a', id, slug, data: { t: id }, liveData: { t: id } },
  ...(liveSlug !== undefined && { liveSlug }),
})
const draft = (id: string, slug: string): EntryRecord => ({
  ...{ type: 'entry', collection: 'a', id, slug, data: { t: id } },
})
const refusalOf = (line: number, liveSlug: string) =>
  `line ${line}: The liveSlug "${liveSlug}" is that of another entry in a.`

interface Import {
  readonly records: readonly ImportRecord[]
  readonly prune?: boolean
  /** As of a format that cannot say what is live: records without `liveData` leave that as it is. */
  readonly keepsLive?: boolean
}

/** The report, or its errors: the same ones of a dry run, which changes nothing. */
async function importBoth(space: TestSpace, wanted: Import) {
  const before = await dumpTables(space)
  const dry = await importOnce(space, wanted, true)
  expect(await dumpTables(space)).toEqual(before)
  const result = await importOnce(space, wanted, false)
  expect(result).toEqual(dry)
  if ('errors' in result) expect(await dumpTables(space)).toEqual(before)
  await expectInvariants(space)
  return result
}

async function importOnce(
  { database, space, time }: TestSpace,
  { records, prune = false, keepsLive = false }: Import,
  dryRun: boolean,
) {
  const inner = ndjsonSource(new Blob([toNdjson(records)]))
  const source: ImportSource = {
    ...{ hasQueryKeys: true, losses: [] },
    read: async function* () {
      for await (const items of inner.read()) {
        yield items.map(item => {
          const { record } = item
          const isOpen = keepsLive && record?.type === 'entry' && record.liveData === undefined
          return isOpen && !record.archived ? { ...item, keepsLive: true } : item
        })
      }
    },
  }
  const options = { clock: () => time.now, prune, dryRun, onProgress: () => {} }
  try {
    return await importContent(database, space, source, options)
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    return { errors: error.errors.map(({ where, message }) => `${where}: ${message}`) }
  }
}

interface Slugs {
  /** Null where it is archived. */
  readonly draft: string | null
  readonly live: string | null
}

async function slugsOf(space: TestSpace): Promise<Record<string, Slugs>> {
  const { entry, publication } = await dumpTables(space)
  const lives = new Map(
    publication.filter(row => row.to_revision === null).map(row => [row.entry, row.slug] as const),
  )
  return Object.fromEntries(
    entry.map(({ id, slug, archived_at }) => [
      id,
      { draft: archived_at === null ? slug : null, live: lives.get(id) ?? null },
    ]),
  )
}

describe('a liveSlug that two entries have is refused with its line', () => {
  test.each<[title: string, there: EntryRecord[], file: EntryRecord[], errors: string[]]>([
    ['in the draft of the first', [], [live('l1', 'q', 'q'), live('l2', 'z', 'q')], [refusalOf(2, 'q')]],
    ['in the draft of the second', [], [live('l2', 'z', 'q'), live('l1', 'q', 'q')], [refusalOf(2, 'q')]],
    ['in the drafts of both', [], [live('l1', 'q', 'q'), live('l2', 'q', 'q')], [refusalOf(2, 'q')]],
    ['in the draft of neither', [], [live('l1', 'x', 'q'), live('l2', 'z', 'q')], [refusalOf(2, 'q')]],
    ['one of them live in the space', [live('l1', 'q')], [live('l2', 'q', 'q')], [refusalOf(1, 'q')]],
    [
      'one of them live in the space, with another draft',
      [live('l1', 'n', 'q')],
      [live('l2', 'q', 'q')],
      [refusalOf(1, 'q')],
    ],
    ['one of them a draft in the space', [draft('l1', 'q')], [live('l2', 'q', 'q')], [refusalOf(1, 'q')]],
  ])('%s', async (_, there, file, errors) => {
    const space = await createTestSpace({ records: [model, ...there] })
    expect(await importBoth(space, { records: file })).toEqual({ errors })
  })
})

describe('a liveSlug that is free is kept', () => {
  const both = (slug: string): Slugs => ({ draft: slug, live: slug })

  test.each<[title: string, there: EntryRecord[], wanted: Import, slugs: Record<string, Slugs>]>([
    [
      'and others that want the slug get a number',
      [],
      { records: [live('l1', 'q'), draft('l2', 'q'), live('l3', 'q', 'q')] },
      { l1: both('q-2'), l2: { draft: 'q-3', live: null }, l3: both('q') },
    ],
    [
      'when the file moves the entry that has it',
      [live('l1', 'q')],
      { records: [live('l2', 'q', 'q'), live('l1', 'x', 'x')] },
      { l1: both('x'), l2: both('q') },
    ],
    [
      'when two entries exchange what is live',
      [live('l1', 'x'), live('l2', 'y')],
      { records: [live('l1', 'y', 'y'), live('l2', 'x', 'x')] },
      { l1: both('y'), l2: both('x') },
    ],
    [
      'when two entries exchange what is live and not their drafts, which get numbers',
      [live('l1', 'x'), live('l2', 'y')],
      { records: [live('l1', 'x', 'y'), live('l2', 'y', 'x')] },
      { l1: { draft: 'x-2', live: 'y' }, l2: { draft: 'y-2', live: 'x' } },
    ],
    [
      'when the entry that has it is unpublished',
      [live('l1', 'n', 'q')],
      { records: [draft('l1', 'n'), live('l2', 'q', 'q')] },
      { l1: { draft: 'n', live: null }, l2: both('q') },
    ],
    [
      'when the entry that has it is pruned',
      [live('l1', 'q')],
      { records: [model, live('l2', 'q', 'q')], prune: true },
      { l1: { draft: null, live: null }, l2: both('q') },
    ],
    [
      'when the entry that has it is archived',
      [live('l1', 'q')],
      { records: [{ ...draft('l1', 'q'), archived: true }, live('l2', 'q', 'q')] },
      { l1: { draft: null, live: null }, l2: both('q') },
    ],
    [
      'by a draft that gets the same slug as a number',
      [],
      { records: [live('l1', 'q'), live('l2', 'q', 'q-2')] },
      { l1: both('q'), l2: both('q-2') },
    ],
  ])('%s', async (_, there, wanted, slugs) => {
    const space = await createTestSpace({ records: [model, ...there] })
    expect(await importBoth(space, wanted)).not.toHaveProperty('errors')
    expect(await slugsOf(space)).toEqual(slugs)
    expect(await importBoth(space, wanted)).toMatchObject({ created: 0, changed: 0, removed: 0 })
  })
})

const slug = fc.constantFrom('q', 'q-2', 'x', 'y')
const record = fc
  .record({
    id: fc.constantFrom('e1', 'e2', 'e3', 'e4', 'e5'),
    slug,
    kind: fc.constantFrom('live', 'live', 'same', 'other', 'draft', 'archived'),
    other: slug,
  })
  .map(({ id, slug, kind, other }): EntryRecord => {
    if (kind === 'draft') return draft(id, slug)
    if (kind === 'archived') return { ...draft(id, slug), archived: true }
    return live(id, slug, kind === 'live' ? undefined : kind === 'same' ? slug : other)
  })
const file = fc.record({
  records: fc.uniqueArray(record, { selector: ({ id }) => id, minLength: 1, maxLength: 5 }),
  prune: fc.boolean(),
  keepsLive: fc.constantFrom(true, false, false),
})

/** A format that keeps what is live has no `liveSlug`. */
function toImport({
  records,
  prune,
  keepsLive,
}: typeof file extends fc.Arbitrary<infer T> ? T : never): Import & {
  entries: readonly EntryRecord[]
} {
  const entries = keepsLive ? records.map(({ liveSlug: _, ...rest }) => rest) : records
  return { records: [model, ...entries], entries, prune, keepsLive }
}

/** What stays at a slug although the file does not have it. */
function listAbsent(before: Record<string, Slugs>, { entries, prune }: ReturnType<typeof toImport>) {
  const named = new Set(entries.map(({ id }) => id))
  return prune ? [] : Object.entries(before).filter(([id]) => !named.has(id))
}

function expectedErrors(before: Record<string, Slugs>, wanted: ReturnType<typeof toImport>): string[] {
  const taken = new Set(listAbsent(before, wanted).flatMap(([, { draft, live }]) => [draft, live]))
  return wanted.entries.flatMap(({ liveSlug }, place) => {
    if (liveSlug === undefined) return []
    const isTaken = taken.has(liveSlug)
    taken.add(liveSlug)
    return isTaken ? [refusalOf(place + 2, liveSlug)] : []
  })
}

function expectSlugs(
  before: Record<string, Slugs>,
  after: Record<string, Slugs>,
  wanted: ReturnType<typeof toImport>,
): void {
  const owners = new Map<string, string>()
  for (const [id, slugs] of Object.entries(after)) {
    for (const slug of new Set([slugs.draft, slugs.live])) {
      if (slug === null) continue
      expect([slug, owners.get(slug)]).toEqual([slug, undefined])
      owners.set(slug, id)
    }
  }
  const absent = listAbsent(before, wanted)
  for (const [id, slugs] of absent) expect([id, after[id]]).toEqual([id, slugs])
  for (const { id = '', slug = '', liveData, liveSlug, archived } of wanted.entries) {
    const { draft, live } = after[id]!
    const was = before[id]
    if (archived) {
      expect([draft, live]).toEqual([null, null])
      continue
    }
    const staysLive = wanted.keepsLive === true && liveData === undefined && was?.live != null
    if (staysLive) {
      expect(after[id]).toEqual(was)
      continue
    }
    expect(live).toBe(liveData === undefined ? null : (liveSlug ?? draft))
    const isWanted = [
      ...absent.flatMap(([, slugs]) => [slugs.draft, slugs.live]),
      ...wanted.entries.flatMap(other =>
        other.id === id
          ? []
          : [other.slug, other.liveSlug, before[other.id!]?.draft, before[other.id!]?.live],
      ),
    ].includes(slug)
    if (draft !== slug) expect([draft, isWanted, isSuffixed(draft!, slug)]).toEqual([draft, true, true])
  }
}

test(
  'whatever slugs entries have and want, the import and its dry run obey the same rule',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 2, maxLength: 8 }), async files => {
        const space = await createTestSpace()
        for (const each of files) {
          const wanted = toImport(each)
          const before = await slugsOf(space)
          const errors = expectedErrors(before, wanted)
          const result = await importBoth(space, wanted)
          if (errors.length > 0 || 'errors' in result) {
            expect(result).toEqual({ errors })
            continue
          }
          const after = await slugsOf(space)
          expectSlugs(before, after, wanted)
          const changed = wanted.entries.filter(
            ({ id = '', slug, archived }) => !archived && after[id]!.draft !== slug,
          )
          expect(
            result.losses
              .filter(({ kind }) => kind === 'slug_changed')
              .map(({ entry }) => entry)
              .sort(),
          ).toEqual(changed.map(({ id = '' }) => id).sort())
          const again = await importBoth(space, wanted)
          expect(again).toMatchObject({ created: 0, changed: 0, removed: 0 })
        }
      }),
      { numRuns: fuzzRuns(40), seed: fuzzSeed() },
    )
  },
  longTestMs,
)
