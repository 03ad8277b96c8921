// Contract 1.3 and M2: content graphs built to be expensive, each served or rejected at a bounded cost. Some are
// large because the response budget is; the short form divides both by ten.
import type { Budget } from '../../src/content/response-budget.ts'
import { defaultBudget } from '../../src/content/response-budget.ts'
import type { ImportRecord } from '../../src/import-export/records.ts'

export interface Bomb {
  readonly name: string
  readonly budget: Budget
  readonly records: () => readonly ImportRecord[]
  /** Paths below `c`, and the status of each. */
  readonly asks: readonly (readonly [path: string, status: number])[]
  /** Named by M2; the others are worse. */
  readonly isNamed: boolean
}

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

type Edges = readonly (readonly [id: string, to: readonly string[], also?: readonly string[]])[]

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
const fifty = numbers(50).map(index => `n${index}`)

type Small = Pick<Bomb, 'name' | 'records' | 'asks'>

const smallBombs: readonly Small[] = [
  {
    name: 'a reference to itself',
    records: () => graph([['a', ['a']]]),
    asks: [['/a?depth=10', 200]],
  },
  {
    name: 'two references to itself',
    records: () => graph([['a', ['a', 'a']]]),
    asks: [['/a?depth=10', 200]],
  },
  {
    name: 'four references to itself',
    records: () => graph([['a', ['a', 'a', 'a', 'a']]]),
    asks: [
      ['/a?depth=10', 400],
      ['/a?depth=7', 400],
      ['/a?depth=6', 200],
    ],
  },
  {
    name: 'a pair',
    records: () =>
      graph([
        ['a', ['b']],
        ['b', ['a']],
      ]),
    asks: [
      ['/a?depth=10', 200],
      ['?depth=10', 200],
    ],
  },
  {
    name: 'a ring of 1,000',
    records: () => graph(numbers(1000).map(index => [`n${index}`, [`n${(index + 1) % 1000}`]])),
    asks: [
      ['/n0?depth=10', 200],
      ['?depth=10&perPage=1000', 200],
    ],
  },
  {
    name: 'a ring of 1,000, both ways',
    records: () =>
      graph(
        numbers(1000).map(index => [`n${index}`, [`n${(index + 1) % 1000}`], [`n${(index + 999) % 1000}`]]),
      ),
    asks: [
      ['?depth=10&perPage=1000', 400],
      ['?depth=10&perPage=9', 200],
    ],
  },
  {
    name: '50 references from each to each',
    records: () => graph(fifty.map(id => [id, fifty])),
    asks: [
      ['/n0?depth=10', 400],
      ['?depth=10&perPage=1000', 400],
      ['/n0?depth=2', 200],
    ],
  },
  {
    name: 'a graph of 2^20 ways',
    records: () =>
      graph(
        numbers(21).flatMap(level => {
          const next = level < 20 ? [`l${level + 1}`, `r${level + 1}`] : []
          return [
            [`l${level}`, next],
            [`r${level}`, next],
          ] as const
        }),
      ),
    asks: [
      ['/l0?depth=10', 200],
      ['?depth=10&perPage=1000', 400],
    ],
  },
]

/** `part` is 1, or the fraction of the size and of the budget. */
function largeBombs(part: number): readonly (Small & { readonly isNamed?: true })[] {
  const few = (count: number) => Math.floor(count * part)
  const variants = numbers(50).map(id => `v${id}`)
  return [
    {
      name: `${few(10_000)} references to itself, twice`,
      records: () => {
        const all = numbers(few(10_000)).map(() => 'a')
        return graph([['a', all, all]])
      },
      asks: [
        ['/a?depth=10', 400],
        ['/a?depth=1', 400],
        ['/a', 200],
      ],
    },
    {
      name: `a star of ${few(10_000)}`,
      isNamed: true,
      records: () => {
        const leaves = numbers(few(10_000)).map(index => `n${index}`)
        return graph([['hub', leaves], ...leaves.map(leaf => [leaf, ['hub']] as const)])
      },
      asks: [
        ['/hub', 200],
        ['/hub?depth=1', 200],
        ['/hub?depth=2', 400],
        ['/hub?depth=10', 400],
        [`?perPage=${few(1000)}&depth=10`, 400],
        [`?page=11&perPage=${few(1000)}`, 200],
      ],
    },
    {
      name: `${few(1000)} entries with 400 references to nothing`,
      records: () => graph(numbers(few(1000)).map(index => [`n${index}`, numbers(400).map(to => `m${to}`)])),
      asks: [
        [`?perPage=${few(1000)}`, 200],
        [`?perPage=${few(1000)}&depth=10`, 200],
      ],
    },
    {
      name: `60 entries with ${few(10_000)} references to nothing`,
      records: () => graph(numbers(60).map(index => [`n${index}`, numbers(few(10_000)).map(to => `m${to}`)])),
      asks: [
        ['?perPage=60&depth=10', 400],
        ['?perPage=20&depth=10', 200],
      ],
    },
    {
      name: `50 entries with ${few(9990)} different references to nothing each`,
      records: () =>
        graph(numbers(50).map(index => [`n${index}`, numbers(few(9990)).map(to => `m${index}-${to}`)])),
      asks: [
        ['?perPage=50', 400],
        ['?perPage=10', 200],
      ],
    },
    ...referencing(few),
    {
      // Reading overlays has its own limit, which these pages meet in both forms.
      name: `20 entries with ${few(999)} references to entries of 50 overlays each`,
      records: () => [
        ...graph(numbers(20).map(index => [`n${index}`, numbers(few(999)).map(to => `m${index}-${to}`)])),
        ...numbers(20 * few(999)).map(index => ({
          type: 'entry' as const,
          collection: 'c',
          id: `m${Math.floor(index / few(999))}-${index % few(999)}`,
          publishedAt: '2020-01-01T00:00:00Z',
          liveData: { text: '' },
          variants: Object.fromEntries(variants.map((variant, id) => [variant, { text: `${id}` }])),
        })),
      ],
      asks: [
        [`?perPage=20&depth=1&variants=${variants}`, 400],
        ['?perPage=20&depth=1', 200],
      ],
    },
    {
      name: `40 entries of ${few(1024)} KiB that name each other`,
      records: () => {
        const edges = numbers(40).map(index => [`n${index}`, fifty] as const)
        return graph(edges, 'é'.repeat(few(512 * 1024)))
      },
      asks: [
        ['/n0', 200],
        ['/n0?depth=1', 400],
        [`?perPage=${few(1000)}`, 400],
        ['?perPage=15', 200],
      ],
    },
  ]
}

