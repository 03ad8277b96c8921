// Blocks of previews say where they are edited, at every depth, and not to people without an account.
import { expect, test } from 'bun:test'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import { signIn } from '../kit/app/signed-in.ts'
import { createTestSpace } from '../kit/app/test-space.ts'

const component = (apiName: string, fields: readonly object[]) =>
  ({ type: 'component', apiName, name: apiName, fields }) as ImportRecord

const sections = { apiName: 'sections', type: 'component', many: true, of: ['section', 'note'] }
const body = { apiName: 'body', type: 'richText', format: 'portableText', of: ['section', 'note'] }
const records: readonly ImportRecord[] = [
  component('note', [
    { apiName: 'heading', type: 'text' },
    { apiName: 'link', type: 'reference', to: ['posts'] },
    { apiName: 'picture', type: 'asset' },
  ]),
  component('section', [
    { ...sections, apiName: 'items' },
    { apiName: 'seo', type: 'component', of: ['note'] },
    body,
  ]),
  {
    ...{ type: 'collection', apiName: 'posts', name: 'Posts' },
    fields: [
      { apiName: 'title', type: 'text' },
      sections,
      { apiName: 'seo', type: 'component', of: ['note', 'section'] },
      body,
    ],
  } as ImportRecord,
]

const note = (key: string, more: object = {}) => ({
  component: 'note',
  key,
  data: { heading: `Note ${key}`, ...more },
})
const picture = {
  url: 'https://files.example.com/a.png',
  title: null,
  contentType: null,
  width: 1,
  height: 1,
  size: 1,
}
const inText = (name: string, data: object) => ({ _type: 'component', _key: 'b1', component: name, data })
const data = {
  sections: [
    note('a', { link: { id: 'p2' }, picture }),
    {
      ...{ component: 'section', key: '7' },
      data: {
        items: [{ component: 'section', key: 'x', data: { items: [note('y', { link: { id: 'p2' } })] } }],
        seo: note('s'),
        body: [inText('note', { heading: 'In a text of a block' })],
      },
    },
  ],
  seo: { component: 'section', key: 's', data: { items: [note('z')], seo: note('t') } },
  body: [inText('section', { items: [note('w', { link: { id: 'p2' } })], seo: note('v') })],
}
const german = [note('g', { link: { id: 'p2' } })]
const page = {
  type: 'entry',
  collection: 'posts',
  id: 'p1',
  slug: 'home',
  data,
  variants: { de: { sections: german } },
}
const target = { type: 'entry', collection: 'posts', id: 'p2', slug: 'two', data: { sections: [note('q')] } }

interface Block {
  readonly edit?: string
  readonly data: { readonly [name: string]: unknown }
}

async function open() {
  const space = await createTestSpace({ records: [...records, page, target] as ImportRecord[] })
  const user = await signIn(space)
  const { key } = await space.makeKey({ scopes: ['content.preview'] })
  const read = async (path: string, token = key) => {
    const headers = { Authorization: `Bearer ${token}` }
    const response = await space.request(`/api/v1/preview/content/posts/${path}`, { headers })
    expect([path, response.status]).toEqual([path, 200])
    return (await response.json()) as { doc: { edit?: string; data: Record<string, never> } }
  }
  return { space, user, read }
}

/** Lists the addresses of all blocks and entries in a value, in its order. */
function listEdits(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { edit } = value as { edit?: string }
  return [...(edit === undefined ? [] : [edit]), ...Object.values(value).flatMap(listEdits)]
}

test('blocks have the address of their values, by keys, at every depth', async () => {
  const { read } = await open()
  const { doc } = await read('home')
  expect(listEdits(doc)).toEqual([
    'posts/p1',
    'posts/p1#sections/a',
    'posts/p1#sections/7',
    'posts/p1#sections/7/items/x',
    'posts/p1#sections/7/items/x/items/y',
    'posts/p1#sections/7/seo',
    'posts/p1#sections/7/body',
    'posts/p1#seo',
    'posts/p1#seo/items/z',
    'posts/p1#seo/seo',
    // Rich text is edited as one value, with all that is in it.
    'posts/p1#body',
    'posts/p1#body',
    'posts/p1#body',
  ])
  const [first] = doc.data.sections as unknown as readonly Block[]
  expect(first).toEqual({
    ...{ component: 'note', key: 'a', edit: 'posts/p1#sections/a' },
    data: {
      heading: 'Note a',
      link: { id: 'p2', collection: 'posts', slug: 'two' },
      picture: expect.objectContaining({ url: picture.url }),
    },
  })
})

test('blocks of other entries have the address of these, and blocks of a variant that of their own list', async () => {
  const { read } = await open()
  const { doc } = await read('home?depth=1&variants=de&fields=sections')
  expect(listEdits(doc)).toEqual(['posts/p1', 'posts/p1#sections/g', 'posts/p2', 'posts/p2#sections/q'])
})

test('a block keeps its address when it moves', async () => {
  const { user, read } = await open()
  const moved = { sections: [{ key: '7' }, { key: 'a' }] }
  const changed = await user.send('PATCH', '/api/v1/entries/p1', { draftVersion: 1, data: moved })
  expect(changed.status).toBe(200)
  const { doc } = await read('home?fields=sections')
  expect(listEdits(doc)[1]).toBe('posts/p1#sections/7')
  expect(listEdits(doc).at(-1)).toBe('posts/p1#sections/a')
})

test('a shared link has no addresses, and the link of a member has them', async () => {
  const { user, read } = await open()
  const make = async (body: object) => {
    const response = await user.send('POST', '/api/v1/preview/links', body)
    return ((await response.json()) as { token: string }).token
  }
  const shared = await read('home?depth=1', await make({ entries: ['p1', 'p2'] }))
  expect(listEdits(shared)).toEqual([])
  expect(JSON.stringify(shared)).not.toContain('"edit"')
  const own = await read('home', await make({ own: true }))
  expect(listEdits(own)).toContain('posts/p1#sections/7/items/x/items/y')
})
