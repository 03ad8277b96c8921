// Archived entries in imports and exports: a prune archives, a file may hold archived entries, and nothing of them is lost.
import { describe, expect, test } from 'bun:test'
import type { EntryRecord, ImportRecord } from '../../src/import-export/read/records.ts'
import { createFixture, draft, posts, schedulesOf, timeIn } from '../authoring/schedule-fixture.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { createTestSpace, type TestSpace, testStart, toNdjson } from '../kit/app/test-space.ts'
import { exportText } from '../kit/import/export-text.ts'
import { errorsOf, importText } from '../kit/import/import-text.ts'
import { dumpTables, expectInvariants, revisionOf } from '../kit/oracle/tables.ts'

const live = (id: string, rest: Partial<EntryRecord> = {}): EntryRecord => ({
  type: 'entry',
  collection: 'posts',
  id,
  liveData: { title: id },
  ...rest,
})
const archived = (id: string, rest: Partial<EntryRecord> = {}) => draft(id, { archived: true, ...rest })
const pages = { ...posts(), apiName: 'pages', name: 'Pages' } as ImportRecord
const start = [posts(), pages, live('a'), live('b', { variants: { vip: { title: 'B' } } }), draft('c')]

async function entriesOf(space: TestSpace) {
  const { entry } = await dumpTables(space)
  return Object.fromEntries(entry.map(row => [row.id, row]))
}

describe('a prune', () => {
  test('archives what the file does not have as an archive over HTTP does: drafts and versions stay, what is live is withdrawn', async () => {
    const [pruned, one] = [await createFixture(start), await createFixture(start)]
    for (const { space } of [pruned, one]) space.time.now += 60_000
    const report = await pruned.space.import([posts(), pages, live('a'), draft('c')], { prune: true })
    expect(report).toMatchObject({ removed: 1, unchanged: 2, changed: 0, unpublished: [], losses: [] })
    const { key } = await one.space.makeKey({ scopes: ['content.write', 'content.publish'] })
    const response = await one.space.request('/api/v1/entries/b/archive', {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ draftVersion: 1 }),
    })
    expect(response.status).toBe(200)
    const rowsOf = async ({ space }: typeof one) => {
      const { entry, publication, entry_version: versions, schedule } = await dumpTables(space)
      const rows = { entry: entry.map(row => ({ ...row, updated_by: '' })), publication, versions, schedule }
      return JSON.parse(JSON.stringify(rows).replaceAll(space.space, 'space'))
    }
    expect(await rowsOf(pruned)).toEqual(await rowsOf(one))
    expect((await entriesOf(pruned.space)).b).toMatchObject({
      state: 'archived',
      archived_at: testStart + 60_000,
      published_at: null,
      draft_version: 1,
      updated_by: '{"kind":"import","name":"frontlist import"}',
    })
    expect(await readEntry(pruned.space, 'posts', 'b')).toBeNull()
    for (const { space } of [pruned, one]) await expectInvariants(space)
  })

  test('cancels the schedules of what it archives, and those of no other entry', async () => {
    const fixture = await createFixture(start)
    await fixture.schedule('a', null, 9)
    await fixture.schedule('b', null, 9)
    await fixture.schedule('c', 5, 9)
    await fixture.space.import([posts(), live('a')], { prune: true })
    expect((await schedulesOf(fixture.space)).map(({ entry }) => entry)).toEqual(['a'])
    await fixture.run(5)
    await fixture.run(5)
    expect([fixture.refused, fixture.errors]).toEqual([[], []])
    expect(await readEntry(fixture.space, 'posts', 'c')).toBeNull()
  })

  test('that comes again changes nothing: what is archived stays as it was archived', async () => {
    const space = await createTestSpace({ records: start })
    const file = [posts(), live('a')]
    expect(await space.import(file, { prune: true })).toMatchObject({ removed: 2, unchanged: 1 })
    const [before, revision] = [await dumpTables(space), await revisionOf(space)]
    space.time.now += 3_600_000
    expect(await space.import(file, { prune: true })).toMatchObject({ removed: 0, unchanged: 1, changed: 0 })
    expect(await dumpTables(space)).toEqual(before)
    expect(await revisionOf(space)).toBe(revision)
  })

  test('of drafts alone makes no revision', async () => {
    const space = await createTestSpace({ records: start })
    const revision = await revisionOf(space)
    const file = [posts(), pages, live('a'), live('b', { variants: { vip: { title: 'B' } } })]
    expect(await space.import(file, { prune: true })).toMatchObject({ removed: 1 })
    expect(await revisionOf(space)).toBe(revision)
  })

  test('reports in a dry run what it would archive, and archives nothing', async () => {
    const fixture = await createFixture(start)
    await fixture.schedule('c', 5)
    const before = await dumpTables(fixture.space)
    const dry = await fixture.space.import([posts(), live('a')], { prune: true, dryRun: true })
    expect(dry).toMatchObject({ removed: 2, removedCollections: ['pages'] })
    expect(await dumpTables(fixture.space)).toEqual(before)
    expect(await fixture.space.import([posts(), live('a')], { prune: true })).toEqual(dry)
  })

  test('deletes the entries of a collection that goes, archived ones too', async () => {
    const fixture = await createFixture([...start, live('p', { collection: 'pages' })])
    const { space } = fixture
    await space.import([posts(), pages, live('a')], { prune: true })
    expect(Object.keys(await entriesOf(space)).sort()).toEqual(['a', 'b', 'c', 'p'])
    expect(await space.import([posts(), live('a')], { prune: true })).toMatchObject({ removed: 1 })
    expect(Object.keys(await entriesOf(space)).sort()).toEqual(['a', 'b', 'c'])
    const { entry_version: versions } = await dumpTables(space)
    expect(versions.filter(({ entry }) => entry === 'p')).toEqual([])
    await expectInvariants(space)
  })

  test('keeps what it archives in the form of a model that the file changes', async () => {
    const space = await createTestSpace({ records: start })
    const fields = [{ apiName: 'name', type: 'text' }]
    const report = await space.import([{ ...posts(), fields } as ImportRecord], { prune: true })
    expect(report).toMatchObject({ removed: 3, changed: 0 })
    expect(report.losses.filter(({ entry }) => entry !== null).map(({ entry }) => entry)).toContain('b')
    expect((await entriesOf(space)).b).toMatchObject({ state: 'archived', data: '{"name":null}' })
    await space.import([{ ...posts(), fields: [{ apiName: 'other', type: 'text' }] } as ImportRecord], {
      prune: true,
    })
    expect((await entriesOf(space)).b).toMatchObject({ state: 'archived', data: '{"other":null}' })
    await expectInvariants(space)
  })

  test('frees the slugs of what it archives, and an entry that comes back takes what is free', async () => {
    const space = await createTestSpace({ records: start })
    const taker = live('n', { slug: 'b' })
    expect(await space.import([posts(), taker], { prune: true })).toMatchObject({ created: 1, losses: [] })
    expect((await readEntry(space, 'posts', 'b'))?.id).toBe('n')
    space.time.now += 60_000
    const { losses } = await space.import([live('b')])
    expect(losses.map(({ kind }) => kind)).toEqual(['slug_changed'])
    expect((await entriesOf(space)).b).toMatchObject({ state: 'live', slug: 'b-2', archived_at: null })
    expect((await readEntry(space, 'posts', 'b-2'))?.version).toBe(2)
    await expectInvariants(space)
  })
})