/** Pages whose entries refer to more entries than a response may look up, or contain. */
function referencing(few: (count: number) => number): readonly (Small & { readonly isNamed: true })[] {
  // 115,502 entries in total at full size.
  const sizes = numbers(53).map(index => few(index === 0 ? 2194 : 2179))
  const pages = (toTarget: (page: number, at: number) => string): Edges =>
    sizes.map((size, page) => [`n${page}`, numbers(size).map(at => toTarget(page, at))])
  const depths = [1, 2, 10].map(depth => [`?perPage=53&depth=${depth}`, 400] as const)
  const same = few(40_000)
  // Not on the requested pages.
  const leaves = (ids: readonly string[], to: (id: string) => readonly string[] = () => []) =>
    graph(
      ids.map(id => [id, to(id)] as const),
      '',
      'd',
    )
  return [
    {
      name: `53 entries with ${few(115_502)} references to different entries`,
      isNamed: true,
      records: () => {
        const edges = pages((page, at) => `m${page}-${at}`)
        return [...graph(edges), ...leaves(edges.flatMap(([, to]) => to))]
      },
      asks: [['?perPage=53', 400], ...depths, ['?perPage=20', 200]],
    },
    {
      name: `53 entries with ${few(115_502)} references to ${same} entries that refer on`,
      isNamed: true,
      records: () => {
        const edges = pages((page, at) => `m${(page * few(2179) + at) % same}`)
        return [
          ...graph(edges),
          ...leaves(
            numbers(same).map(at => `m${at}`),
            id => [id, `m${(Number(id.slice(1)) * 7) % same}`],
          ),
        ]
      },
      asks: [['?perPage=53', 200], ...depths],
    },
    {
      name: `53 entries with ${few(115_502)} references to each other`,
      isNamed: true,
      records: () => graph(pages((page, at) => `n${(page + at) % 53}`)),
      asks: [['?perPage=53', 200], ...depths],
    },
    {
      name: `${few(1000)} entries with 150 references each to ${few(1000) * 150} entries`,
      isNamed: true,
      records: () => {
        const edges: Edges = numbers(few(1000)).map(page => [
          `n${page}`,
          numbers(150).map(at => `m${page}-${at}`),
        ])
        return [...graph(edges), ...leaves(edges.flatMap(([, to]) => to))]
      },
      asks: [
        [`?perPage=${few(1000)}`, 400],
        [`?perPage=${few(1000)}&depth=1`, 400],
        [`?perPage=${few(1000)}&depth=10`, 400],
        [`?perPage=${few(200)}`, 200],
      ],
    },
  ]
}

export function createBombs(part: number): readonly Bomb[] {
  const share = (limit: number) => Math.floor(limit * part)
  const budget: Budget = {
    entriesMax: share(defaultBudget.entriesMax),
    bytesMax: share(defaultBudget.bytesMax),
    referencesMax: share(defaultBudget.referencesMax),
    targetsMax: share(defaultBudget.targetsMax),
  }
  return [
    ...smallBombs.map(bomb => ({ ...bomb, budget: defaultBudget, isNamed: true })),
    ...largeBombs(part).map(bomb => ({ ...bomb, budget, isNamed: bomb.isNamed ?? false })),
  ]
}
