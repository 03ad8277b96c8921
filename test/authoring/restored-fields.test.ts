// A field that is restored brings its values back to drafts that are scheduled, not only to the newest ones.
import { beforeEach, describe, expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { type AuthoringFixture, openAuthoring } from './authoring-fixture.ts'
import { runsOn } from './schedule-fixture.ts'

const text = (apiName: string) => ({ apiName, type: 'text' })
const notes = (...names: string[]) =>
  ({ type: 'collection', apiName: 'notes', name: 'Notes', fields: names.map(text) }) as ImportRecord

let api: AuthoringFixture
beforeEach(async () => {
  api = await openAuthoring([notes('title', 'code')])
  await api.ask('M', 'POST', '/variants', { id: 'trade', name: 'Trade', kind: 'audience' })
  const [data, variants] = [{ title: 'One', code: 'first' }, { trade: { code: 'of the trade' } }]
  await api.create({ collection: 'notes', id: 'n', slug: 'n', data, variants })
})

/** Later by more than what is one version of a draft. */
const wait = () => {
  api.space.time.now += 3_600_000
}

async function change(...operations: object[]): Promise<number> {
  wait()
  const { modelVersion } = (await api.ask('M', 'GET', '/collections/notes')).body.doc
  const body = { modelVersion, operations, acceptLosses: true }
  const { status, body: changed } = await api.ask('M', 'POST', '/collections/notes/changes', body)
  expect(status).toBe(200)
  return changed.doc.modelVersion
}
const removeCode = () => change({ op: 'removeField', field: 'code' })
const restoreCode = (modelVersion: number) => change({ op: 'restoreField', field: 'code', modelVersion })

async function schedule() {
  const { draftVersion } = await api.get('/entries/n')
  const publishAt = new Date(api.space.time.now + 43_200_000).toISOString()
  const sent = { draftVersion, publishAt, unpublishAt: null }
  expect((await api.ask('owner', 'PUT', '/entries/n/schedule', sent)).status).toBe(200)
}

async function edit(data: object) {
  wait()
  await api.patch('n', { draftVersion: (await api.get('/entries/n')).draftVersion, data })
}

async function scheduled() {
  const { schedule: found } = await api.get('/entries/n')
  const { body } = await api.ask('owner', 'GET', `/entries/n/versions/d${found?.draftVersion}`)
  return { changed: found?.changed, data: body.doc.data, variants: body.doc.variants }
}

const withBoth = {
  changed: true,
  data: { title: 'One', code: 'first' },
  variants: { trade: { code: 'of the trade' } },
}

describe('a field that is restored brings its values back to a scheduled draft', () => {
  test('that was the newest when the field was removed, and has been edited since', async () => {
    await schedule()
    const removed = await removeCode()
    await edit({ title: 'Edited' })
    await restoreCode(removed)
    expect(await scheduled()).toMatchObject(withBoth)
  })

  test('that was older than the newest: its own values, not those that nobody scheduled', async () => {
    await schedule()
    await edit({ title: 'Edited', code: 'second' })
    const removed = await removeCode()
    await restoreCode(removed)
    expect(await scheduled()).toMatchObject(withBoth)
    expect((await api.get('/entries/n')).data).toEqual({ title: 'Edited', code: 'second' })
  })

  test('across other changes of the model, each with its own earlier state', async () => {
    await schedule()
    await edit({ code: 'second' })
    await change({ op: 'addField', field: text('more') })
    const removed = await removeCode()
    await change({ op: 'renameField', field: 'title', to: 'headline' })
    await restoreCode(removed)
    const again = await removeCode()
    await restoreCode(again)
    expect((await scheduled()).data).toMatchObject({ headline: 'One', code: 'first' })
  })

  test('that was made after the field was removed: what its entry had before', async () => {
    const removed = await removeCode()
    await edit({ title: 'Two' })
    await schedule()
    await edit({ title: 'Three' })
    await restoreCode(removed)
    expect((await scheduled()).data).toEqual({ title: 'Two', code: 'first' })
  })

  test('where an import had removed the field', async () => {
    await schedule()
    await edit({ code: 'second' })
    wait()
    await api.space.import([notes('title')])
    await restoreCode(2)
    expect(await scheduled()).toMatchObject(withBoth)
  })
})

test('a scheduled draft that had no value gets none of a newer draft that is not scheduled', async () => {
  await edit({ code: null })
  await schedule()
  await edit({ code: 'second' })
  await restoreCode(await removeCode())
  expect((await scheduled()).data).toEqual({ title: 'One', code: null })
})

test('what is restored goes live when the time has come', async () => {
  await schedule()
  await edit({ code: 'second' })
  await restoreCode(await removeCode())
  api.space.time.now += 43_200_000
  const fail = (error: unknown) => {
    throw error
  }
  const runs = runsOn(api.space, api.space.database, { onDone: () => {}, onRefused: fail, onError: fail })
  await runs.start()
  await runs.drain()
  const { body } = await api.ask('owner', 'GET', '/entries/n/versions/p1')
  expect(body.doc).toMatchObject({ data: { title: 'One', code: 'first' } })
})
