import { getCollection } from 'astro:content'
import type { BooksEntry } from './frontlist'

/** The books by title, with their authors: what the loader in content.config.ts has read. */
export async function listBooks(): Promise<BooksEntry<1>[]> {
  const books = (await getCollection('books')).map(({ data }) => data as unknown as BooksEntry<1>)
  return books.sort((a, b) => (a.data.title ?? '').localeCompare(b.data.title ?? ''))
}
