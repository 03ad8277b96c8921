// The query index after a model change: as if it had been built anew, in whichever order entries were published.
import { expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { chunkSize } from '../../src/content/index/postings.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { fuzzRuns, longTestMs } from '../kit/fuzz.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'
import { type AuthoringFixture, openAuthoring } from './authoring-fixture.ts'

setDefaultTimeout(longTestMs)

const addAndRename = {
  modelVersion: 1,
  operations: [
    { op: 'addField', field: { apiName: 'level', type: 'integer', default: 9 }, fill: true },
    { op: 'renameField', field: 'tags', to: 'labels' },
  ],
}

async function changeModel(api: AuthoringFixture): Promise<void> {
  const { status, text } = await api.ask('M', 'POST', '/collections/posts/changes', addAndRename)
  expect({ status, text }).toMatchObject({ status: 200 })
}

test('a field that is added or renamed is indexed whatever the order in which entries were published', async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e'], { minLength: 2 }), async ids => {
      const api = await openAuthoring()
      for (const id of ids) {
        await api.create({ collection: 'posts', id, data: { title: id, tags: ['tide'] } })
        await api.publish(id)
      }
      await changeModel(api)
      await expectInvariants(api.space)
    }),
    { numRuns: fuzzRuns(4), examples: [[['c', 'a', 'b']]] },
  )
})

test('so is one of a collection with several chunks of entries', async () => {
  const api = await openAuthoring()
  const importSize = 1000
  // Few entries of a chunk have the same tag, so that its posting is a list.
  const tagCount = 40
  // Each import is too small for chunks of its own, and its ids precede those of the one before.
  const prefixes = ['e', 'd', 'c', 'b', 'a']
  for (const prefix of prefixes) {
    const records = Array.from({ length: importSize }, (_, index): ImportRecord => {
      const id = `${prefix}${index}`
      const liveData = { title: id, tags: [`tag ${index % tagCount}`] }
      return { type: 'entry', collection: 'posts', id, liveData }
    })
    await api.space.import(records)
  }
  const count = prefixes.length * importSize
  expect(count).toBeGreaterThan(chunkSize)
  await changeModel(api)
  await expectInvariants(api.space)
  const response = await api.space.get('/content/posts?filter[level]=9&filter[labels]=tag 7&perPage=1')
  expect(await response.json()).toMatchObject({ count: count / tagCount })
})
