// What `verify` finds in a store, on each kind.
import { describe, expect, test } from 'bun:test'
import { verifyStore } from '../../../src/media/blobs/verify-store.ts'
import { addAsset, createFileSpace, storeText } from '../../kit/app/file-space.ts'
import { createNeighbour } from '../../kit/app/test-space.ts'
import { storeKinds, writeUpload } from '../../kit/files/stores.ts'

describe.each(storeKinds)('%s', (_, openNew) => {
  test('a missing and a damaged file are named with the assets of every space that have them', async () => {
    const fixture = await createFileSpace(openNew())
    const neighbour = await createNeighbour(fixture.testSpace, 'neighbour')
    const { database, space, options } = fixture
    const { store } = options
    const spaces = [
      { id: space, slug: 'main' },
      { id: neighbour.space, slug: 'neighbour' },
    ]
    const [right, missing, damaged] = [
      await storeText(fixture, 'right'),
      await storeText(fixture, 'missing'),
      await storeText(fixture, 'damaged'),
    ]
    await addAsset(fixture, 'r', right)
    await addAsset(fixture, 'm', missing)
    await addAsset(fixture, 'd', damaged)
    await addAsset({ ...fixture, space: neighbour.space }, 'n', damaged)
    expect(await verifyStore({ database, store, spaces })).toEqual({ checked: 3, missing: [], damaged: [] })

    await store.delete(missing, 1000)
    await store.put(damaged, writeUpload('dAmaged').path)
    expect(await verifyStore({ database, store, spaces })).toEqual({
      checked: 3,
      missing: [{ sha256: missing, assets: [{ space: 'main', id: 'm' }] }],
      damaged: [
        {
          sha256: damaged,
          assets: [
            { space: 'main', id: 'd' },
            { space: 'neighbour', id: 'n' },
          ],
        },
      ],
    })
  })
})

test('a file that nothing uses may be missing', async () => {
  const fixture = await createFileSpace()
  const { database, options } = fixture
  await options.store.delete(await storeText(fixture, 'unused'), 1000)
  const report = await verifyStore({ database, store: options.store, spaces: [] })
  expect(report).toEqual({ checked: 0, missing: [], damaged: [] })
})
