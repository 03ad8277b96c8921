// On PostgreSQL an import writes its prepared rows before it acquires the space's lock. Others can write in the meantime,
// and have priority if both write the same row.
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { defaultBudget } from '../../src/content/publish/response-budget.ts'
import { ImportRefused } from '../../src/import-export/import.service.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { type AuthoringFixture, model, openAuthoring } from '../authoring/authoring-fixture.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { Gate, type GatedRows } from '../kit/database/gate.ts'
import { describeOnPostgres } from '../kit/database/test-engine.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { dumpTables, expectInvariants, revisionOf } from '../kit/oracle/tables.ts'
import { importBeside } from './import-beside.ts'

setDefaultTimeout(longTestMs)

const post = (id: string, title = 'imported'): ImportRecord => ({
  type: 'entry',
  collection: 'posts',
  id,
  liveData: { title },
})
const imported = [...model, post('new1'), post('new2'), post('old', 'changed')]

describeOnPostgres('entries of an import are written before its lock', () => {
  let api: AuthoringFixture
  let gate: Gate

  beforeEach(async () => {
    api = await openAuthoring([post('old'), post('other')])
  })

  afterEach(() => gate.close())

  const newEntries: GatedRows = { table: 'entry', event: 'insert', condition: "id like 'new%'" }
  const endedPublication: GatedRows = { table: 'publication', event: 'update', condition: "entry = 'old'" }

  async function importWhile(work: () => Promise<unknown>, rows: GatedRows = newEntries, records = imported) {
    gate = await Gate.build(api.space.url, rows)
    return gate.holdUp(() => importBeside(api.space, records, async () => {}), work)
  }

  test('while others save, create entries and make keys in its space', async () => {
    const before = await revisionOf(api.space)
    const { report, preparations } = await importWhile(async () => {
      expect(await readEntry(api.space, 'posts', 'new1')).toBeNull()
      await api.space.makeKey()
      await api.patch('other', { draftVersion: 1, data: { score: 4 } })
      await api.create({ id: 'mine', collection: 'posts', data: { title: 'mine' } })
    })
    expect(report).toMatchObject({ created: 2, changed: 1 })
    expect(preparations).toBe(1)
    expect(await gate.countPassed()).toBe(1)
    expect(await revisionOf(api.space)).toBe(before + 1)
    expect(await readEntry(api.space, 'posts', 'new1')).toMatchObject({ version: 1 })
    const drafts = (await dumpTables(api.space)).entry.map(({ id, data }) => [id, JSON.parse(data)])
    expect(Object.fromEntries(drafts)).toMatchObject({
      mine: { title: 'mine' },
      new1: { title: 'imported' },
      old: { title: 'changed' },
      other: { title: 'imported', score: 4 },
    })
    await expectInvariants(api.space)
    expect(await api.space.import(imported)).toMatchObject({ created: 0, changed: 0 })
  })

  test('with their postings, where all entries of their collection change', async () => {
    const postings: GatedRows = { table: 'query_posting', event: 'insert', condition: "collection = 'posts'" }
    const ann = await api.create({ collection: 'authors', data: { name: 'Ann' } })
    const all = [...model, post('old', 'changed'), post('other', 'changed')]
    const { report } = await importWhile(
      async () => void (await api.patch(ann.id, { draftVersion: 1, data: { name: 'Anna' } })),
      postings,
      all,
    )
    expect(report).toMatchObject({ changed: 2 })
    expect(await gate.countPassed()).toBe(1)
    await expectInvariants(api.space)
    expect(await api.space.import(all)).toMatchObject({ created: 0, changed: 0 })
  })

  test('at a revision that others must not have reached: then it prepares again', async () => {
    const { report, preparations } = await importWhile(async () => {
      await api.patch('other', { draftVersion: 1, data: { title: 'published' } })
      await api.publish('other', 2)
    })
    expect(report).toMatchObject({ created: 2, changed: 1 })
    expect(preparations).toBe(2)
    expect(await readEntry(api.space, 'posts', 'other')).toMatchObject({ data: { title: 'published' } })
    await expectInvariants(api.space)
  })

  test.each([
    ['saves', () => api.patch('old', { draftVersion: 1, data: { score: 3 } }), 3],
    ['unpublishes', () => api.ask('owner', 'POST', '/entries/old/unpublish', {}), null],
  ])('and give way to who %s an entry that it changes', async (_, write, score) => {
    const { report, preparations } = await importWhile(async () => {
      const written = write()
      await gate.untilBlocked()
      await gate.open()
      await written
    })
    expect(report).toMatchObject({ created: 2, changed: 1 })
    expect(preparations).toBe(1)
    const old = (await dumpTables(api.space)).entry.find(({ id }) => id === 'old')
    expect(JSON.parse(old!.data as string)).toEqual({ ...JSON.parse(old!.data as string), title: 'changed' })
    const versions = (await dumpTables(api.space)).entry_version.filter(({ entry }) => entry === 'old')
    if (score !== null) expect(versions.map(({ data }) => data).join()).toContain(`"score":${score}`)
    expect(await readEntry(api.space, 'posts', 'old')).toMatchObject({ data: { title: 'changed' } })
    await expectInvariants(api.space)
    expect(await api.space.import(imported)).toMatchObject({ created: 0, changed: 0 })
  })

  test('and again after who has saved an entry that it changes, before it has written its draft', async () => {
    const { report, preparations } = await importWhile(
      () => api.patch('old', { draftVersion: 1, data: { score: 3 } }),
      endedPublication,
    )
    expect(report).toMatchObject({ created: 2, changed: 1 })
    expect(preparations).toBe(1)
    const versions = (await dumpTables(api.space)).entry_version.filter(({ entry }) => entry === 'old')
    expect(versions.map(({ draft_version, data }) => [draft_version, data?.includes('"score":3')])).toEqual([
      [1, false],
      [2, true],
      [3, undefined],
    ])
    await expectInvariants(api.space)
    expect(await api.space.import(imported)).toMatchObject({ created: 0, changed: 0 })
  })

  // The longer ones are waits in which PostgreSQL would look for a deadlock while the import waits for the lock.
  test.each([
    ['an entry of the same id', { id: 'new1' }, 0, { created: 1, changed: 2 }, 0],
    ['an entry of the same id', { id: 'new1' }, 400, { created: 1, changed: 2 }, 0],
    ['an entry of the same id', { id: 'new1' }, 700, { created: 1, changed: 2 }, 0],
    ['an entry with a slug that it brings', { id: 'mine', slug: 'new2' }, 0, { created: 2, changed: 1 }, 1],
  ])('and give way to who creates %s: %j, and has waited %p ms', async (_, fields, ms, counts, losses) => {
    const { report } = await importWhile(async () => {
      const created = api.create({ ...fields, collection: 'posts', data: { title: 'mine' } })
      await gate.untilBlocked()
      await Bun.sleep(ms)
      await gate.open()
      await created
    })
    expect(report).toMatchObject(counts)
    expect(report.losses).toHaveLength(losses)
    await expectInvariants(api.space)
    expect(await api.space.import(imported)).toMatchObject({ created: 0, changed: 0 })
  })

  test('and are gone if it is refused in the end, or fails', async () => {
    const before = await dumpTables(api.space)
    const large: ImportRecord = { ...post('new3'), liveData: { title: 'x'.repeat(5000) } } as ImportRecord
    const budget = { ...defaultBudget, bytesMax: 4000 }
    const refused = importBeside(api.space, [...imported, large], async () => {}, false, { budget })
    await expect(refused).rejects.toThrow(ImportRefused)
    const failed = importWhile(() => gate.endWaiting())
    await expect(failed).rejects.toThrow()
    // Numbers of the query index that were reserved are not used again.
    const withoutNumbers = ({ space, ...tables }: typeof before) => ({
      ...tables,
      space: space.map(({ next_number: _, ...rest }) => rest),
    })
    expect(withoutNumbers(await dumpTables(api.space))).toEqual(withoutNumbers(before))
    await expectInvariants(api.space)
  })
})
