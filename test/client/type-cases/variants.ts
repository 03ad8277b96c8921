// `variants`, and whether entries say which were applied.
import type { Entry } from '@frontlist/client'
import { client, same, use } from './expect.ts'
import type { BooksEntry, Model } from './model.ts'

export async function applied(several: string[]) {
  const page = await client.list('books', { depth: 2, variants: ['de'] })
  same<(typeof page.list)[0]['variantsApplied'], string[]>(true)
  const author = page.list[0]?.data.author
  same<NonNullable<typeof author>['variantsApplied'], string[]>(true)
  same<NonNullable<typeof author>['data']['books'][0]['variantsApplied'], string[]>(true)
  same<(typeof page.list)[0]['data']['title'], string | null>(true)

  const none = await client.list('books', { depth: 1, variants: [] })
  same<(typeof none.list)[0], BooksEntry<1>>(true)
  // @ts-expect-error -- no variant was asked for
  use(none.list[0]?.data.author?.variantsApplied)

  const unknown = await client.get('books', 'tides', { depth: 1, variants: several })
  same<typeof unknown.variantsApplied, string[] | undefined>(true)
  same<NonNullable<typeof unknown.data.author>['variantsApplied'], string[] | undefined>(true)
  // @ts-expect-error -- unresolved references never have it
  use((await client.get('books', 'tides', { variants: ['de'] })).data.author?.variantsApplied)
}

export async function defaults() {
  const german = client.with({ variants: ['de', 'en'], queryVariant: 'de' })
  use((await german.get('books', 'tides')).variantsApplied.length)
  const deep = german.with({ depth: 1 })
  use((await deep.get('books', 'tides')).data.author?.variantsApplied.length)
  // @ts-expect-error -- the call names none
  use((await german.get('books', 'tides', { variants: [] })).variantsApplied)
}

export function named(entry: Entry<Model, 'books', 1, ['de']>, plain: BooksEntry) {
  use(entry.variantsApplied.length, entry.data.author?.variantsApplied.length)
  const asPlain: BooksEntry = entry
  // @ts-expect-error -- it has no `variantsApplied`
  const asNamed: Entry<Model, 'books', 0, ['de']> = plain
  use(asPlain, asNamed)
}
