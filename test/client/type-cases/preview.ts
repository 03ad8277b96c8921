// `preview`: entries have a state, and a version and times that may be null.
import { type Client, createClient, type Entry, type PreviewClient } from '@frontlist/client'
import { client, same, use } from './expect.ts'
import type { BooksEntry, Model } from './model.ts'

const options = { url: 'http://localhost', key: 'x' }

export async function drafts() {
  const preview = createClient<Model>({ ...options, preview: true })
  same<typeof preview, PreviewClient<Model>>(true)
  const book = await preview.get('books', 'tides', { depth: 1 })
  same<typeof book.state, 'draft' | 'changed' | 'live'>(true)
  same<typeof book.edit, string | undefined>(true)
  same<typeof book.version, number | null>(true)
  same<typeof book.publishedAt, string | null>(true)
  same<typeof book.firstPublishedAt, string | null>(true)
  same<NonNullable<typeof book.data.author>['state'], 'draft' | 'changed' | 'live'>(true)
  same<typeof book, Entry<Model, 'books', 1, readonly [], true>>(true)
  const page = await preview.with({ depth: 1 }).list('books', { fields: ['author'], variants: ['de'] })
  use(page.list[0]?.state, page.list[0]?.variantsApplied, page.list[0]?.data.author?.edit)
  // @ts-expect-error -- it is null for an entry that was never published
  use(book.version + 1)
}

export async function published() {
  same<ReturnType<typeof createClient<Model>>, PreviewClient<Model, boolean>>(true)
  const plain = createClient<Model>(options)
  same<typeof plain, Client<Model>>(true)
  const book = await plain.get('books', 'tides')
  use(book.version + 1, book.publishedAt.length)
  // @ts-expect-error -- published entries have no state
  use(book.state)
  const never = createClient<Model>({ ...options, preview: false })
  same<typeof never, Client<Model>>(true)
}

export async function either(
  isPreview: boolean,
  live: BooksEntry,
  draft: Entry<Model, 'books', 0, [], true>,
) {
  const maybe = createClient<Model>({ ...options, preview: isPreview })
  const book = await maybe.get('books', 'tides')
  same<typeof book.state, 'draft' | 'changed' | 'live' | undefined>(true)
  same<typeof book.version, number | null>(true)
  const taken: Entry<Model, 'books', 0, [], boolean>[] = [
    live,
    draft,
    book,
    await client.get('books', 'tides'),
  ]
  use(taken)
}
