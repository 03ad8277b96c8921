// Views of lists over HTTP: who sees and changes them, their limits, and what removes them.
import { describe, expect, test } from 'bun:test'
import { removeUser } from '../../src/accounts/users.service.ts'
import { listViews } from '../../src/authoring/views/views.service.ts'
import { readProblem, readResponse } from '../kit/app/responses.ts'
import { type SignedIn, signIn } from '../kit/app/signed-in.ts'
import { createNeighbour, createTestSpace, type TestSpace } from '../kit/app/test-space.ts'
import { countReads } from '../kit/database/counted-reads.ts'

const records = [
  {
    type: 'collection',
    apiName: 'books',
    name: 'Books',
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'price', type: 'number' },
      { apiName: 'author', type: 'reference', to: ['authors'] },
    ],
  },
  { type: 'collection', apiName: 'authors', name: 'Authors', fields: [] },
] as const

const path = '/api/v1/views'

async function ask({ send }: SignedIn, method: string, to: string, body?: object) {
  const response = await readResponse(await send(method, to, body))
  const json = JSON.parse(response.text)
  return {
    status: response.status,
    body: json,
    code: response.status < 400 ? null : readProblem(response).code,
  }
}

async function open(): Promise<{ space: TestSpace; owner: SignedIn; editor: SignedIn; member: SignedIn }> {
  const space = await createTestSpace({ records: [...records] })
  const enter = (role: 'owner' | 'editor' | 'member') => signIn(space, { email: `${role}@example.com`, role })
  return { space, owner: await enter('owner'), editor: await enter('editor'), member: await enter('member') }
}

async function save(person: SignedIn, body: object = {}): Promise<string> {
  const saved = await ask(person, 'POST', path, { collection: 'books', name: 'Mine', ...body })
  expect(saved.code).toBeNull()
  return saved.body.doc.id
}

async function namesFor(person: SignedIn, query = ''): Promise<string[]> {
  const { body } = await ask(person, 'GET', path + query)
  expect(body.count).toBe(body.list.length)
  return body.list.map(({ name }: { name: string }) => name)
}

