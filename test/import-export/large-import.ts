// An import whose new entries get chunks of the query index of their own.
import type { ImportRecord } from '../../src/import-export/read/records.ts'

/** A quarter of a chunk is the least that gets a chunk of its own. */
const newEntries = 1100

export const newPosts: readonly ImportRecord[] = Array.from({ length: newEntries }, (_, index) => ({
  type: 'entry',
  collection: 'posts',
  id: `new${index}`,
  liveData: { title: `Note ${index} of a long list`, score: index % 10, tags: [`tag${index}`, 'all'] },
  ...(index % 50 === 0 && { liveVariants: { vip: { title: `For few ${index}` } } }),
}))

/** The drafts of some of them that are in the space before. */
export const newDrafts: readonly ImportRecord[] = ['new7', 'new8'].map(id => ({
  type: 'entry',
  collection: 'posts',
  id,
  data: { title: 'draft' },
}))
