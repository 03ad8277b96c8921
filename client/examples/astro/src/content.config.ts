import { defineCollection } from 'astro:content'
import { frontlistLoader } from '@frontlist/client/astro'
import { client } from './client'

export const collections = {
  books: defineCollection({ loader: frontlistLoader(client, 'books', { depth: 1, sort: 'title' }) }),
}
