// The activity of a space: changes of content, keys, members and the space itself. It can be filtered, and each reader sees
// only the records that their rights allow.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { ActivityItemView } from '../../src/authoring/activity/activity-list.schema.ts'
import { deleteOldHistory } from '../../src/authoring/versions/retention.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { type SignedIn, signIn } from '../kit/app/signed-in.ts'
import { createTestSpace } from '../kit/app/test-space.ts'
import { longTestMs } from '../kit/fuzz.ts'

setDefaultTimeout(longTestMs)

const post = { collection: 'posts', data: { title: 'A' } }

async function prepare() {
  const space = await createTestSpace()
  const owner = await signIn(space)
  const send = async (method: string, path: string, body?: object, as: SignedIn = owner) => {
    space.time.now += 1000
    const response = await as.send(method, path, body)
    const text = await response.text()
    expect([path, response.status, response.status < 400 || text]).toEqual([path, response.status, true])
    return JSON.parse(text) as { doc: { id: string }; list: ActivityItemView[]; count: number }
  }
  const fields = [{ apiName: 'title', type: 'text' }]
  await send('POST', '/api/v1/collections', { apiName: 'posts', name: 'Posts', fields })
  return { space, owner, send }
}

const shortOf = ({ action, detail }: ActivityItemView) =>
  `${action} ${detail?.name ?? detail?.email ?? ''}`.trim()

describe('the activity of a space', () => {
  test('has keys, members, the space and content in one list, newest first, and never a secret', async () => {
    const { space, send } = await prepare()
    const { doc: key } = await send('POST', '/api/v1/tokens/api-keys', { name: 'Website' })
    await send('POST', '/api/v1/entries', { ...post, id: 'one' })
    await send('PATCH', `/api/v1/tokens/api-keys/${key.id}`, { name: 'Site' })
    await send('POST', `/api/v1/tokens/api-keys/${key.id}/rotate`, { overlapSeconds: 60 })
    await send('DELETE', `/api/v1/tokens/api-keys/${key.id}`)
    await send('DELETE', `/api/v1/tokens/api-keys/${key.id}`)
    const { doc: invited } = await send('POST', '/api/dashboard/invitations', {
      email: 'ed@example.com',
      role: 'editor',
    })
    await send('DELETE', `/api/dashboard/invitations/${invited.id}`)
    const author = await signIn(space, { email: 'al@example.com', role: 'author' })
    await send('PATCH', `/api/dashboard/members/${author.userId}`, { role: 'editor' })
    await send('PATCH', `/api/dashboard/members/${author.userId}`, { role: 'editor' })
    await send('DELETE', `/api/dashboard/members/${author.userId}`)
    const slug = 'main'
    await send('PATCH', `/api/dashboard/spaces/${slug}`, { name: 'Renamed' })
    const { list, count } = await send('GET', '/api/v1/activity?perPage=100')
    expect(list.map(shortOf)).toEqual([
      'space.update Renamed',
      'member.remove al@example.com',
      'member.update al@example.com',
      'member.join al@example.com',
      'member.withdraw ed@example.com',
      'member.invite ed@example.com',
      'key.revoke Site',
      'key.rotate Site',
      'key.update Site',
      'create',
      'key.create Website',
      'model',
      'member.join owner@example.com',
    ])
    expect(count).toBe(list.length)
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
    const pages = await Promise.all(
      [1, 2, 3].map(page => send('GET', `/api/v1/activity?perPage=5&page=${page}`)),
    )
    expect(pages.flatMap(page => page.list)).toEqual(list)
    expect(JSON.stringify(list)).not.toMatch(/fl_|token|hash/)
  })

  test('is narrowed by person, entry and kind, and says what is wrong with a filter', async () => {
    const { space, owner, send } = await prepare()
    const editor = await signIn(space, { email: 'ed@example.com', role: 'editor' })
    await send('POST', '/api/v1/entries', { ...post, id: 'one' })
    await send('POST', '/api/v1/entries', { ...post, id: 'two' }, editor)
    await send('PATCH', '/api/v1/entries/one', { draftVersion: 1, data: { title: 'B' } }, editor)
    const find = async (query: string, as?: SignedIn) => {
      const { list, count } = await send('GET', `/api/v1/activity?${query}`, undefined, as)
      expect(count).toBe(list.length)
      return list.map(({ action, entry }) => `${action} ${entry ?? ''}`.trim())
    }
    expect(await find('by=me', editor)).toEqual(['edit one', 'create two'])
    expect(await find('by=ed@example.com')).toEqual(['edit one', 'create two'])
    expect(await find('entry=one')).toEqual(['edit one', 'create one'])
    expect(await find('kind=model')).toEqual(['model'])
    expect(await find('kind=member')).toEqual(['member.join', 'member.join'])
    expect(await find('kind=entry&by=me&entry=one')).toEqual(['create one'])
    const refused = await owner.send('GET', '/api/v1/activity?kind=keys')
    expect(refused.status).toBe(400)
    expect(readProblem(await readResponse(refused)).detail).toContain(
      'kind must be one of entry, file, import, model, key, member, space',
    )
  })

  test('tells editors, members and API keys nothing of keys and members', async () => {
    const { space, send } = await prepare()
    await send('POST', '/api/v1/tokens/api-keys', { name: 'Website' })
    for (const role of ['editor', 'author', 'member'] as const) {
      const person = await signIn(space, { email: `${role}@example.com`, role })
      const { list } = await send('GET', '/api/v1/activity?perPage=100', undefined, person)
      expect(list.map(({ action }) => action)).toEqual(['model'])
    }
    const admin = await signIn(space, { email: 'admin@example.com', role: 'admin' })
    const { list } = await send('GET', '/api/v1/activity?kind=key', undefined, admin)
    expect(list.map(shortOf)).toEqual(['key.create Website'])
  })

  test('forgets what is older than it is kept, and gives no id twice', async () => {
    const { space, send } = await prepare()
    await send('POST', '/api/v1/tokens/api-keys', { name: 'Old' })
    await send('POST', '/api/v1/tokens/api-keys', { name: 'Older than kept too' })
    space.time.now += 10 * 86_400_000
    await deleteOldHistory({
      database: space.database,
      clock: () => space.time.now,
      listSpaces: async () => [{ id: space.space }],
      activityDays: 5,
    })
    const left = await send('GET', '/api/v1/activity?kind=key')
    expect(left.list.map(shortOf)).toEqual(['key.create Older than kept too'])
    await send('POST', '/api/v1/tokens/api-keys', { name: 'New' })
    const { list } = await send('GET', '/api/v1/activity?kind=key')
    expect(list.map(shortOf)).toEqual(['key.create New', 'key.create Older than kept too'])
    expect(new Set(list.map(({ id }) => id)).size).toBe(2)
  })
})
