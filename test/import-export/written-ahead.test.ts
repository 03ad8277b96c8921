// On PostgreSQL an import writes what it has prepared before it has the space's lock: others go on meanwhile, and come first
// where both want the same.
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { Client } from 'pg'
import { defaultBudget } from '../../src/content/response-budget.ts'
import { ImportRefused } from '../../src/import-export/import.service.ts'
import type { ImportRecord } from '../../src/import-export/records.ts'
import { type AuthoringFixture, model, openAuthoring } from '../authoring/authoring-fixture.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { readEntry } from '../kit/served-content.ts'
import { dumpTables, expectInvariants, revisionOf } from '../kit/tables.ts'
import { describeOnPostgres } from '../kit/test-engine.ts'
import { until } from '../kit/until.ts'
import { importBeside } from './import-beside.ts'

setDefaultTimeout(longTestMs)

/** The import waits behind its new entries, which nobody sees yet, while a row is in this table. */
const gate = `
  create table gate (closed integer);
  create function wait_at_gate() returns trigger language plpgsql as $$ begin
    while exists (select 1 from inserted where id like 'new%') and exists (select 1 from gate) loop
      perform pg_sleep(0.02);
    end loop;
    return null;
  end $$;
  create trigger gate after insert on entry referencing new table as inserted
    for each statement execute function wait_at_gate()`
const isWaiting =
  "select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()"

const post = (id: string, title = 'imported'): ImportRecord => ({
  type: 'entry',
  collection: 'posts',
  id,
  liveData: { title },
})
const imported = [...model, post('new1'), post('new2'), post('old', 'changed')]

describeOnPostgres('entries of an import are written before its lock', () => {
  let api: AuthoringFixture
  let client: Client

  beforeEach(async () => {
    api = await openAuthoring([post('old'), post('other')])
    client = new Client({ connectionString: api.space.url })
    await client.connect()
    await client.query(gate)
  })

  afterEach(() => client.end())

  /** `work` runs while the import waits, until `work` ends or opens the gate. */
  async function importWhile(work: (open: () => Promise<unknown>) => Promise<unknown>) {
    await client.query('insert into gate values (1)')
    const open = () => client.query('delete from gate')
    const done = importBeside(api.space, imported, async () => {})
    await until(async () => (await client.query(isWaiting)).rows.length > 0)
    try {
      await work(open)
    } finally {
      await open()
    }
    return done
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

  /** Once somebody waits for rows that the import has written. */
  const untilWaiting = () =>
    until(async () => {
      const waiting = "select 1 from pg_locks where locktype = 'transactionid' and not granted"
      return (await client.query(waiting)).rows.length > 0
    })

  test.each([
    ['saves', () => api.patch('old', { draftVersion: 1, data: { score: 3 } }), 3],
    ['unpublishes', () => api.ask('owner', 'POST', '/entries/old/unpublish', {}), null],
  ])('and give way to who %s an entry that it changes', async (_, write, score) => {
    const { report, preparations } = await importWhile(async open => {
      const written = write()
      await untilWaiting()
      await open()
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

  // The longer ones are waits in which PostgreSQL would look for a deadlock while the import waits for the lock.
  test.each([
    ['an entry of the same id', { id: 'new1' }, 0, { created: 1, changed: 2 }, 0],
    ['an entry of the same id', { id: 'new1' }, 400, { created: 1, changed: 2 }, 0],
    ['an entry of the same id', { id: 'new1' }, 700, { created: 1, changed: 2 }, 0],
    ['an entry with a slug that it brings', { id: 'mine', slug: 'new2' }, 0, { created: 2, changed: 1 }, 1],
  ])('and give way to who creates %s: %j, and has waited %p ms', async (_, fields, ms, counts, losses) => {
    const { report } = await importWhile(async open => {
      const created = api.create({ ...fields, collection: 'posts', data: { title: 'mine' } })
      await untilWaiting()
      await Bun.sleep(ms)
      await open()
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
    // Between two sleeps it does not look asleep.
    const end = isWaiting.replace('select 1', 'select pg_terminate_backend(pid)')
    const failed = importWhile(() => until(async () => (await client.query(end)).rows.length > 0))
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
