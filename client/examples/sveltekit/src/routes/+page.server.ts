import { createContent, toBook } from '#lib/server/content.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async ({ fetch }) => {
  const { list } = await createContent(fetch).list('books', { depth: 1, sort: 'title', perPage: 100 })
  return { books: list.map(toBook) }
}
