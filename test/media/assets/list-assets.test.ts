// The list of assets: filters, search, order, pages; and one asset.
import { expect, test } from 'bun:test'
import { type AuthoringFixture, errorsOf, openAuthoring } from '../../authoring/authoring-fixture.ts'
import { markUsed, storeAssets } from './stored-assets.ts'

async function openAssets(): Promise<AuthoringFixture> {
  const fixture = await openAuthoring([
    { type: 'entry', collection: 'authors', id: 'ada', data: { name: 'Ada' }, liveData: { name: 'Ada' } },
  ])
  const { space, neighbour } = fixture
  await storeAssets(space, [
    { id: 'cover', filename: 'Café.PNG', alt: 'A café', created_at: 3, size: 30 },
    { id: 'logo', filename: 'logo.svg', contentType: 'image/svg+xml', title: 'The Lögo', created_at: 2 },
    { id: 'film', filename: 'film.mp4', contentType: 'video/mp4', created_at: 2, size: 20 },
    { id: 'price', filename: 'a.pdf', contentType: 'application/pdf', created_at: 5, size: 10 },
  ])
  await storeAssets(neighbour, [{ id: 'theirs' }])
  await markUsed(space, {
    live: [['ada', 'cover']],
    drafts: [
      ['ada', 'cover'],
      ['ada', 'film'],
    ],
  })
  return fixture
}

const lists: readonly (readonly [query: string, ids: readonly string[]])[] = [
  ['', ['price', 'cover', 'film', 'logo']],
  ['sort=createdAt', ['film', 'logo', 'cover', 'price']],
  ['sort=filename', ['price', 'cover', 'film', 'logo']],
  ['sort=-size', ['cover', 'film', 'price', 'logo']],
  ['type=image', ['cover', 'logo']],
  ['type=media', ['film']],
  ['type=document', ['price']],
  ['used=true', ['cover', 'film']],
  ['used=false', ['price', 'logo']],
  ['alt=true', ['cover']],
  ['alt=false', ['logo']],
  ['search=CAFE', ['cover']],
  ['search=logo', ['logo']],
  ['search=none', []],
  ['search=a%00b', []],
  ['perPage=1&page=2', ['cover']],
]

test('a list has the assets of its space that match, in order', async () => {
  const { ask } = await openAssets()
  const found: unknown[] = []
  for (const [query] of lists) {
    const { body } = await ask('member', 'GET', `/assets?${query}`)
    found.push([query, (body as { list: { id: string }[] }).list?.map(({ id }) => id)])
  }
  expect(found).toEqual([...lists])
  expect((await ask('member', 'GET', '/assets?type=image&perPage=1')).body).toMatchObject({
    count: 2,
    pagesCount: 2,
  })
})

test('a parameter that is not accepted is named with what is', async () => {
  const { ask } = await openAssets()
  const { status, ...rest } = await ask(
    'member',
    'GET',
    '/assets?type=film&used=1&alt=yes&sort=name&perPage=1001',
  )
  expect(status).toBe(400)
  expect(errorsOf({ status, ...rest })).toEqual([
    'perPage must be an integer from 1 to 1000, in decimal digits without a leading zero',
    'type must be one of image, media, document',
    'used must be true or false',
    'alt must be true or false',
    'sort must be one of createdAt, -createdAt, filename, -filename, size, -size',
  ])
})

test('an asset has its address, whether it is delivered, and the entries that use it', async () => {
  const { ask, space } = await openAssets()
  const { body } = await ask('member', 'GET', '/assets/cover')
  const { doc } = body as { doc: { sha256: string } }
  expect(doc).toMatchObject({
    ...{ id: 'cover', filename: 'Café.PNG', alt: 'A café', live: true, uses: 1, focalPoint: null },
    url: `/assets/${space.space}/${doc.sha256}/Caf%C3%A9.PNG`,
    usedBy: [{ id: 'ada', collection: 'authors', slug: 'ada', state: 'live', live: true, draft: true }],
  })
  expect((await ask('member', 'GET', '/assets/film')).body).toMatchObject({ doc: { live: false, uses: 1 } })
})

test('an asset of another space cannot be distinguished from a missing one', async () => {
  const { ask } = await openAssets()
  const responses = await Promise.all(
    ['theirs', 'missing', '%00'].map(id => ask('owner', 'GET', `/assets/${id}`)),
  )
  const bodies = responses.map(({ body }) => ({ ...(body as object), requestId: '' }))
  expect(bodies[0]).toMatchObject({ status: 404, code: 'asset_not_found' })
  expect(new Set(bodies.map(body => JSON.stringify(body))).size).toBe(1)
})
