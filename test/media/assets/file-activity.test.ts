// What the activity of a space says of files.
import { expect, test } from 'bun:test'
import { gif, openAssets } from './assets-fixture.ts'

test('the activity names a file as it is called now, and no longer once it is deleted', async () => {
  const { ask, add, replace } = await openAssets()
  await add(gif(), 'id=quay&filename=harbour.gif')
  await add(gif('2'), 'id=pier&filename=pier.gif')
  await replace('owner', 'quay', gif('3'), 'filename=quay.gif')
  await ask('owner', 'DELETE', '/assets/pier')
  const { body } = await ask('owner', 'GET', '/activity?perPage=4')
  expect(body.list).toMatchObject([
    { action: 'asset.delete', detail: { asset: 'pier' }, filename: null },
    { action: 'asset.replace', detail: { asset: 'quay' }, filename: 'quay.gif' },
    { action: 'asset.create', detail: { asset: 'pier' }, filename: null },
    { action: 'asset.create', detail: { asset: 'quay' }, filename: 'quay.gif' },
  ])
})
