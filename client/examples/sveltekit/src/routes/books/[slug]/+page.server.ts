import { error } from '@sveltejs/kit'
import { createContent, toBook } from '#lib/server/content.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async ({ fetch, params }) => {
  const book = await createContent(fetch).find('books', params.slug, { depth: 1 })
  if (!book) error(404, 'No such book')
  return { book: toBook(book) }
}
