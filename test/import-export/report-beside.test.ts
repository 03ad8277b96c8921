// The report of an import about entries that others change while it prepares. It contains only what the import has done
// itself, compared with the state that it found in the end.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { ImportReport } from '../../src/import-export/import.service.ts'
import type { EntryRecord, ImportRecord } from '../../src/import-export/read/records.ts'
import { type AuthoringFixture, model, openAuthoring } from '../authoring/authoring-fixture.ts'
import { interrupted } from '../kit/database/interrupted-session.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { importText } from '../kit/import/import-text.ts'
import { expectInvariants } from '../kit/oracle/tables.ts'
import { type AssetsFixture, gif, openAssets } from '../media/assets/assets-fixture.ts'
import { importBeside } from './import-beside.ts'

setDefaultTimeout(longTestMs)

const post = (id: string, rest: Partial<EntryRecord>): EntryRecord => ({
  type: 'entry',
  collection: 'posts',
  id,
  ...rest,
})
const draft = (id: string, values: object = {}) => post(id, { data: { title: 'draft', ...values } })
const live = (id: string, values: object = {}) => post(id, { liveData: { title: 'live', ...values } })
const author = (id: string): EntryRecord => ({
  type: 'entry',
  collection: 'authors',
  id,
  liveData: { name: id },
})
const at = (slug: string) => ({ collection: 'authors', slug })

const withoutScores = model.map(record =>
  record.type === 'collection'
    ? { ...record, fields: record.fields.filter(({ apiName }) => apiName !== 'score') }
    : record,
)

async function send(api: AuthoringFixture, method: string, path: string, body?: object): Promise<void> {
  const { status } = await api.ask('owner', method, path, body)
  expect([method, path, status < 300]).toEqual([method, path, true])
}
const unpublish = (api: AuthoringFixture, id: string) => send(api, 'POST', `/entries/${id}/unpublish`, {})
const archive = (api: AuthoringFixture, id: string) =>
  send(api, 'POST', `/entries/${id}/archive`, { draftVersion: 1 })
const save = (api: AuthoringFixture, id: string, data: object = { score: 3 }) =>
  api.patch(id, { draftVersion: 1, data })

/** The report of an import that prepares once while others work, and that of one after them. */
async function reportsOf<Fixture extends AuthoringFixture>(
  open: () => Promise<Fixture>,
  records: readonly ImportRecord[],
  work: (api: Fixture) => Promise<unknown>,
): Promise<[ImportReport, ImportReport]> {
  const [beside, inTurn] = [await open(), await open()]
  const { report, preparations } = await importBeside(beside.space, records, () => work(beside))
  expect(preparations).toBe(1)
  await expectInvariants(beside.space)
  await work(inTurn)
  return [report, await inTurn.space.import(records)]
}

describe('an entry is reported as unpublished', () => {
  test('where others publish it in the meantime, and the file has a draft of it', async () => {
    const [report, inTurn] = await reportsOf(
      () => openAuthoring([draft('a')]),
      [draft('a', { score: 1 })],
      api => api.publish('a'),
    )
    expect(report.unpublished).toEqual([{ id: 'a', collection: 'posts', slug: 'a' }])
    expect(report).toEqual(inTurn)
  })

  test('and not where others have unpublished it themselves', async () => {
    const [report, inTurn] = await reportsOf(
      () => openAuthoring([live('a'), live('b')]),
      [draft('a'), draft('b')],
      api => unpublish(api, 'a'),
    )
    expect(report.unpublished).toEqual([{ id: 'b', collection: 'posts', slug: 'b' }])
    expect(report).toEqual(inTurn)
  })

  test('once, where others save it, or publish it again', async () => {
    const [report, inTurn] = await reportsOf(
      () => openAuthoring([live('a'), live('b')]),
      [draft('a'), draft('b')],
      async api => {
        await save(api, 'a')
        await unpublish(api, 'b')
        await api.publish('b')
      },
    )
    expect(report.unpublished.map(({ id }) => id).sort()).toEqual(['a', 'b'])
    expect({ ...report, unpublished: [] }).toEqual({ ...inTurn, unpublished: [] })
  })
})

