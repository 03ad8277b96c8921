// `filter`, `not`, `any` and `sort`.
import type { ListOptions } from '@frontlist/client'
import { client } from './expect.ts'
import type { Model } from './model.ts'

export function ownFields(word: string) {
  client.list('books', { filter: { title: 'x', price: { lt: 20, gte: 5 }, tags: { all: ['a', 'b'] } } })
  client.list('books', { filter: { inPrint: true, releasedOn: '2026-03', updatedAt: { gt: new Date() } } })
  client.list('books', {
    filter: { cover: { exists: true }, author: { in: ['a1'] }, stars: { nin: [1, 2] } },
  })
  client.list('books', { filter: { 'formats.size.grams': { gt: 1 }, 'formats.name': { prefix: word } } })
  client.list('books', { filter: { id: { gt: 'b1' }, slug: 'x', publishedAt: { lt: '2026' } }, q: 'tide' })
  client.list('books', {
    not: { title: { eqi: 'x' } },
    any: [{ price: 1 }, { 'author.name': 'x', inPrint: true }],
  })
  // @ts-expect-error -- an operator of texts
  client.list('books', { filter: { price: { prefix: 'x' } } })
  // @ts-expect-error -- an operator of fields with many values
  client.list('books', { filter: { title: { all: ['x'] } } })
  // @ts-expect-error -- a value of another type
  client.list('books', { filter: { price: '20' } })
  // @ts-expect-error -- a value of another type
  client.list('books', { filter: { title: { in: [1] } } })
  // @ts-expect-error -- whether there is one is all that can be asked
  client.list('books', { filter: { cover: 'x' } })
  // @ts-expect-error -- the model says that no query may name it
  client.list('books', { filter: { note: 'x' } })
  // @ts-expect-error -- no field, beside one
  client.list('books', { filter: { title: 'x', titel: 'x' } })
  // @ts-expect-error -- no field
  client.list('books', { not: { titel: 'x' } })
  // @ts-expect-error -- no field
  client.list('books', { any: [{ title: 'x' }, { titel: 'x' }] })
  const group = { price: 1 }
  // @ts-expect-error -- five groups at most
  client.list('books', { any: [group, group, group, group, group, group] })
  // @ts-expect-error -- and one at least
  client.list('books', { any: [] })
  // @ts-expect-error -- the model declares no such path
  client.list('books', { filter: { 'formats.size': 1 } })
}

export function behindReferences() {
  client.list('books', { filter: { 'author.name': { prefix: 'x' }, 'author.slug': 'x', 'author.id': 'a1' } })
  client.list('books', {
    filter: { 'related.title': { all: ['x'] }, 'related.lead': 'x', 'related.price': 1 },
  })
  client.list('books', { filter: { 'related.collection': { all: ['posts'] }, 'anything.name': 'x' } })
  client.list('books', { filter: { 'author.home': 'no', 'author.books': { all: ['b1'] } } })
  client.list('books', { filter: { 'author.home.name': { lt: 3 }, 'author.books.whatever': true } })
  client.list('posts', { filter: { 'author.books.formats.name': 'x' } })
  // @ts-expect-error -- authors have no such field
  client.list('books', { filter: { 'author.nam': 'x' } })
  // @ts-expect-error -- no target has it
  client.list('books', { filter: { 'related.name': 'x' } })
  // @ts-expect-error -- a value of another type
  client.list('books', { filter: { 'author.name': 1 } })
  // @ts-expect-error -- one author has one name
  client.list('books', { filter: { 'author.name': { all: ['x'] } } })
  // @ts-expect-error -- the model says that no query may name it
  client.list('posts', { filter: { 'author.books.note': 1, 'author.note': 'x' } })
  // @ts-expect-error -- a path cannot go into an asset
  client.list('books', { filter: { 'cover.url': 'x' } })
  // @ts-expect-error -- nor into a text
  client.list('books', { filter: { 'author.name.x': 'x' } })
}

export function order(options: ListOptions<Model, 'books'>) {
  client.list('books', { sort: '-price', queryVariant: 'de' })
  client.list('books', { sort: ['-price', 'slug', '-publishedAt'] })
  client.list('books', options)
  // @ts-expect-error -- a field with many values
  client.list('books', { sort: 'tags' })
  // @ts-expect-error -- a reference
  client.list('books', { sort: 'author' })
  // @ts-expect-error -- three keys at most
  client.list('books', { sort: ['price', 'title', 'slug', 'id'] })
}
