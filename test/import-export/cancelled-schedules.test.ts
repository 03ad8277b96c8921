// What an import makes live, withdraws or archives is newer than what is scheduled: nothing older comes back, or takes it away.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/records.ts'
import { createFixture, draft, posts, timeIn } from '../authoring/schedule-fixture.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { readEntry } from '../kit/served-content.ts'
import { expectInvariants } from '../kit/tables.ts'

setDefaultTimeout(longTestMs)

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

describe.each<[string, readonly ImportRecord[]]>([
  ['publishes it', [live('Two')]],
  ['writes what is live again, by another model', [posts({ apiName: 'words', max: 70 })]],
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