describe('a dangling reference of an entry that others save in the meantime is reported', () => {
  test('where they have also archived its target', async () => {
    const [report, inTurn] = await reportsOf(
      () => openAuthoring([author('new'), draft('p')]),
      [draft('p', { author: at('new') })],
      async api => {
        await archive(api, 'new')
        await save(api, 'p')
      },
    )
    expect(report.dangling).toEqual([{ entry: 'p', field: 'author', to: 'authors/new' }])
    expect(report).toEqual(inTurn)
  })

  test('once, where it was reported before', async () => {
    const [report, inTurn] = await reportsOf(
      () => openAuthoring([draft('p')]),
      [draft('p', { author: at('new') })],
      api => save(api, 'p'),
    )
    expect(report.dangling).toHaveLength(1)
    expect(report).toEqual(inTurn)
  })

  test('where the file does not have the entry, changes its model, and others publish it', async () => {
    const [report, inTurn] = await reportsOf(
      () => openAuthoring([draft('p', { score: 3, related: [{ id: 'gone' }] })]),
      withoutScores,
      api => api.publish('p'),
    )
    expect(report.dangling).toEqual([{ entry: 'p', field: 'related', to: 'gone' }])
    expect(report).toEqual(inTurn)
  })

  test('and not where the import has nothing to do with the entry', async () => {
    const [report, inTurn] = await reportsOf(
      async () => {
        const api = await openAuthoring([draft('gone'), live('p', { related: [{ id: 'gone' }] })])
        await archive(api, 'gone')
        await send(api, 'DELETE', '/entries/gone?draftVersion=1')
        return api
      },
      [draft('a')],
      api => save(api, 'p'),
    )
    expect(report.dangling).toEqual([])
    expect(report).toEqual(inTurn)
  })
})

describe('a file that is not there', () => {
  const picture = (id: string): EntryRecord => ({
    type: 'entry',
    collection: 'pictures',
    id,
    data: { cover: { id: 'theirs' } },
  })
  const upload = (api: AssetsFixture) => api.add(gif('first'), 'filename=a.gif&id=theirs')
  const saveLink = (api: AssetsFixture) => save(api, 'in', { link: 'mine' })
  const openPicture = async () => {
    const api = await openAssets()
    await api.create({ id: 'in', collection: 'pictures', data: {} })
    return api
  }

  test('is reported of an entry that others save in the meantime, where they have deleted it', async () => {
    const open = async () => {
      const api = await openPicture()
      await upload(api)
      return api
    }
    const [report, inTurn] = await reportsOf(open, [picture('in')], async api => {
      await send(api, 'DELETE', '/assets/theirs')
      await saveLink(api)
    })
    expect(report.dangling).toEqual([{ entry: 'in', field: 'cover', to: 'theirs' }])
    expect(report).toEqual(inTurn)
  })

  test('and not where they have brought it', async () => {
    const [report, inTurn] = await reportsOf(openPicture, [picture('in')], async api => {
      await upload(api)
      await saveLink(api)
    })
    expect(report.dangling).toEqual([])
    expect(report).toEqual(inTurn)
  })
})

describe('what is lost of an entry that others save in the meantime is reported', () => {
  test('as it is then: not a value that they have removed themselves', async () => {
    const [report, inTurn] = await reportsOf(
      () => openAuthoring([draft('a', { score: 3 }), draft('b', { score: 3 })]),
      withoutScores,
      api => save(api, 'a', { score: null }),
    )
    expect(report.losses.map(({ entry }) => entry)).toEqual(['b'])
    expect(report).toEqual(inTurn)
  })

  test('also where it is about the text of the file, which is not read again', async () => {
    const api = await openAuthoring([draft('a')])
    const database = interrupted(api.space.database, async read => {
      if (read === 1) await save(api, 'a')
    })
    const text =
      '{"type":"entry","collection":"posts","id":"a","data":{"title":"a","title":"b","extra":[0.12345678901234567891]}}'
    const { losses, changed } = await importText({ ...api.space, database }, text)
    expect([changed, losses.map(({ kind }) => kind).sort()]).toEqual([1, ['duplicate_key', 'number_rounded']])
  })
})
