// The preview URL of a collection: set over HTTP with its errors at their places, and carried by exports and imports.
import { beforeEach, expect, test } from 'bun:test'
import { defaultPreviewUrl } from '../../src/content/model/preview-url.ts'
import { signIn } from '../kit/app/signed-in.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { exportText } from '../kit/import/export-text.ts'
import { type ModelSpace, openModelSpace, postsModel } from './model-space.ts'

let space: ModelSpace
beforeEach(async () => {
  space = await openModelSpace()
})

const set = (previewUrl: unknown) => space.change([{ op: 'set', properties: { previewUrl } }])
const stored = async () => (await space.ask('GET', '/collections/posts')).body.doc.previewUrl
const withSites = async (...urls: string[]) => {
  const owner = await signIn(space, { email: `${urls.length}@example.com`, role: 'owner' })
  const previewSites = urls.map(url => ({ name: url, url }))
  expect((await owner.send('PATCH', '/api/dashboard/spaces/main', { previewSites })).status).toBe(200)
}

test('it is a path, null for no page, and absent for the path of the examples', async () => {
  expect(await stored()).toBeUndefined()
  for (const previewUrl of ['/blog/{slug}', null, '/', null]) {
    expect((await set(previewUrl)).status).toBe(200)
    expect(await stored()).toBe(previewUrl)
  }
  expect((await set(defaultPreviewUrl)).status).toBe(200)
  expect(await stored()).toBeUndefined()
})

test.each(['javascript:alert(1)', 'http://example.org/', '//evil', '/{secret}', '', 7])(
  '%p is refused at its place in both requests',
  async previewUrl => {
    const changed = await set(previewUrl)
    expect([changed.status, changed.body.errors[0].name]).toEqual([
      400,
      '/operations/0/properties/previewUrl',
    ])
    const created = await space.ask('POST', '/collections', {
      apiName: 'x',
      name: 'X',
      fields: [],
      previewUrl,
    })
    expect([created.status, created.body.errors[0].name]).toEqual([400, 'previewUrl'])
    expect(await stored()).toBeUndefined()
  },
)

test('a URL begins with one of the preview sites when it is saved, and may stay when the site is removed', async () => {
  const previewUrl = 'https://www.example.org/blog/{slug}'
  const message = /^must be a path, or begin with one of the space's preview sites \(it has none\)$/
  const refused = await set(previewUrl)
  expect(refused.status).toBe(400)
  expect(refused.body.errors).toEqual([
    {
      ...{ in: 'body', name: '/operations/0/properties/previewUrl' },
      message: expect.stringMatching(message) as unknown as string,
    },
  ])
  const model = { apiName: 'x', name: 'X', fields: [], previewUrl }
  expect((await space.ask('POST', '/collections', model)).body.errors).toEqual([
    { in: 'body', name: 'previewUrl', message: expect.stringMatching(message) as unknown as string },
  ])
  await withSites('https://staging.example.org', 'https://www.example.org')
  expect((await set(previewUrl)).status).toBe(200)
  expect((await space.ask('POST', '/collections', model)).status).toBe(201)
  await withSites('https://staging.example.org')
  expect((await space.change([{ op: 'set', properties: { description: 'Other.' } }])).status).toBe(200)
  expect(await stored()).toBe(previewUrl)
  expect((await set(`${previewUrl}/`)).status).toBe(400)
})

test('it goes with exports and imports, and a file that leaves it out says that it removes it', async () => {
  await set('/blog/{slug}')
  const text = await exportText(space)
  expect(text).toContain('"previewUrl":"/blog/{slug}"')
  const other = await createTestSpace()
  const record = JSON.parse(text.split('\n').find(line => line.includes('"apiName":"posts"'))!)
  await other.import([record, { ...record, apiName: 'authors', fields: [], titleField: undefined }])
  const again = await exportText(other)
  expect(again).toContain('"previewUrl":"/blog/{slug}"')
  const { losses } = await space.import([postsModel])
  expect(losses).toContainEqual(
    expect.objectContaining({
      kind: 'property_removed',
      what: expect.stringContaining('"previewUrl"') as unknown as string,
    }) as unknown as (typeof losses)[0],
  )
})

test('readers of the schema do not see it', async () => {
  await set('/blog/{slug}')
  expect(await (await space.get('/schema')).text()).not.toContain('previewUrl')
})
