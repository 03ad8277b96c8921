// An import cancels the schedules of entries that it publishes, withdraws or archives, so that no older schedule undoes its
// changes.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { createFixture, draft, timeIn } from '../authoring/schedule-fixture.ts'
import { readEntry } from '../kit/app/served-content.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { dumpTables, expectInvariants } from '../kit/oracle/tables.ts'

setDefaultTimeout(longTestMs)

// Without a unique field, for whose sake a dry run would write anyway.
const posts = (title = 'title') =>
  ({
    ...{ type: 'collection', apiName: 'posts', name: 'Posts' },
    fields: [{ apiName: title, type: 'text' }],
  }) as ImportRecord
const title = (text: string) => ({ title: text })
const live = (text: string) => draft('n', { liveData: title(text), data: title(text) })

async function createScheduled(publish: number | null, unpublish: number | null) {
  const fixture = await createFixture([posts(), live('One')])
  expect((await fixture.schedule('n', publish, unpublish)).status).toBe(200)
  const { space, send, run } = fixture
  return {
    space,
    run,
    times: { publishAt: timeIn(space, publish), unpublishAt: timeIn(space, unpublish) },
    publish: async () => {
      const { doc } = (await send('GET', '/entries/n')).body as { doc: { draftVersion: number } }
      expect((await send('POST', '/entries/n/publish', { draftVersion: doc.draftVersion })).status).toBe(200)
    },
    schedule: async () =>
      ((await send('GET', '/entries/n')).body as { doc: { schedule: object | null } }).doc.schedule,
    served: async () => (await readEntry(space, 'posts', 'n'))?.data.title,
  }
}

describe('an import that withdraws an entry', () => {
  test('cancels its withdrawal, which would take away what is published later', async () => {
    const { space, run, publish, schedule, served } = await createScheduled(null, 10)
    const { unpublished } = await space.import([draft('n', { data: title('Two') })])
    expect(unpublished.map(({ id }) => id)).toEqual(['n'])
    expect(await schedule()).toBeNull()
    await publish()
    await run(15)
    expect(await served()).toBe('Two')
    await expectInvariants(space)
  })

  test('leaves what is to be published, as withdrawing by hand does', async () => {
    const { space, run, schedule, served, times } = await createScheduled(5, 10)
    await space.import([draft('n', { data: title('Two') })])
    expect(await schedule()).toMatchObject({ publishAt: times.publishAt, unpublishAt: null })
    await run(5)
    expect(await served()).toBe('One')
    await run(10)
    expect(await served()).toBe('One')
    await expectInvariants(space)
  })
})

describe('the report', () => {
  const paged = { ...posts(), apiName: 'pages', name: 'Pages' } as ImportRecord
  test.each<[string, readonly ImportRecord[], boolean, string | null, RegExp]>([
    ['publishing', [live('Two')], false, 'line 1', /^Its publication .*T00:05:00.000Z is cancelled: /],
    ['withdrawing', [draft('n')], false, 'line 1', /^Its withdrawal .*T00:10:00.000Z is cancelled: /],
    [
      'archiving',
      [posts(), draft('n', { archived: true })],
      false,
      'line 2',
      /^Its publication .*T00:05:00.000Z and its withdrawal .*T00:10:00.000Z are cancelled: /,
    ],
    ['archiving what the file does not have', [posts(), paged], true, null, /^Its publication .* and its/],
  ])('lists what is cancelled by %s, that of a dry run too', async (_, records, prune, where, what) => {
    const { space } = await createScheduled(5, 10)
    const before = await dumpTables(space)
    const dry = await space.import(records, { dryRun: true, prune })
    expect(await dumpTables(space)).toEqual(before)
    expect(dry.losses).toEqual([
      {
        ...{ kind: 'schedule_cancelled', where, collection: 'posts', entry: 'n', field: null },
        what: expect.stringMatching(what),
        count: 1,
      },
    ])
    expect(await space.import(records, { prune })).toEqual(dry)
    expect((await space.import(records, { prune })).losses).toEqual([])
  })

  test('does not list what stays', async () => {
    const { space } = await createScheduled(null, 10)
    expect((await space.import([live('Two')])).losses).toEqual([])
  })
})

describe.each<[string, readonly ImportRecord[]]>([
  ['publishes it', [live('Two')]],
  ['writes what is live again, by another model', [posts('words')]],
  ['does not have it', [draft('other')]],
])('an import that %s', (_, records) => {
  test('leaves the withdrawal of an entry', async () => {
    const { space, run, schedule, times } = await createScheduled(null, 10)
    const isServed = async () => (await readEntry(space, 'posts', 'n')) !== null
    await space.import(records)
    expect(await schedule()).toMatchObject({ unpublishAt: times.unpublishAt })
    expect(await isServed()).toBe(true)
    await run(10)
    expect(await isServed()).toBe(false)
    await expectInvariants(space)
  })
})
