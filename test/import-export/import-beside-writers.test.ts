// An import of any size beside others who write: it keeps nobody waiting while it prepares, and loses nothing that they
// did meanwhile.
import { Database as Connection } from 'bun:sqlite'
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { publish, unpublish } from '../../src/authoring/entries/publish.service.ts'
import type { ImportReport } from '../../src/import-export/import.service.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { revokeKey } from '../../src/keys/keys.store.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { describeOnSqlite } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { dumpTables, expectInvariants, revisionOf } from '../kit/oracle/tables.ts'
import { importBeside } from './import-beside.ts'

setDefaultTimeout(longTestMs)

type Meanwhile = (space: TestSpace) => Promise<unknown>

const fields = [
  { apiName: 'title', type: 'text' },
  { apiName: 'next', type: 'reference' },
] as const
const posts: ImportRecord = { type: 'collection', apiName: 'posts', name: 'Posts', fields }
const entry = (id: string, live: string | null, draft: string, rest = {}): ImportRecord => ({
  type: 'entry',
  collection: 'posts',
  id,
  data: { title: draft, next: { collection: 'posts', slug: 'place' } },
  ...(live !== null && { liveData: { title: live, next: { id: 'b' } } }),
  ...rest,
})

const before = [posts, entry('a', 'old', 'draft'), entry('b', 'old', 'draft'), entry('c', null, 'draft')]

const doPublish =
  (...slugs: string[]): Meanwhile =>
  ({ database, space, time }) =>
    publish(
      database,
      space,
      slugs.map(slug => `posts/${slug}`),
      () => time.now,
    )
const doUnpublish =
  (...slugs: string[]): Meanwhile =>
  ({ database, space }) =>
    unpublish(
      database,
      space,
      slugs.map(slug => `posts/${slug}`),
      () => 0,
    )

/** Without what tells two equal spaces apart. */
async function contentOf(testSpace: TestSpace): Promise<unknown> {
  const { api_key: _, activity: _who, ...tables } = await dumpTables(testSpace)
  return JSON.parse(JSON.stringify(tables).replaceAll(testSpace.space, 'space'))
}

test('while an import prepares, others publish in its space, make and revoke keys, and import into another space', async () => {
  const space = await createTestSpace({ records: before })
  const done: string[] = []
  const { report } = await importBeside(space, [posts, entry('d', 'new', 'new')], async () => {
    await doPublish('c')(space)
    done.push(`c: ${(await readEntry(space, 'posts', 'c'))?.version}`)
    const { id } = await space.makeKey()
    await space.database.urgentTransaction(writes => revokeKey(writes, space.space, id, space.time.now))
    done.push('revoked')
    expect(await readEntry(space, 'posts', 'd')).toBeNull()
  })
  expect(done).toEqual(['c: 1', 'revoked'])
  expect(report).toMatchObject({ created: 1, changed: 0 })
  expect(await revisionOf(space)).toBe(3)
  expect((await readEntry(space, 'posts', 'c'))?.version).toBe(1)
  expect((await readEntry(space, 'posts', 'd'))?.version).toBe(1)
  await expectInvariants(space)
})

/** What is decided again is reported last. */
function inOrder({ losses, dangling, ...report }: ImportReport): ImportReport {
  const byText = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
  return { ...report, losses: losses.toSorted(byText), dangling: dangling.toSorted(byText) }
}

interface Overtaking {
  readonly title: string
  readonly records: readonly ImportRecord[]
  readonly meanwhile: Meanwhile
  readonly prune?: boolean
  /** An import that changes nothing of what it has seen needs to see no more. */
  readonly comesFirst?: boolean
}

const overtakings: readonly Overtaking[] = [
  {
    title: 'publish an entry that it changes',
    records: [entry('a', 'new', 'new')],
    meanwhile: doPublish('a'),
  },
  {
    title: 'publish an entry that it leaves as it is',
    records: [entry('a', 'old', 'draft')],
    meanwhile: doPublish('a'),
    comesFirst: true,
  },
  {
    title: 'unpublish an entry that it changes',
    records: [entry('a', 'new', 'new')],
    meanwhile: doUnpublish('a'),
  },
  {
    title: 'unpublish an entry that it leaves as it is',
    records: [entry('a', 'old', 'draft')],
    meanwhile: doUnpublish('a'),
    comesFirst: true,
  },
  {
    title: 'publish an entry that it unpublishes',
    records: [entry('a', null, 'x')],
    meanwhile: doPublish('a'),
  },
  {
    title: 'publish an entry that it leaves a draft',
    records: [entry('c', null, 'x')],
    meanwhile: doPublish('c'),
  },
  {
    title: 'publish an entry that it moves',
    records: [entry('a', 'new', 'new', { slug: 'place' })],
    meanwhile: doPublish('a', 'b'),
  },
  {
    title: 'publish an entry that it does not have, with a reference to what it brings',
    records: [entry('d', 'new', 'new', { slug: 'place' })],
    meanwhile: doPublish('c', 'b'),
  },
  {
    title: 'publish an entry that it does not have, whose model it changes',
    records: [{ ...posts, fields: [fields[1]] } as ImportRecord],
    meanwhile: doPublish('a', 'c'),
  },
  {
    title: 'publish an entry that it removes',
    records: [entry('a', 'new', 'new')],
    meanwhile: doPublish('b', 'c'),
    prune: true,
  },
  {
    title: 'unpublish, publish and unpublish several',
    records: [entry('a', 'new', 'new'), entry('b', 'old', 'new'), entry('d', 'new', 'new')],
    meanwhile: async space => {
      await doUnpublish('a', 'b')(space)
      await doPublish('a', 'b', 'c')(space)
      await doUnpublish('b')(space)
    },
  },
]

