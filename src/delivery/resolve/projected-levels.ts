// Measuring the levels at which `fields` resolves references. Below the requested depth, a level has both references that
// are resolved and references that are not; the latter are looked up at the end, so that one read suffices for all.
import type { Graph } from './entry-graph.ts'
import type { Node } from './entry-node.ts'

/**
 * Loads the entries of the next level, each once although it may arrive with several projections; stops once more of
 * them occur than `entriesLeft`.
 */
export async function enterProjected(graph: Graph, arrivals: readonly Node[], entriesLeft: number) {
  const arriving = new Map<Node, number>()
  for (const node of arrivals) {
    const whole = node.whole ?? node
    arriving.set(whole, (arriving.get(whole) ?? 0) + node.arriving)
  }
  let left = entriesLeft
  const entered = await graph.loadEntries([...arriving.keys()], entriesLeft, whole => {
    left -= arriving.get(whole) ?? 0
    return left >= 0
  })
  if (entered === 'entered') for (const node of arrivals) graph.project(node)
  return entered
}

/** References that stay unresolved at levels whose other references are resolved. */
export class PostponedReferences {
  readonly #targets: Node[] = []
  readonly #levels: (readonly [node: Node, times: number])[] = []

  /** Postpones the targets without a projection, and returns the others. */
  split(level: readonly Node[], arrivals: readonly Node[]): Node[] {
    for (const node of level) this.#levels.push([node, node.times])
    // A target that arrives at a later level too is not listed again, but counted.
    this.#targets.push(...arrivals.filter(({ projection }) => projection === null))
    return arrivals.filter(({ projection }) => projection !== null)
  }

  /** Together with the targets of the last level. */
  join(arrivals: readonly Node[]): Node[] {
    return [...this.#targets, ...arrivals]
  }

  /** Commas and nulls between the targets of all levels that were split. */
  get bytesBetween(): number {
    return this.#levels.reduce((sum, [node, times]) => sum + times * node.bytesBetweenTargets, 0)
  }
}
