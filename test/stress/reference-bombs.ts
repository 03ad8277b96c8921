// Bombs of references: pages whose entries refer to more entries than a response may look up, or contain.
import { type Edges, graph, numbers, type SmallBomb } from './bomb-graphs.ts'

export function referenceBombs(
  few: (count: number) => number,
): readonly (SmallBomb & { readonly isNamed: true })[] {
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
