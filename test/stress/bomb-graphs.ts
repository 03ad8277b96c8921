// The graphs of the content bombs: entries of one collection, and what each of them refers to.
import type { Budget } from '../../src/content/publish/response-budget.ts'
import type { ImportRecord } from '../../src/import-export/read/records.ts'

export interface Bomb {
  readonly name: string
  readonly budget: Budget
  readonly records: () => readonly ImportRecord[]
  /** Paths below `c`, and the status of each. */
  readonly asks: readonly (readonly [path: string, status: number])[]
  /** Named by M2; the others are worse. */
  readonly isNamed: boolean
}

export type SmallBomb = Pick<Bomb, 'name' | 'records' | 'asks'>

const model = {
  type: 'collection',
  apiName: 'c',
  name: 'C',
  fields: [
    { apiName: 'text', type: 'text' },
    { apiName: 'to', type: 'reference', many: true },
    { apiName: 'also', type: 'reference', many: true },
  ],
} as const

export type Edges = readonly (readonly [id: string, to: readonly string[], also?: readonly string[]])[]

export function graph(edges: Edges, text = '', collection = 'c'): readonly ImportRecord[] {
  const list = (ids: readonly string[]) => ids.map(id => ({ id }))
  return [
    { ...model, apiName: collection },
    ...edges.map(([id, to, also = []]) => ({
      type: 'entry' as const,
      collection,
      id,
      liveData: { text, to: list(to), also: list(also) },
    })),
  ]
}

export const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
