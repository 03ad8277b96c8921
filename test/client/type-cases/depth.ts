// References at each depth.
import type { Depth, Entry, Stub } from '@frontlist/client'
import { client, same, use } from './expect.ts'
import type { BooksEntry, Model } from './model.ts'

export async function unresolved() {
  const book = await client.get('books', 'tides')
  same<typeof book.data.author, Stub<'authors'> | null>(true)
  same<typeof book.data.either, Stub<'books'> | Stub<'posts'> | null>(true)
  same<typeof book.data.related, (Stub<'books'> | Stub<'posts'>)[]>(true)
  same<typeof book.collection, 'books'>(true)
  // @ts-expect-error -- `null` is possible
  use(book.data.author.slug)
  // @ts-expect-error -- an unresolved reference has no data
  use(book.data.author?.data)
  // @ts-expect-error -- only requests with variants have it
  use(book.variantsApplied)
  const { either, anything } = book.data
  if (either?.collection === 'posts') same<typeof either, Stub<'posts'>>(true)
  if (anything?.collection === 'authors') same<typeof anything, Stub<'authors'>>(true)
}

export async function resolvedOnce() {
  const book = await client.get('books', 'tides', { depth: 1 })
  // @ts-expect-error -- `null` is possible
  use(book.data.author.data)
  if (book.data.author === null) return
  same<typeof book.data.author.data.name, string | null>(true)
  same<(typeof book.data.author.data.books)[0], Stub<'books'>>(true)
  // @ts-expect-error -- the second level is not resolved
  use(book.data.author.data.books[0]?.data)
  for (const target of book.data.related) {
    if (target.collection === 'posts') use(target.data.lead)
    // @ts-expect-error -- told apart by `collection`
    else use(target.data.lead)
  }
  const { anything, gone } = book.data
  if (anything?.collection === 'authors') use(anything.data.name)
  // @ts-expect-error -- of all collections, each has fields of its own
  use(anything?.data.name)
  same<typeof gone, Stub<'shelves'> | null>(true)
}

export async function cycleOfThree() {
  const book = await client.get('books', 'tides', { depth: 10 })
  const third = book.data.author?.data.home?.data.best
  const sixth = third?.data.author?.data.home?.data.best
  const ninth = sixth?.data.author?.data.home?.data.best
  same<typeof ninth, Entry<Model, 'books', 1> | null | undefined>(true)
  const tenth = ninth?.data.author
  use(tenth?.data.name)
  same<NonNullable<typeof tenth>['data']['home'], Stub<'countries'> | null>(true)
  // @ts-expect-error -- the eleventh level
  use(tenth?.data.home?.data)
}

export async function depthOfAnyNumber(depth: Depth, number: number) {
  const book = await client.get('books', 'tides', { depth })
  use(book.data.title, book.data.author?.slug)
  // @ts-expect-error -- it may be unresolved
  use(book.data.author?.data)
  if (book.data.author !== null && 'data' in book.data.author) use(book.data.author.data.name)
  // @ts-expect-error -- 10 at most
  client.list('books', { depth: 11 })
  // @ts-expect-error -- only a literal has a type of its own
  client.list('books', { depth: number })
  // @ts-expect-error -- no string
  client.list('books', { depth: '1' })
}

export function deeperIsShallower(deep: BooksEntry<3>, shallow: BooksEntry, any: BooksEntry<Depth>) {
  const asShallow: BooksEntry = deep
  const asAny: BooksEntry<Depth> = deep
  const fromAny: BooksEntry = any
  // @ts-expect-error -- references of the shallow one are not resolved
  const asDeep: BooksEntry<3> = shallow
  // @ts-expect-error -- nor are all of these
  const fromAnyDeep: BooksEntry<3> = any
  use(asShallow, asAny, fromAny, asDeep, fromAnyDeep)
}

export async function calls() {
  const page = await client.list('books', { depth: 1, page: 2, perPage: 10 })
  same<(typeof page.list)[0], BooksEntry<1>>(true)
  same<typeof page.revision, string | null>(true)
  use(page.count + page.pagesCount)
  same<Awaited<ReturnType<typeof findOne>>, BooksEntry<2> | null>(true)
  for await (const book of client.all('books', { depth: 1, perPage: 100 })) use(book.data.author?.data.name)
  const settings = await client.single('settings', { depth: 1 })
  use(settings?.data.featured?.data.title)
  const deep = client.with({ depth: 2 })
  same<Awaited<ReturnType<typeof deep.get<'books'>>>, BooksEntry<2>>(true)
  same<Awaited<ReturnType<typeof deep.get<'books', 0>>>, BooksEntry>(true)
  // @ts-expect-error -- no collection of the model
  client.list('nothing')
  // @ts-expect-error -- no singleton
  client.single('books')
  // @ts-expect-error -- one entry has no pages
  client.get('books', 'tides', { page: 1 })
  // @ts-expect-error -- nor conditions
  client.get('books', 'tides', { filter: { title: 'x' } })
  // @ts-expect-error -- no option
  client.list('books', { filers: {} })
}

function findOne() {
  return client.find('books', 'tides', {
    depth: 2,
    signal: AbortSignal.timeout(1),
    init: { cache: 'no-store' },
  })
}

export async function links() {
  const book = await client.get('books', 'tides')
  same<typeof book.data.sequel, Stub<'books'> | null>(true)
  const resolved = await client.get('books', 'tides', { depth: 3 })
  same<typeof resolved.data.sequel, Stub<'books'> | null>(true)
  // @ts-expect-error -- a link is never resolved
  await client.get('books', 'tides', { fields: { sequel: { title: true } } })
}