describe('an import and others who write in the meantime are as if one had waited for the other, where they', () => {
  for (const { title, records, meanwhile, prune = false, comesFirst = false } of overtakings) {
    test(title, async () => {
      const [overtaken, inTurn] = [
        await createTestSpace({ records: before }),
        await createTestSpace({ records: before }),
      ]
      for (const space of [overtaken, inTurn]) space.time.now += 60_000
      const source = records[0]?.type === 'collection' ? records : [posts, ...records]
      const { report } = await importBeside(overtaken, source, () => meanwhile(overtaken), prune)
      if (!comesFirst) await meanwhile(inTurn)
      const expected = await inTurn.import(source, { prune })
      if (comesFirst) await meanwhile(inTurn)
      expect(inOrder(report)).toEqual(inOrder(expected))
      expect(await contentOf(overtaken)).toEqual(await contentOf(inTurn))
      await expectInvariants(overtaken)
      if (comesFirst) return
      expect(await overtaken.import(source, { prune })).toMatchObject({ created: 0, changed: 0, removed: 0 })
    })
  }
})

test('an import that other imports overtake, once or every time, is as if they had come first', async () => {
  for (const times of [1, 9]) {
    const [overtaken, inTurn] = [
      await createTestSpace({ records: before }),
      await createTestSpace({ records: before }),
    ]
    const records = [posts, entry('a', 'mine', 'mine'), { ...entry('n', 'mine', 'mine'), slug: 'place' }]
    const other = (reading: number) => [
      posts,
      entry(`o${reading}`, 'other', 'other'),
      entry('a', 'other', 'x'),
    ]
    const readings: number[] = []
    await importBeside(overtaken, records, async reading => {
      // In the last of all the lock is taken, and others wait.
      if (reading > times || reading > 3) return
      readings.push(reading)
      await overtaken.import(other(reading))
    })
    expect(readings).toEqual(times === 1 ? [1] : [1, 2, 3])
    for (const reading of readings) await inTurn.import(other(reading))
    await inTurn.import(records)
    expect(await contentOf(overtaken)).toEqual(await contentOf(inTurn))
    await expectInvariants(overtaken)
  }
})

test('the query index has nothing of what was prepared of entries that others then publish or unpublish', async () => {
  const space = await createTestSpace({ records: before })
  const records = [entry('a', 'new', 'new'), entry('b', 'new', 'new'), entry('c', 'new', 'new')]
  // Each publication is prepared for a later time than the one before.
  const clock = () => (space.time.now += 1000)
  const meanwhile = async () => {
    await doPublish('a', 'c')(space)
    await doUnpublish('b')(space)
  }
  const { report } = await importBeside(space, [posts, ...records], meanwhile, false, { clock })
  expect(report).toMatchObject({ changed: 3 })
  await expectInvariants(space)
})

test('an import of drafts alone overtakes another one too: what both write is not lost', async () => {
  const space = await createTestSpace({ records: before })
  await importBeside(space, [posts, entry('c', 'draft', 'draft')], async reading => {
    if (reading === 1) await space.import([posts, entry('c', null, 'other')])
  })
  const { entry: entries } = await dumpTables(space)
  expect(JSON.parse(entries.find(({ id }) => id === 'c')!.data)).toMatchObject({ title: 'draft' })
  await expectInvariants(space)
})

describeOnSqlite('an import waits for nobody where it has nothing to write', () => {
  test('the same file again, and a dry run, are reported while another process writes', async () => {
    const space = await createTestSpace({ records: before })
    const other = new Connection(space.url.slice('sqlite:'.length))
    other.exec('begin immediate')
    expect(await space.import(before)).toMatchObject({ unchanged: 3, created: 0 })
    expect(await space.import([posts, entry('d', 'x', 'x')], { dryRun: true })).toMatchObject({ created: 1 })
    other.exec('rollback')
    other.close()
  })
})
