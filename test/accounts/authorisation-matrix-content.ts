// The two spaces of the authorisation matrix, and what is in them.
import type { ImportRecord } from '../../src/import-export/read/records.ts'

export const sides = ['press', 'rival'] as const
export type Side = (typeof sides)[number]
export const canaries: Readonly<Record<Side, string>> = {
  press: 'canary-press-6d1e',
  rival: 'canary-rival-b83f',
}

/** Of each space a collection that only it has, and twins: the same names and ids in both, one more in one of them. */
export function recordsOf(side: Side): readonly ImportRecord[] {
  const title = canaries[side]
  const fields = [
    { apiName: 'title', type: 'text' },
    { apiName: 'to', type: 'reference' },
  ] as const
  const entry = (collection: string, id: string): ImportRecord => ({
    type: 'entry',
    collection,
    id,
    data: { title, to: { id: 'shared' } },
    liveData: { title, to: { id: 'shared' } },
    variants: { vip: { title: `${title} vip` } },
  })
  return [
    { type: 'collection', apiName: `books-${side}`, name: title, fields },
    { type: 'collection', apiName: 'twins', name: title, fields },
    entry(`books-${side}`, `book-${side}`),
    entry('twins', 'twin'),
    { ...entry('twins', 'shared'), slug: title } as ImportRecord,
    ...(side === 'rival' ? [entry('twins', 'twin-2')] : []),
  ]
}
