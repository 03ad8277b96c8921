// The versions of entries and the activity of the space, as requests read them.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { publish } from '../../src/authoring/entries/publish.service.ts'
import { signIn } from '../kit/app/signed-in.ts'
import { createNeighbour } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'
import { dumpTables } from '../kit/oracle/tables.ts'
import { createFixture, draft, type Fixture, minute, posts } from './schedule-fixture.ts'

setDefaultTimeout(longTestMs)

const read = ({ send }: Fixture, path: string) => send('GET', path, undefined, 'draft.read')

const versionsOf = async (fixture: Fixture, id = 'a', query = '') =>
  (await read(fixture, `/entries/${id}/versions${query}`)).body as unknown as {
    readonly list: readonly Readonly<Record<string, unknown>>[]
    readonly count: number
    readonly pagesCount: number
  }

/** Three drafts, of which the second was published by hand, and again by a schedule. */
async function createHistory(): Promise<Fixture> {
  const fixture = await createFixture([
    posts(),
    draft('a', { variants: { vip: { title: 'V' } } }),
    draft('b', { liveData: { title: 'b' } }),
  ])
  const { space } = fixture
  await fixture.schedule('a', 3)
  space.time.now += minute
  await space.import([draft('a', { data: { title: 'second' }, variants: {} })])
  space.time.now += minute
  await publish(space.database, space.space, ['posts/a'], () => space.time.now)
  await fixture.schedule('a', 1, null, 2)
  await space.import([draft('a', { data: { title: 'third' }, slug: 'c', variants: {} })])
  await fixture.run(1)
  return fixture
}

describe('the versions of an entry', () => {
  test('are its drafts and its publications, the newest first, with who made them and what changed', async () => {
    const fixture = await createHistory()
    const by = { kind: 'import', name: expect.any(String) }
    const { list, ...counts } = await versionsOf(fixture)
    expect(counts).toEqual({ count: 5, pagesCount: 1 })
    expect(list).toEqual([
      {
        ...{ version: 'p2', draftVersion: 2, at: '2026-06-01T00:03:00.000Z', reason: 'publish' },
        ...{ by: { kind: 'schedule', name: 'test' }, published: true, names: [] },
      },
      {
        ...{ version: 'd3', draftVersion: 3, at: '2026-06-01T00:02:00.000Z', reason: 'import' },
        ...{ by, published: false, names: ['/data/title', '/slug'] },
      },
      {
        ...{ version: 'p1', draftVersion: 2, at: '2026-06-01T00:02:00.000Z', reason: 'publish' },
        ...{ by: { kind: 'command', name: 'frontlist publish' }, published: true, names: [] },
      },
      {
        ...{ version: 'd2', draftVersion: 2, at: '2026-06-01T00:01:00.000Z', reason: 'import' },
        ...{ by, published: true, names: ['/data/title', '/variants/vip/title'] },
      },
      {
        ...{ version: 'd1', draftVersion: 1, at: '2026-06-01T00:00:00.000Z', reason: 'import' },
        ...{ by, published: false, names: [] },
      },
    ])
    const page = await versionsOf(fixture, 'a', '?perPage=2&page=2')
    expect(page).toEqual({ list: list.slice(2, 4), count: 5, pagesCount: 3 })
  })

  test('hold the values as they were then', async () => {
    const fixture = await createHistory()
    const valuesOf = async (version: string) => {
      const { doc } = (await read(fixture, `/entries/a/versions/${version}`)).body as { doc: Fixture }
      const { slug, data, variants } = doc as unknown as Record<string, unknown>
      return { slug, data, variants }
    }
    const first = { slug: 'a', data: { title: 'a', sku: null }, variants: { vip: { title: 'V' } } }
    const second = { slug: 'a', data: { title: 'second', sku: null }, variants: {} }
    const third = { slug: 'c', data: { title: 'third', sku: null }, variants: {} }
    expect(await valuesOf('d1')).toEqual(first)
    expect(await valuesOf('d2')).toEqual(second)
    expect(await valuesOf('d3')).toEqual(third)
    expect(await valuesOf('p1')).toEqual(second)
    expect((await read(fixture, '/entries/a/versions/d2')).body.doc).toMatchObject({
      ...(await versionsOf(fixture)).list[3],
    })
  })

  test('begin with the import of the entry, also after it was archived and changed', async () => {
    const fixture = await createFixture([posts(), draft('a')])
    const { space, send } = fixture
    const { list } = await versionsOf(fixture)
    expect(list).toEqual([
      {
        ...{ version: 'd1', draftVersion: 1, at: '2026-06-01T00:00:00.000Z', reason: 'import' },
        ...{ by: { kind: 'import', name: expect.any(String) }, published: false, names: [] },
      },
    ])
    space.time.now += minute
    for (const action of ['archive', 'unarchive']) {
      const body = { draftVersion: 1 }
      expect((await send('POST', `/entries/a/${action}`, body, 'content.write')).status).toBe(200)
      expect((await versionsOf(fixture)).list).toEqual([...list])
    }
    const change = { draftVersion: 1, data: { title: 'second' } }
    expect((await send('PATCH', '/entries/a', change, 'content.write')).status).toBe(200)
    expect((await versionsOf(fixture)).list.slice(1)).toEqual([...list])
    expect((await read(fixture, '/entries/a/versions/d1')).body).toMatchObject({
      doc: { data: { title: 'a' } },
    })
  })

  test('from before there were versions are its publications and the draft', async () => {
    const fixture = await createFixture([posts(), draft('b', { liveData: { title: 'live' } })])
    const { database, space } = fixture.space
    await database.transaction(async writes => {
      await writes.deleteFrom('entry_version').where('space', '=', space).execute()
      const unknown = { draft_version: null, published_by: null }
      await writes.updateTable('publication').set(unknown).where('space', '=', space).execute()
    }, space)
    const { list } = await versionsOf(fixture, 'b')
    expect(list.toSorted((x, y) => (String(x.version) < String(y.version) ? -1 : 1))).toMatchObject([
      { version: 'd1', published: false },
      { version: 'p1', draftVersion: null, by: null },
    ])
    expect((await read(fixture, '/entries/b/versions/d1')).body).toMatchObject({
      doc: { data: { title: 'b' } },
    })
    expect((await read(fixture, '/entries/b/versions/p1')).body).toMatchObject({
      doc: { data: { title: 'live' } },
    })
  })

  test('a publication that a change of the model wrote again is there once, in its newest form', async () => {
    const fixture = await createFixture([posts(), draft('b', { liveData: { title: 'b' } })])
    const { fields } = posts() as unknown as { fields: object[] }
    await fixture.space.import([
      { ...posts(), fields: [...fields, { apiName: 'extra', type: 'text' }] } as ReturnType<typeof posts>,
    ])
    const { list } = await versionsOf(fixture, 'b')
    expect(list.filter(({ version }) => version === 'p1')).toHaveLength(1)
    expect((await read(fixture, '/entries/b/versions/p1')).body).toMatchObject({
      doc: { data: { title: 'b', sku: null, extra: null } },
    })
  })

  test.each(['d999', 'p9', 'd0', 'd01', 'x1', 'd', '1', 'd1x', 'd99999999999999', '%00', 'D1'])(
    'none of them is %s',
    async version => {
      const fixture = await createFixture([posts(), draft('a')])
      const { status, body } = await read(fixture, `/entries/a/versions/${version}`)
      expect([status, body.code]).toEqual([404, 'version_not_found'])
    },
  )

  test('of an entry that is not there, or in another space only, are one 404', async () => {
    const fixture = await createFixture([posts(), draft('a')])
    await createNeighbour(fixture.space, 'other', { records: [posts(), draft('theirs')] })
    for (const path of ['', '/d1', '/p1']) {
      const bodies = await Promise.all(
        ['none', 'theirs', '%00'].map(async id => {
          const { body } = await read(fixture, `/entries/${id}/versions${path}`)
          return { ...body, requestId: '' }
        }),
      )
      expect(bodies[0]).toMatchObject({ code: 'entry_not_found', status: 404 })
      expect(bodies).toEqual([bodies[0]!, bodies[0]!, bodies[0]!])
    }
  })
})

