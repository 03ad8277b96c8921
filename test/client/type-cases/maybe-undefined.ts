// Options that may be undefined: the result has what all of their values have in common.
import type { Stub } from '@frontlist/client'
import { client, same, use } from './expect.ts'
import type { BooksEntry } from './model.ts'

export async function depth(depth: 1 | undefined, options: { depth?: 1 }) {
  const book = await client.get('books', 'tides', { depth })
  same<typeof book, BooksEntry | BooksEntry<1>>(true)
  // @ts-expect-error -- it may be unresolved
  use(book.data.author?.data)
  const page = await client.list('books', { depth, filter: { title: 'x' } })
  // @ts-expect-error -- it may be unresolved
  use(page.list[0]?.data.author?.data)
  // @ts-expect-error -- it may be unresolved
  use((await client.find('books', 'tides', options))?.data.author?.data)
  // @ts-expect-error -- it may be unresolved
  use((await client.single('settings', { depth }))?.data.featured?.data)
  // @ts-expect-error -- it may be unresolved
  for await (const each of client.all('books', { depth })) use(each.data.author?.data)
  const none = await client.get('books', 'tides', { depth: undefined })
  same<typeof none, BooksEntry>(true)
}

export async function defaults(depth: 1 | undefined, variants: ['de'] | undefined) {
  const deep = client.with({ depth: 2 })
  const book = await deep.get('books', 'tides', { depth })
  same<typeof book, BooksEntry<1> | BooksEntry<2>>(true)
  const asBefore = await deep.with({ depth: undefined }).get('books', 'tides')
  same<typeof asBefore, BooksEntry<2>>(true)
  const perhapsDeep = client.with({ depth, variants })
  const perhaps = await perhapsDeep.get('books', 'tides')
  same<typeof perhaps.variantsApplied, string[] | undefined>(true)
  // @ts-expect-error -- it may be unresolved
  use(perhaps.data.author?.data)
}

export async function variants(variants: ['de'] | undefined) {
  const page = await client.list('books', { variants })
  same<(typeof page.list)[0]['variantsApplied'], string[] | undefined>(true)
  const none = await client.list('books', { variants: undefined })
  same<(typeof none.list)[0], BooksEntry>(true)
}

export async function selections(
  fields: { author: { name: true } } | undefined,
  omit: ['title'] | undefined,
) {
  const { data } = await client.get('books', 'tides', { fields })
  if (data.author !== null && 'data' in data.author) use(data.author.data.name)
  same<NonNullable<typeof data.author> extends Stub<'authors'> ? 1 : 2, 1>(true)
  // @ts-expect-error -- it may be left out
  use(data.title)
  // @ts-expect-error -- it may be unresolved
  use(data.author?.data.name)
  const without = await client.get('books', 'tides', { omit })
  // @ts-expect-error -- it may be left out
  use(without.data.title)
}

export async function conditions(
  price: { price: { lt: number } } | undefined,
  groups: [{ price: number }] | undefined,
  init: RequestInit | undefined,
) {
  const page = await client.list('books', { filter: price, not: price, any: groups, init, depth: 1 })
  same<typeof page.list, BooksEntry<1>[]>(true)
  for await (const book of client.all('books', { filter: price, sort: undefined })) use(book.data.title)
  // @ts-expect-error -- null is no condition
  client.list('books', { filter: null })
}
