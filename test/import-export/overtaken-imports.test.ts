// What editors archive, publish and move while an import prepares to change the same: nothing of theirs is damaged, and
// the import ends as if it had come after them.
import { describe, expect, test } from 'bun:test'
import type { EntryRecord } from '../../src/import-export/read/records.ts'
import { type AuthoringFixture, model, openAuthoring } from '../authoring/authoring-fixture.ts'
import { dumpTables, expectInvariants } from '../kit/oracle/tables.ts'
import { importBeside } from './import-beside.ts'

const post = (id: string, rest: Partial<EntryRecord> = {}): EntryRecord => ({
  type: 'entry',
  collection: 'posts',
  id,
  liveData: { title: id },
  ...rest,
})

async function send(api: AuthoringFixture, method: string, path: string, body?: object): Promise<void> {
  const { status } = await api.ask('owner', method, path, body)
  expect([method, path, status < 300]).toEqual([method, path, true])
}

const archive = (api: AuthoringFixture, id: string) =>
  send(api, 'POST', `/entries/${id}/archive`, { draftVersion: 1 })

async function slugsOf({ space }: AuthoringFixture): Promise<Record<string, string>> {
  const { entry } = await dumpTables(space)
  return Object.fromEntries(entry.map(({ id, slug }) => [id, slug]))
}

describe('an entry that an editor archives in the meantime keeps its slug', () => {
  test('when a prune was about to archive it, and goes live under it again', async () => {
    const api = await openAuthoring([post('d', { slug: 'mine' }), post('k')])
    const { report } = await importBeside(
      api.space,
      [...model, post('k')],
      async preparation => {
        if (preparation === 1) await archive(api, 'd')
      },
      true,
    )
    expect([report.removed, report.unchanged]).toEqual([0, 1])
    expect(await slugsOf(api)).toEqual({ d: 'mine', k: 'k' })
    await send(api, 'POST', '/entries/d/unarchive', { draftVersion: 1 })
    await api.publish('d', 1)
    expect((await api.space.get('/content/posts/mine')).status).toBe(200)
    await expectInvariants(api.space)
  })

  test('when a prune was about to give that to another entry', async () => {
    const api = await openAuthoring([post('d', { slug: 'mine' }), post('k')])
    await importBeside(
      api.space,
      [...model, post('k'), post('z', { slug: 'mine' })],
      async preparation => {
        if (preparation === 1) await archive(api, 'd')
      },
      true,
    )
    expect(await slugsOf(api)).toEqual({ d: 'mine', k: 'k', z: 'mine' })
    await expectInvariants(api.space)
  })

  test('until the file moves it', async () => {
    const api = await openAuthoring([post('d', { slug: 'one' })])
    await importBeside(api.space, [post('d', { slug: 'two' })], async preparation => {
      if (preparation === 1) await archive(api, 'd')
    })
    expect(await slugsOf(api)).toEqual({ d: 'two' })
    await expectInvariants(api.space)
  })
})

test('an entry that a prune archives keeps its slug, whatever an editor saves of it in the meantime', async () => {
  const api = await openAuthoring([post('d', { slug: 'mine' }), post('k')])
  const { report, preparations } = await importBeside(
    api.space,
    [...model, post('k')],
    () => send(api, 'PATCH', '/entries/d', { draftVersion: 1, data: { score: 3 } }),
    true,
  )
  expect([report.removed, preparations]).toEqual([1, 1])
  expect(await slugsOf(api)).toEqual({ d: 'mine', k: 'k' })
  await expectInvariants(api.space)
})

describe('a slug that an editor publishes in the meantime stays that of what is live under it', () => {
  const publishAtSlug = async (api: AuthoringFixture) => {
    await api.patch('x', { draftVersion: 1, slug: 'place' })
    await api.publish('x', 2)
    await api.patch('x', { draftVersion: 2, slug: 'elsewhere' })
  }

  test('when the import was about to give it to a new entry, whose slug is reported as changed', async () => {
    const api = await openAuthoring([post('x')])
    const { report, preparations } = await importBeside(
      api.space,
      [post('y', { slug: 'place' })],
      async preparation => {
        if (preparation === 1) await publishAtSlug(api)
      },
    )
    expect([preparations, report.created]).toEqual([2, 1])
    expect(report.losses).toMatchObject([{ kind: 'slug_changed', where: 'line 1', entry: 'y' }])
    expect(await slugsOf(api)).toEqual({ x: 'elsewhere', y: 'place-2' })
    expect((await api.space.get('/content/posts/place')).status).toBe(200)
    await expectInvariants(api.space)
  })

  test('when the import was about to publish another entry under it, which is refused', async () => {
    const api = await openAuthoring([post('x')])
    const importing = importBeside(
      api.space,
      [post('y', { slug: 'y', data: { title: 'y' }, liveSlug: 'place' })],
      async preparation => {
        if (preparation === 1) await publishAtSlug(api)
      },
    )
    expect(await importing.catch(error => error.errors)).toEqual([
      { where: 'line 1', message: 'The liveSlug "place" is that of another entry in posts.' },
    ])
    expect(await slugsOf(api)).toEqual({ x: 'elsewhere' })
    await expectInvariants(api.space)
  })
})
