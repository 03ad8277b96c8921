// Singletons in the model that clients read.
import { expect, test } from 'bun:test'
import { createTestSpace } from '../kit/app/test-space.ts'

const collection = (apiName: string, more: object = {}) => ({
  type: 'collection' as const,
  apiName,
  name: apiName,
  ...more,
  fields: [],
})

test('the schema says which collections hold one entry at most, as soon as the model says so', async () => {
  const space = await createTestSpace({
    records: [collection('posts'), collection('settings', { singleton: true })],
  })
  const read = async () =>
    ((await (await space.get('/schema')).json()) as { collections: object[] }).collections
  expect(await read()).toEqual([
    { apiName: 'posts', name: 'posts', fields: [] },
    { apiName: 'settings', name: 'settings', singleton: true, fields: [] },
  ])
  await space.import([collection('posts', { singleton: true }), collection('settings')])
  expect(await read()).toMatchObject([{ apiName: 'posts', singleton: true }, { apiName: 'settings' }])
})
