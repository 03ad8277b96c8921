// An import that is large enough to write postings before its lock on SQLite, in several transactions.
import type { ImportRecord } from '../../src/import-export/read/records.ts'

/** At least as many entries as get chunks of the query index to themselves, and 5,000 postings. */
const newEntries = 1100

/** So few at once that there are several transactions: the first reserves numbers, and the import commits in the one after these. */
export const earlySlice = 4000

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