describe('a view', () => {
  test('is returned as it was saved, with who made it', async () => {
    const { member } = await open()
    const sent = {
      name: 'Cheap',
      query: { state: 'draft', 'filter[price][lt]': '5', 'any.2[author.id]': 'a', sort: '-data.price' },
      columns: ['data.price', 'state', 'data.author'],
    }
    const saved = await ask(member, 'POST', path, { collection: 'books', ...sent })
    expect(saved.status).toBe(201)
    const doc = {
      ...sent,
      id: saved.body.doc.id,
      collection: 'books',
      shared: false,
      gone: [],
      createdBy: { kind: 'user', name: 'member@example.com' },
    }
    expect(saved.body).toEqual({ doc })
    expect((await ask(member, 'GET', `${path}?collection=books`)).body).toEqual({
      list: [doc],
      count: 1,
      pagesCount: 1,
    })
    expect(await namesFor(member, '?collection=authors')).toEqual([])
  })

  test('of one member is not found by any other, the owner of the space included', async () => {
    const { owner, member } = await open()
    const id = await save(member)
    expect(await namesFor(owner)).toEqual([])
    expect((await ask(owner, 'PATCH', `${path}/${id}`, { name: 'x' })).code).toBe('view_not_found')
    expect((await ask(owner, 'DELETE', `${path}/${id}`)).code).toBe('view_not_found')
    expect(await namesFor(member)).toEqual(['Mine'])
  })

  test('that is shared is seen by all, and changed by its maker, owners and admins alone', async () => {
    const { space, owner, editor, member } = await open()
    const other = await signIn(space, { email: 'other@example.com', role: 'editor' })
    const id = await save(editor, { name: 'Ours', shared: true })
    for (const person of [owner, other, member]) expect(await namesFor(person)).toEqual(['Ours'])
    for (const person of [other, member]) {
      expect((await ask(person, 'PATCH', `${path}/${id}`, { name: 'x' })).code).toBe('role_required')
      expect((await ask(person, 'DELETE', `${path}/${id}`)).code).toBe('role_required')
    }
    expect((await ask(editor, 'PATCH', `${path}/${id}`, { name: 'Renamed' })).body.doc.name).toBe('Renamed')
    expect((await ask(owner, 'PATCH', `${path}/${id}`, { columns: ['state'] })).body.doc).toMatchObject({
      name: 'Renamed',
      columns: ['state'],
    })
    expect((await ask(owner, 'DELETE', `${path}/${id}`)).status).toBe(200)
    expect(await namesFor(editor)).toEqual([])
  })

  test('is shared by those who may publish alone, and made their own again by its maker alone', async () => {
    const { space, owner, editor, member } = await open()
    expect((await ask(member, 'POST', path, { collection: 'books', name: 'x', shared: true })).code).toBe(
      'role_required',
    )
    const own = await save(member)
    expect((await ask(member, 'PATCH', `${path}/${own}`, { shared: true })).code).toBe('role_required')
    const id = await save(editor, { name: 'Ours' })
    expect((await ask(editor, 'PATCH', `${path}/${id}`, { shared: true })).body.doc.shared).toBe(true)
    expect((await ask(owner, 'PATCH', `${path}/${id}`, { shared: false })).code).toBe('role_required')
    expect((await ask(editor, 'PATCH', `${path}/${id}`, { shared: false })).body.doc.shared).toBe(false)
    expect(await namesFor(owner)).toEqual([])
    await ask(editor, 'PATCH', `${path}/${id}`, { shared: true })
    const demoted = await signIn(space, { email: 'editor@example.com', role: 'author' })
    expect((await ask(demoted, 'PATCH', `${path}/${id}`, { name: 'x' })).code).toBe('role_required')
  })

  test('leaves out fields that the model no longer has, and names them', async () => {
    const { owner } = await open()
    const query = {
      'filter[price][lt]': '5',
      'not[data.price]': '1',
      'filter[author.id]': 'a',
      'filter[id]': 'b1',
      sort: '-data.price',
    }
    await save(owner, { query, columns: ['data.price', 'data.title', 'state'] })
    const change = {
      modelVersion: 1,
      operations: [{ op: 'removeField', field: 'price' }],
      acceptLosses: true,
    }
    expect((await ask(owner, 'POST', '/api/v1/collections/books/changes', change)).code).toBeNull()
    const [view] = (await ask(owner, 'GET', path)).body.list
    expect(view).toMatchObject({
      query: { 'filter[author.id]': 'a', 'filter[id]': 'b1' },
      columns: ['data.title', 'state'],
      gone: ['price'],
    })
  })

  test('is refused with every fault of its query and columns', async () => {
    const { owner } = await open()
    const sent = {
      collection: 'books',
      name: ' ',
      query: { where: 'x' },
      columns: ['id', 'id'],
    }
    const { status, body } = await ask(owner, 'POST', path, sent)
    expect(status).toBe(400)
    const names = body.errors.map(({ name }: { name: string }) => name)
    expect(names.some((found: string) => found.includes('where'))).toBe(true)
    for (const name of ['name', 'query', 'columns']) {
      expect(names.some((found: string) => found.startsWith(name) || found.startsWith(`/${name}`))).toBe(true)
    }
    const missing = { collection: 'none', name: 'x' }
    expect((await ask(owner, 'POST', path, missing)).code).toBe('collection_not_found')
    for (const name of ['a\u0000b', 'a\ud800b']) {
      expect((await ask(owner, 'POST', path, { collection: 'books', name })).status).toBe(400)
    }
    await save(owner, { query: { search: 'a\u0000b' } })
    const long = { collection: 'books', name: 'x', query: { 'filter[title]': 'x'.repeat(16_000) } }
    expect((await ask(owner, 'POST', path, long)).status).toBe(400)
  })

  test('is the last of 50 of a member and of 50 shared ones in a collection', async () => {
    const { owner, editor } = await open()
    for (let count = 0; count < 50; count++) await save(owner, { name: `${count}` })
    expect((await ask(owner, 'POST', path, { collection: 'books', name: 'x' })).code).toBe('too_many_views')
    await save(owner, { collection: 'authors' })
    const id = await save(editor)
    for (let count = 0; count < 50; count++) await save(owner, { name: `${count}`, shared: true })
    expect((await ask(editor, 'PATCH', `${path}/${id}`, { shared: true })).code).toBe('too_many_views')
    expect((await ask(editor, 'PATCH', `${path}/${id}`, { name: 'y' })).status).toBe(200)
  })

  test('is on one page of the list, and only the views of a page are read', async () => {
    const { space, owner, editor } = await open()
    for (let count = 1; count <= 5; count++) {
      space.time.now += 1000
      await save(owner, { name: `${count}`, shared: count === 2 })
    }
    await save(editor, { name: 'of another member' })
    const namesOf = async (query: string) => {
      const { body } = await ask(owner, 'GET', `${path}?perPage=2&${query}`)
      expect([query, body.count, body.pagesCount]).toEqual([query, 5, 3])
      return body.list.map(({ name }: { name: string }) => name)
    }
    expect(await namesOf('page=1')).toEqual(['1', '2'])
    expect(await namesOf('page=3&collection=books')).toEqual(['5'])
    expect(await namesOf('page=4')).toEqual([])
    const { database, reads } = countReads(space.database)
    const { userId, email } = owner
    const caller = { kind: 'user', sessionId: 's', userId, email, space: space.space } as const
    const parts = { database, clock: () => 0, random: (length: number) => new Uint8Array(length) }
    const page = await listViews(parts, { ...caller, role: 'owner' }, { page: 2, perPage: 2 })
    expect(page.list.map(({ name }) => name)).toEqual(['3', '4'])
    expect(reads.filter(({ sql }) => /from "list_view"/.test(sql)).map(({ rows }) => rows)).toEqual([2, 1])
  })

  test('is not seen from another space of the same member', async () => {
    const { space, owner } = await open()
    const shop = await createNeighbour(space, 'shop', { records: [...records] })
    await signIn(shop, { email: owner.email })
    const id = await save(owner, { shared: true })
    const inShop = { 'Frontlist-Space': 'shop' }
    const list = await readResponse(await owner.send('GET', path, undefined, inShop))
    expect(JSON.parse(list.text).list).toEqual([])
    const gone = await readResponse(await owner.send('DELETE', `${path}/${id}`, undefined, inShop))
    expect(readProblem(gone).code).toBe('view_not_found')
  })

  test('is removed with its collection', async () => {
    const { owner } = await open()
    await save(owner, { collection: 'authors', name: 'x' })
    await save(owner, { name: 'y' })
    const change = { modelVersion: 1, operations: [{ op: 'removeField', field: 'author' }] }
    expect((await ask(owner, 'POST', '/api/v1/collections/books/changes', change)).code).toBeNull()
    expect((await ask(owner, 'DELETE', '/api/v1/collections/authors?modelVersion=1')).code).toBeNull()
    expect(await namesFor(owner)).toEqual(['y'])
  })

  test('is removed with its member, unless it is shared', async () => {
    const { space, owner, editor } = await open()
    await save(editor, { name: 'own' })
    await save(editor, { name: 'shared', shared: true })
    await removeUser(space.database, { clock: () => space.time.now }, { email: editor.email, space: null })
    const { body } = await ask(owner, 'GET', path)
    expect(body.list).toMatchObject([{ name: 'shared', createdBy: null }])
    const again = await signIn(space, { email: editor.email, role: 'editor' })
    expect(await namesFor(again)).toEqual(['shared'])
  })
})
