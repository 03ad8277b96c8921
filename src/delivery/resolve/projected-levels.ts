// Measures the levels at which `fields` resolves references. Below the requested depth, a level has both resolved and
// unresolved references; the latter are looked up at the end, so that one read suffices for all.
import type { Graph } from './entry-graph.ts'
import type { Node } from './entry-node.ts'

/**
 * Loads the entries of the next level, each once even if it arrives with several projections. Stops if they occur more often
 * than `entriesLeft`.
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
    // A target that also arrives at a later level is counted, but not listed twice.
    this.#targets.push(...arrivals.filter(({ projection }) => projection === null))
    return arrivals.filter(({ projection }) => projection !== null)
  }

  /** Returns the postponed targets together with those of the last level. */
  join(arrivals: readonly Node[]): Node[] {
    return [...this.#targets, ...arrivals]
  }

  /** The bytes of commas and nulls between the targets of all levels that were split. */
  get bytesBetween(): number {
    return this.#levels.reduce((sum, [node, times]) => sum + times * node.bytesBetweenTargets, 0)
  }
}