describe('the activity of a space', () => {
  test('is who did what, the newest first, in pages, and what is stored of it has no values', async () => {
    const fixture = await createHistory()
    await createNeighbour(fixture.space, 'other', { records: [posts(), draft('theirs')] })
    const { list, count } = (await read(fixture, '/activity?perPage=4')).body as {
      list: Readonly<Record<string, unknown>>[]
      count: number
    }
    expect(list).toMatchObject([
      { action: 'publish', entry: 'a', version: 'p2', by: { kind: 'schedule' } },
      { action: 'import' },
      {
        action: 'schedule',
        entry: 'a',
        version: 'd2',
        collection: 'posts',
        by: { kind: 'key', name: 'test' },
      },
      { action: 'publish', version: 'p1', by: { kind: 'command' }, at: '2026-06-01T00:02:00.000Z' },
    ])
    const { activity } = await dumpTables(fixture.space)
    expect(count).toBe(activity.filter(({ space }) => space === fixture.space.space).length)
    const last = (await read(fixture, `/activity?perPage=1&page=${count}`)).body as { list: object[] }
    expect(last.list).toMatchObject([{ id: '1' }])
    expect(JSON.stringify(activity)).not.toContain('third')
    // As the entry is called now, for who may read its draft.
    expect(list[0]).toMatchObject({ title: 'third', slug: 'c' })
    expect(list[1]).toMatchObject({ title: null, slug: null })
  })
})

test('every member of the space reads history, and a delivery key does not', async () => {
  const fixture = await createFixture([posts(), draft('a')])
  const { send } = await signIn(fixture.space, { role: 'member' })
  for (const path of ['/entries/a/versions', '/entries/a/versions/d1', '/activity']) {
    expect((await send('GET', `/api/v1${path}`)).status).toBe(200)
    expect((await fixture.send('GET', path, undefined, 'content.read')).status).toBe(403)
  }
})
