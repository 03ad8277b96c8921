// Twenty calls that mean the same on every runtime: it is compiled for each and knows none.
import type * as Library from '../../client/src/index.ts'

/** What each call resulted in, in order, as JSON can hold it. */
export async function makeTwentyCalls(
  {
    createClient,
    isFrontlistError,
    safe,
  }: Pick<typeof Library, 'createClient' | 'isFrontlistError' | 'safe'>,
  url: string,
  key: string,
): Promise<unknown[]> {
  const statuses: number[] = []
  const client = createClient({ url, key, onResponse: ({ status }) => void statuses.push(status) })
  const results: unknown[] = []
  const add = async (call: Promise<unknown>) => {
    try {
      results.push(await call)
    } catch (error) {
      results.push(
        isFrontlistError(error) ? [error.code, error.status, error.attempts] : ['rejected', String(error)],
      )
    }
  }
  const slugsOf = async (entries: AsyncIterable<{ slug: string }>) => {
    const slugs: string[] = []
    for await (const { slug } of entries) slugs.push(slug)
    return slugs
  }
  await add(client.list('books'))
  await add(client.list('books'))
  await add(client.list('books', { depth: 2, perPage: 2, page: 2 }))
  await add(client.list('books', { filter: { price: { gte: 5, lt: 20 } }, sort: ['-price', 'title'] }))
  await add(
    client.list('books', { any: [{ title: { prefix: 'T' } }, { 'author.name': 'none' }], not: { price: 0 } }),
  )
  await add(client.list('books', { q: 'tide', fields: { title: true, author: { name: true } } }))
  await add(client.list('books', { variants: ['readers-de'], queryVariant: 'readers-de', omit: ['title'] }))
  await add(client.get('books', 'tide-tables', { depth: 3 }))
  await add(client.get('books', 'tide-tables', { depth: 3 }))
  await add(client.get('books', 'a/b 日本'))
  await add(client.find('books', '..'))
  await add(client.single('authors', { depth: 1 }))
  await add(slugsOf(client.all('posts', { perPage: 3 })))
  await add(client.with({ depth: 1 }).list('posts', { perPage: 1 }))
  await add(client.list('books', { perPage: 5000 }))
  await add(client.list('books', { filter: { price: Number.NaN } }))
  await add(client.list('no-such-collection'))
  await add(createClient({ url, key: 'flst_wrong' }).list('books'))
  await add(client.list('books', { signal: AbortSignal.abort('left') }))
  await add(
    safe(createClient({ url: 'http://127.0.0.1:1', key, retries: 1 }).list('books')).then(({ ok }) => ok),
  )
  return [...results, statuses]
}
