// Values of variants whose base changed after them, such as translations of a text that was rewritten.
import { beforeEach, describe, expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { type ManagementClient, openManagement } from '../kit/app/management-client.ts'
import { createTestSpace, type TestSpace } from '../kit/app/test-space.ts'

const fields = ['title', 'intro'].map(apiName => ({ apiName, type: 'text' }))
const records = [
  { type: 'collection', apiName: 'posts', name: 'Posts', fields },
  { type: 'variant', id: 'de', name: 'German', kind: 'locale' },
  { type: 'variant', id: 'vip', name: 'VIP', kind: 'audience' },
  {
    ...{ type: 'entry', collection: 'posts', id: 'a', data: { title: 'Tides', intro: 'Sea' } },
    variants: { de: { title: 'Gezeiten', intro: 'Meer' }, vip: { intro: 'Your sea' } },
  },
] as unknown as readonly ImportRecord[]

let space: TestSpace
let api: ManagementClient
beforeEach(async () => {
  space = await createTestSpace({ records })
  api = await openManagement(space)
})

/** Returns what the response says, which a later request says, too. */
async function patch(body: object): Promise<object> {
  const { draftVersion } = await api.entry('a')
  const response = await api.request('PATCH', '/entries/a', { draftVersion, ...body })
  expect(response.status).toBe(200)
  const { doc } = (await response.json()) as { doc: { outdated: object } }
  expect((await api.entry('a')).outdated).toEqual(doc.outdated as never)
  return doc.outdated
}

describe('a value of a variant', () => {
  test('is outdated from a change of its base on, in the order of the model, until it is changed itself', async () => {
    expect((await api.entry('a')).outdated).toEqual({})
    expect(await patch({ data: { intro: 'Ocean' } })).toEqual({ de: ['intro'], vip: ['intro'] })
    expect(await patch({ data: { title: 'Tide' } })).toEqual({ de: ['title', 'intro'], vip: ['intro'] })
    expect(await patch({ variants: { de: { intro: 'Ozean' } } })).toEqual({ de: ['title'], vip: ['intro'] })
    expect(await patch({ variants: { vip: null } })).toEqual({ de: ['title'] })
    expect(await patch({ data: { title: null } })).toEqual({ de: ['title'] })
  })

  test('is up to date if it changes in the same request as its base, or if the base is saved without a change', async () => {
    const both = { data: { title: 'Tide' }, variants: { de: { title: 'Die Gezeit' } } }
    expect(await patch(both)).toEqual({})
    expect(await patch({ data: { title: 'Tide' } })).toEqual({})
  })

  test('is outdated where an import changes its base alone', async () => {
    const german = { variants: { de: { title: 'Gezeiten', intro: 'Meer' }, vip: { intro: 'Your sea' } } }
    const again = { ...records[3], data: { title: 'Tides', intro: 'Ocean' }, ...german }
    await space.import([again as unknown as ImportRecord])
    expect((await api.entry('a')).outdated).toEqual({ de: ['intro'], vip: ['intro'] })
  })
})
