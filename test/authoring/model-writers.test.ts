// Writers beside a model change of many entries: they go on while it is prepared. `npm run stress model-writers` has the
// long form, with 50,000 entries and the times.
import { expect, test } from 'bun:test'
import { createTestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'
import { modelRecords, writeBesideChange } from '../stress/model-writers.ts'

test(
  'while a model with many entries changes others save, publish and read, and nothing of theirs is lost',
  async () => {
    const space = await createTestSpace({ records: modelRecords(3000) })
    const operations = [{ op: 'renameField', field: 'title', to: 'headline' }]
    const { changed, sent, titles } = await writeBesideChange({ space, operations }, 5)
    expect({ status: changed.status, text: changed.text }).toMatchObject({ status: 200 })
    const all = Object.values(sent).flat()
    expect(all.filter(({ status }) => status >= 500)).toEqual([])
    for (const requests of Object.values(sent)) {
      const beside = requests.filter(
        ({ status, startedAt, endedAt }) =>
          status === 200 && startedAt > changed.startedAt && endedAt < changed.endedAt,
      )
      expect(beside.length).toBeGreaterThan(0)
    }
    const { key } = await space.makeKey({ scopes: ['draft.read'] })
    expect(titles.size).toBeGreaterThan(0)
    for (const [id, title] of titles) {
      const response = await space.request(`/api/v1/entries/${id}`, {
        headers: { Authorization: `Bearer ${key}` },
      })
      const { doc } = (await response.json()) as { doc: { data: object } }
      expect({ id, ...doc.data }).toMatchObject(id === 'n0' ? { text: title } : { headline: title })
    }
    await expectInvariants(space)
  },
  longTestMs,
)
