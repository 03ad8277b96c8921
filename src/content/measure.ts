// How large an answer would be, found level by level before a byte of it is built.
//
// Depth is literal, so the same entry stands in the output as often as there are ways to it. Those ways are counted,
// not walked: a level is a map from each entry to the number of times it occurs there.
import type { Graph, Node } from './graph.ts'

export interface Budget {
  /** Entries with `data` in the output, nested ones counted. */
  readonly entriesMax: number
  /** UTF-8 bytes of the whole answer before encoding. */
  readonly bytesMax: number
  /** References looked at for one answer, including those to entries that are not published. */
  readonly referencesMax: number
  /** Different entries that one level may refer to: each is a look-up. */
  readonly targetsMax: number
}

export const defaultBudget: Budget = {
  entriesMax: 20_000,
  bytesMax: 16 * 1024 * 1024,
  referencesMax: 500_000,
  targetsMax: 100_000,
}

/** `fittingDepth`: the deepest smaller depth that fits, or -1 where none does. */
export type Measure =
  | { readonly fits: true; readonly bytes: number }
  | { readonly fits: false; readonly fittingDepth: number }

/** There was more to load than any answer may hold. */
export const nothingFits: Measure = { fits: false, fittingDepth: -1 }

type Level = Map<Node, number>

/**
 * Loads everything that the answer needs, at most `depth + 1` reads, and counts entries and bytes exactly. Whenever a
 * level is about to be entered, the depth before it has been found to fit: that is the depth to propose.
 */
export async function measure(
  graph: Graph,
  roots: readonly Node[],
  depth: number,
  envelopeBytes: number,
  budget: Budget,
): Promise<Measure> {
  let level: Level = new Map()
  for (const root of roots) level.set(root, (level.get(root) ?? 0) + 1)
  let entries = 0
  let bytes = envelopeBytes
  let references = 0
  for (let at = 0; ; at++) {
    for (const [node, times] of level) {
      entries += times
      bytes += times * (node.template?.bytes.byteLength ?? 0)
    }
    const refused: Measure = { fits: false, fittingDepth: at - 1 }
    if (entries > budget.entriesMax || bytes > budget.bytesMax) return refused
    references += newReferences(level)
    if (references > budget.referencesMax) return refused

    const arrivals = countArrivals(level)
    if (arrivals.size > budget.targetsMax) return refused
    const entered = at < depth && (await enter(graph, arrivals, budget.entriesMax - entries))
    if (!entered) await graph.loadStubs(arrivals.keys())
    bytes += link(graph, level)
    let stubBytes = 0
    for (const [id, times] of arrivals) stubBytes += times * (graph.get(id)?.stub.byteLength ?? 0)
    if (bytes + stubBytes > budget.bytesMax) return refused
    if (at === depth) return { fits: true, bytes: bytes + stubBytes }
    if (!entered) return { fits: false, fittingDepth: at }
    level = nextLevel(graph, arrivals)
  }
}

/** How many of the nodes, from the first on, are within the budget as they stand. */
export function countFitting(nodes: readonly Node[], budget: Budget): number {
  let bytes = 0
  let references = 0
  const firstOver = nodes.findIndex(({ template }) => {
    bytes += template?.bytes.byteLength ?? 0
    for (const slot of template?.slots ?? []) references += slot.targets.length
    return bytes > budget.bytesMax || references > budget.targetsMax
  })
  return Math.min(firstOver < 0 ? nodes.length : firstOver, budget.entriesMax)
}

/** Loads the entries of the next level; false as soon as more of them occur in it than are left. */
async function enter(
  graph: Graph,
  arrivals: ReadonlyMap<string, number>,
  entriesLeft: number,
): Promise<boolean> {
  let left = entriesLeft
  return graph.loadEntries(arrivals.keys(), id => {
    left -= arrivals.get(id) ?? 0
    return left >= 0
  })
}

function newReferences(level: Level): number {
  let count = 0
  for (const node of level.keys()) {
    if (node.links === null) for (const slot of node.template?.slots ?? []) count += slot.targets.length
  }
  return count
}

/** How often each id is pointed to from a level. A node that is met again knows which of its targets are published. */
function countArrivals(level: Level): Map<string, number> {
  const arrivals = new Map<string, number>()
  const arrive = (id: string, times: number) => arrivals.set(id, (arrivals.get(id) ?? 0) + times)
  for (const [node, times] of level) {
    if (node.links !== null)
      for (const targets of node.links) for (const target of targets) arrive(target.id, times)
    else for (const slot of node.template?.slots ?? []) for (const id of slot.targets) arrive(id, times)
  }
  return arrivals
}

/** Sets the links of a level's nodes; returns the bytes of the commas and nulls between what they point to. */
function link(graph: Graph, level: Level): number {
  let bytes = 0
  for (const [node, times] of level) {
    const slots = node.template?.slots ?? []
    node.links ??= slots.map(slot => slot.targets.map(id => graph.get(id)).filter(target => target !== null))
    slots.forEach((slot, index) => {
      const live = node.links?.[index]?.length ?? 0
      if (slot.many) bytes += times * Math.max(0, live - 1)
      else if (live === 0) bytes += times * 'null'.length
    })
  }
  return bytes
}

function nextLevel(graph: Graph, arrivals: ReadonlyMap<string, number>): Level {
  const level: Level = new Map()
  for (const [id, times] of arrivals) {
    const node = graph.get(id)
    if (node !== null) level.set(node, times)
  }
  return level
}