describe('archived entries of a file', () => {
  const all = [...start, archived('x'), archived('y', { slug: 'a', variants: { vip: { title: 'Y' } } })]

  test('stay archived from space to space, byte for byte, and share slugs with others', async () => {
    const space = await createTestSpace({ records: all })
    const text = await exportText(space, true)
    expect(text.trim().split('\n').slice(3)).toEqual([
      '{"type":"entry","collection":"posts","id":"a","slug":"a","publishedAt":"2026-06-01T00:00:00.000Z","liveData":{"title":"a"}}',
      '{"type":"entry","collection":"posts","id":"b","slug":"b","publishedAt":"2026-06-01T00:00:00.000Z","liveData":{"title":"b"},"variants":{"vip":{"title":"B"}}}',
      '{"type":"entry","collection":"posts","id":"c","slug":"c","data":{"title":"c"}}',
      '{"type":"entry","collection":"posts","id":"x","slug":"x","archived":true,"data":{"title":"x"}}',
      '{"type":"entry","collection":"posts","id":"y","slug":"a","archived":true,"data":{"title":"y"},"variants":{"vip":{"title":"Y"}}}',
    ])
    const empty = await createTestSpace()
    expect(await importText(empty, text)).toMatchObject({ created: 5, losses: [] })
    expect(await exportText(empty, true)).toBe(text)
    const before = await dumpTables(empty)
    empty.time.now += 60_000
    for (const prune of [false, true]) {
      expect(await importText(empty, text, { prune })).toMatchObject({ unchanged: 5, removed: 0, changed: 0 })
    }
    expect(await dumpTables(empty)).toEqual(before)
    await expectInvariants(empty)
  })

  test('are exported only where they are asked for', async () => {
    const text = await exportText(await createTestSpace({ records: all }))
    expect(text).not.toContain('archived')
    expect(text.trim().split('\n')).toHaveLength(6)
  })

  test('archive an entry that is live or scheduled, and one that is not archived in the file comes back', async () => {
    const fixture = await createFixture(start)
    const { space } = fixture
    await fixture.schedule('c', 5)
    await fixture.schedule('a', null, 5)
    space.time.now += 60_000
    const report = await space.import([archived('a'), archived('c')])
    expect(report).toMatchObject({ changed: 2, unpublished: [{ id: 'a', collection: 'posts', slug: 'a' }] })
    expect(await schedulesOf(space)).toEqual([])
    expect((await entriesOf(space)).a).toMatchObject({ state: 'archived', published_at: null })
    expect(await readEntry(space, 'posts', 'a')).toBeNull()
    await expectInvariants(space)
    space.time.now += 60_000
    expect(await space.import([draft('a'), draft('c')])).toMatchObject({ changed: 2 })
    expect((await entriesOf(space)).c).toMatchObject({
      state: 'draft',
      archived_at: null,
      draft_version: 1,
      updated_at: space.time.now,
    })
    expect(timeIn(space, 0)).toBe(new Date(space.time.now).toISOString())
    await expectInvariants(space)
  })

  test('have an id and nothing live', async () => {
    const space = await createTestSpace({ records: [posts()] })
    const lines = [
      { ...archived('x'), id: undefined, slug: 'x' },
      { ...live('x'), archived: true },
      { ...draft('z'), archived: 'yes' },
    ]
    expect(await errorsOf(space, toNdjson(lines))).toEqual([
      'line 1: The entry is archived, so it needs an id.',
      'line 2: The entry is archived and has liveData, but an archived entry is not live: leave one of them out.',
      'line 3: "archived" must be true or false.',
    ])
  })
})
