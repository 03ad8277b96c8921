// `fields` and `omit`: what is left of data.
import type { Stub } from '@frontlist/client'
import { client, same, use } from './expect.ts'
import type { AuthorsEntry } from './model.ts'

export async function tree() {
  const { data } = await client.get('books', 'tides', {
    fields: {
      title: true,
      author: { name: true, home: true },
      related: { lead: true },
      either: '*',
      gone: '*',
    },
  })
  same<keyof typeof data, 'title' | 'author' | 'related' | 'either' | 'gone'>(true)
  same<typeof data.title, string | null>(true)
  same<NonNullable<typeof data.author>['data'], { name: string | null; home: Stub<'countries'> | null }>(true)
  same<typeof data.gone, Stub<'shelves'> | null>(true)
  if (data.either?.collection === 'books') use(data.either.data.price)
  for (const target of data.related) {
    if (target.collection === 'posts') same<typeof target.data, { lead: string | null }>(true)
    // @ts-expect-error -- books have no such field
    else use(target.data.lead)
    // @ts-expect-error -- it is not named
    if (target.collection === 'books') use(target.data.title)
  }
}

export async function depthBelow() {
  const { list } = await client.list('books', { depth: 2, fields: { author: { home: true }, either: true } })
  use(list[0]?.data.author?.data.home?.data.name)
  const either = list[0]?.data.either
  if (either?.collection === 'posts') use(either.data.author?.data.name)
  // @ts-expect-error -- depth ends here
  use(list[0]?.data.author?.data.home?.data.best?.data)
  const deep = await client.get('books', 'tides', { fields: { author: { home: { best: '*' } } } })
  same<NonNullable<typeof deep.data.author>['data']['home'] extends null ? 1 : 2, 2>(true)
  use(deep.data.author?.data.home?.data.best?.data.price)
  const all = await client.get('books', 'tides', { fields: { author: '*' } })
  same<typeof all.data.author, AuthorsEntry | null>(true)
  const applied = await client.get('books', 'tides', { fields: { author: { name: true } }, variants: ['de'] })
  use(applied.variantsApplied.length, applied.data.author?.variantsApplied.length)
}

export async function lists() {
  const { data } = await client.get('books', 'tides', { fields: ['title', 'author'] })
  same<typeof data, { title: string | null; author: Stub<'authors'> | null }>(true)
  const without = await client.get('books', 'tides', { omit: ['title', 'blocks'] })
  use(without.data.price)
  // @ts-expect-error -- it is left out
  use(without.data.title)
  // @ts-expect-error -- not both
  client.get('books', 'tides', { fields: ['title'], omit: ['price'] })
}

export function unknownNames() {
  // @ts-expect-error -- no field
  client.get('books', 'tides', { fields: ['title', 'titel'] })
  // @ts-expect-error -- no field
  client.get('books', 'tides', { omit: ['titel'] })
  // @ts-expect-error -- no field
  client.get('books', 'tides', { fields: { title: true, titel: true } })
  // @ts-expect-error -- no field of authors
  client.get('books', 'tides', { fields: { author: { name: true, nam: true } } })
  // @ts-expect-error -- no field of countries
  client.get('books', 'tides', { fields: { author: { home: { nam: true } } } })
  // @ts-expect-error -- no target has it
  client.get('books', 'tides', { fields: { related: { name: true } } })
  // @ts-expect-error -- nothing is behind a text
  client.get('books', 'tides', { fields: { title: '*' } })
  // @ts-expect-error -- a field is named or it is not
  client.get('books', 'tides', { fields: { title: false } })
}
