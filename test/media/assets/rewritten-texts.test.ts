// Addresses of files in the texts of live content that is rewritten without being published. They show what they showed
// before, whatever was uploaded since.
import { expect, test } from 'bun:test'
import { importWithFiles } from '../../kit/import/import-files.ts'
import { expectInvariants } from '../../kit/oracle/tables.ts'
import { type AssetsFixture, gif, openAssets } from './assets-fixture.ts'

const changeAlt = ({ ask }: AssetsFixture) => ask('owner', 'PATCH', '/assets/cover', { alt: 'Other' })
const replaceCover = ({ replace }: AssetsFixture) => replace('owner', 'cover', gif('other cover'))
const fillField = ({ ask }: AssetsFixture) =>
  ask('owner', 'POST', '/collections/pictures/changes', {
    modelVersion: 1,
    operations: [{ op: 'addField', field: { apiName: 'more', type: 'text', default: 'filled' }, fill: true }],
  })
const importCover = async ({ space }: AssetsFixture) => {
  await importWithFiles(space, [{ type: 'asset', id: 'cover', file: 'c' }], { c: 'imported' })
  return { status: 200, text: '' }
}

const rewrites = { changeAlt, replaceCover, fillField, importCover }

for (const [name, rewrite] of Object.entries(rewrites)) {
  test(`${name}: a replaced address leads to the asset that it showed when somebody uploads the old bytes again`, async () => {
    const fixture = await openAssets()
    const { add, upload, replace, show, status } = fixture
    await add(gif('cover'), 'filename=cover.gif&id=cover')
    const { url: first } = await add(gif('1'), 'filename=p.gif&id=a')
    await show('one', { cover: { id: 'cover' }, link: `see ${first}` })
    const { url: second } = (await replace('owner', 'a', gif('2'))).body.doc
    expect((await upload('W', gif('1'), 'filename=p.gif')).status).toBe(201)
    expect([await status(first), await status(second)]).toEqual([307, 200])
    expect(await rewrite(fixture)).toMatchObject({ status: 200 })
    expect([await status(first), await status(second)]).toEqual([307, 200])
    await expectInvariants(fixture.space)
  })

  test(`${name}: an address that showed nothing goes on showing nothing, until the entry is published`, async () => {
    const fixture = await openAssets()
    const { add, ask, show, status, upload } = fixture
    await add(gif('cover'), 'filename=cover.gif&id=cover')
    const { url, id } = await add(gif('1'), 'filename=b.gif')
    await ask('owner', 'DELETE', `/assets/${id}`)
    await show('one', { cover: { id: 'cover' }, link: `see ${url}` })
    expect((await upload('W', gif('1'), 'filename=b.gif')).status).toBe(201)
    expect(await rewrite(fixture)).toMatchObject({ status: 200 })
    expect(await status(url)).toBe(404)
    const { draftVersion } = (await ask('owner', 'GET', '/entries/one')).body.doc
    const data = { link: `now ${url}` }
    const patched = await ask('owner', 'PATCH', '/entries/one', { draftVersion, data })
    const { draftVersion: next } = patched.body.doc
    await ask('owner', 'POST', '/entries/one/publish', { draftVersion: next })
    expect(await status(url)).toBe(200)
    await expectInvariants(fixture.space)
  })
}

test('an asset that a text shows stays when one of the same address appears under an id that the entry names', async () => {
  const fixture = await openAssets()
  const { add, ask, replace, show, status } = fixture
  const { url: first } = await add(gif('1'), 'filename=p.gif&id=a')
  await show('one', { cover: { id: 'later' }, link: first })
  const { url: second } = (await replace('owner', 'a', gif('2'))).body.doc
  await add(gif('1'), 'filename=p.gif&id=later')
  expect([await status(first), await status(second)]).toEqual([200, 200])
  await ask('owner', 'PATCH', '/assets/later', { alt: 'Other' })
  expect([await status(first), await status(second)]).toEqual([200, 200])
  await expectInvariants(fixture.space)
})

test('a default that a new field gets in live entries shows the file that it names', async () => {
  const { add, ask, show, status } = await openAssets()
  const { url } = await add(gif('1'), 'filename=p.gif')
  await show('one', { link: 'x' })
  const field = { apiName: 'more', type: 'text', default: url }
  const operations = [{ op: 'addField', field, fill: true }]
  expect(
    (await ask('owner', 'POST', '/collections/pictures/changes', { modelVersion: 1, operations })).status,
  ).toBe(200)
  expect(await status(url)).toBe(200)
})

test('a file whose address a text had before it was uploaded is public once a changed draft is published, or the entry is again', async () => {
  const { add, ask, publish, show, status } = await openAssets()
  const { url, id } = await add(gif('1'), 'filename=p.gif')
  await ask('owner', 'DELETE', `/assets/${id}`)
  await show('changed', { link: url })
  await show('withdrawn', { link: url })
  await add(gif('1'), 'filename=p.gif')
  await publish('changed')
  await publish('withdrawn')
  expect(await status(url)).toBe(404)
  await ask('owner', 'POST', '/entries/withdrawn/unpublish', {})
  await publish('withdrawn')
  expect(await status(url)).toBe(200)
  await ask('owner', 'POST', '/entries/withdrawn/unpublish', {})
  expect(await status(url)).toBe(404)
  const { draftVersion } = (await ask('owner', 'GET', '/entries/changed')).body.doc
  await ask('owner', 'PATCH', '/entries/changed', { draftVersion, data: { link: `now ${url}` } })
  await publish('changed')
  expect(await status(url)).toBe(200)
})
