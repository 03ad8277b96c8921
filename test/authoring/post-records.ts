// Records of posts that refer to posts and to a page.
import type { EntryRecord } from '../../src/import-export/read/records.ts'

export const posts = {
  type: 'collection',
  apiName: 'posts',
  name: 'Posts',
  fields: [
    { apiName: 'title', type: 'text' },
    { apiName: 'one', type: 'reference' },
    { apiName: 'many', type: 'reference', many: true },
    { apiName: 'only', type: 'reference', to: ['pages'] },
  ],
} as const

export const entry = (id: string, rest: Partial<EntryRecord> = {}): EntryRecord => ({
  type: 'entry',
  collection: 'posts',
  id,
  data: {},
  ...rest,
})

export const to = (...ids: string[]) => ids.map(id => ({ id }))
