// Names that TypeScript or JavaScript have uses for.
import { client, same, use } from './expect.ts'
import type { _1stEntry, EntryEntry, MyPosts2Entry, MyPosts22Entry, MyPostsEntry } from './model.ts'

export async function inherited() {
  const { data } = await client.get('1st', 'x', { depth: 1 })
  same<typeof data.constructor, string | null>(true)
  same<typeof data.toString, number | null>(true)
  use(data.valueOf?.data['a.b'])
  client.list('1st', { filter: { constructor: 'x', toString: { gt: 1 }, 'valueOf.a.b': 'x' } })
  client.list('1st', { filter: { title: 'x' }, fields: { title: true }, sort: ['constructor', '-toString'] })
  client.list('1st', { filter: { 'data.slug': 'x', 'data.data.slug': 1, slug: 'x' } })
  const some = await client.get('1st', 'x', { fields: { constructor: true, valueOf: { 'a.b': true } } })
  same<keyof typeof some.data, 'constructor' | 'valueOf'>(true)
  // @ts-expect-error -- a value of another type
  client.list('1st', { filter: { constructor: 1 } })
}

export function named(...entries: [MyPostsEntry, MyPosts2Entry, MyPosts22Entry, _1stEntry, EntryEntry]) {
  use(entries[0].data.title, entries[1].data['a.b'], entries[2].data['to-day'], entries[3].data['data.slug'])
}
