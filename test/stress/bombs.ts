// Contract 1.3 and M2: content graphs built to be expensive, each served or rejected at a bounded cost. Some are
// large because the response budget is; the short form divides both by ten.
import type { Budget } from '../../src/content/publish/response-budget.ts'
import { defaultBudget } from '../../src/content/publish/response-budget.ts'
import { type Bomb, graph, numbers, type SmallBomb } from './bomb-graphs.ts'
import { referenceBombs } from './reference-bombs.ts'

const fifty = numbers(50).map(index => `n${index}`)

const smallBombs: readonly SmallBomb[] = [
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
function largeBombs(part: number): readonly (SmallBomb & { readonly isNamed?: true })[] {
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
    ...referenceBombs(few),
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
