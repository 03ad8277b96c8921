// Posts that refer to each other and to their authors, for tests of what is made how often.
import { publish } from '../../src/authoring/entries/publish.service.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'
import type { TestSpace } from '../kit/app/test-space.ts'

export const refer = (id: string) => ({ id })

/** Posts p0 to p9, newest first, each of an author and with the post before it; author a0 wrote p0 only. */
export const records: readonly ImportRecord[] = [
  {
    type: 'collection',
    apiName: 'posts',
    name: 'Posts',
    fields: [
      { apiName: 'title', type: 'text' },
      { apiName: 'author', type: 'reference' },
      { apiName: 'before', type: 'reference' },
    ],
  },
  { type: 'collection', apiName: 'authors', name: 'Authors', fields: [{ apiName: 'name', type: 'text' }] },
  ...['a0', 'a1'].map(id => ({
    type: 'entry' as const,
    collection: 'authors',
    id,
    data: { name: `${id} anew` },
    liveData: { name: id },
  })),
  ...Array.from({ length: 10 }, (_, at) => ({
    type: 'entry' as const,
    collection: 'posts',
    id: `p${at}`,
    publishedAt: new Date(Date.UTC(2026, 0, 20 - at)).toISOString(),
    data: { title: `p${at} anew` },
    liveData: { title: `p${at}`, author: refer(at === 0 ? 'a0' : 'a1'), before: refer(`p${at + 1}`) },
  })),
]

export const publishOne = (space: TestSpace, address: string) => {
  space.time.now += 1
  return publish(space.database, space.space, [address], () => space.time.now)
}
