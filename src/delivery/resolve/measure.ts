// How large an answer would be, found level by level before a byte of it is built.
//
// Depth is literal, so the same entry stands in the output as often as there are ways to it. Those ways are counted,
// not walked: a level is its different entries, each with the number of times that it occurs there.
import type { Graph } from './entry-graph.ts'
import type { Node } from './entry-node.ts'
import { separator } from './entry-template.ts'
import { nothing } from './render.ts'

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

/** `size`: bytes of the roots alone. `fittingDepth`: the deepest smaller depth that fits, or -1 where none does. */
export type Measure =
  | { readonly fits: true; readonly size: number }
  | { readonly fits: false; readonly fittingDepth: number }

/** There was more to load than any answer may hold. */
export const nothingFits: Measure = { fits: false, fittingDepth: -1 }

/**
 * Loads everything that the answer needs, at most `depth + 1` reads, and counts entries and bytes exactly. Whenever a
 * level is about to be entered, the depth before it has been found to fit: that is the depth to propose. No two roots are
 * the same.
 */
export async function measure(
  graph: Graph,
  roots: readonly Node[],
  depth: number,
  envelopeBytes: number,
  budget: Budget,
): Promise<Measure> {
  let level = roots
  for (const root of roots) root.times = 1
  let entries = 0
  let bytes = envelopeBytes
  let references = 0
  for (let at = 0; ; at++) {
    for (const { entry, times } of level) {
      entries += times
      bytes += times * (entry?.template.size ?? 0)
    }
    const refused: Measure = { fits: false, fittingDepth: at - 1 }
    if (entries > budget.entriesMax || bytes > budget.bytesMax) return refused
    references += newReferences(level)
    if (references > budget.referencesMax) return refused

    const arrivals = arrive(graph, level)
    if (arrivals.length > budget.targetsMax) return refused
    const entered = at < depth && (await enter(graph, arrivals, budget.entriesMax - entries))
    if (!entered) await graph.loadReferences(arrivals)
    let referenceBytes = 0
    for (const { arriving, referenceSize } of arrivals) referenceBytes += arriving * referenceSize
    bytes += bytesBetween(level)
    if (bytes + referenceBytes > budget.bytesMax) return refused
    if (at === depth) return { fits: true, size: bytes + referenceBytes - envelopeBytes }
    if (!entered) return { fits: false, fittingDepth: at }
    level = nextLevel(arrivals)
  }
}

/** How many of the nodes, from the first on, are within the budget as they stand. */
export function countFitting(nodes: readonly Node[], budget: Budget): number {
  let bytes = 0
  let references = 0
  const firstOver = nodes.findIndex(({ entry }) => {
    bytes += entry?.template.size ?? 0
    for (const { targets } of entry?.template.slots ?? []) references += targets.length
    return bytes > budget.bytesMax || references > budget.targetsMax
  })
  return Math.min(firstOver < 0 ? nodes.length : firstOver, budget.entriesMax)
}

/** Loads the entries of the next level; false as soon as more of them occur in it than are left. */
async function enter(graph: Graph, arrivals: readonly Node[], entriesLeft: number): Promise<boolean> {
  let left = entriesLeft
  return graph.loadEntries(arrivals, ({ arriving }) => {
    left -= arriving
    return left >= 0
  })
}

function newReferences(level: readonly Node[]): number {
  let count = 0
  for (const { entry, links } of level) {
    if (links === null) for (const { targets } of entry?.template.slots ?? []) count += targets.length
  }
  return count
}

/** What a level points to, each once. Of a node that is met again it is known which of its targets are published. */
function arrive(graph: Graph, level: readonly Node[]): Node[] {
  const arrivals: Node[] = []
  for (const node of level) {
    const { times } = node
    const isNew = node.links === null
    node.links ??= graph.link(node)
    for (const targets of node.links) {
      for (const target of targets) {
        if (!isNew && !target.isPublished) continue
        if (target.arriving === 0) arrivals.push(target)
        target.arriving += times
      }
    }
  }
  return arrivals
}

/** The bytes of the commas and nulls between what the nodes of a level point to. */
function bytesBetween(level: readonly Node[]): number {
  let bytes = 0
  for (const { entry, links, times } of level) {
    const slots = entry?.template.slots ?? []
    for (let index = 0; index < slots.length; index++) {
      let live = 0
      for (const target of links?.[index] ?? []) if (target.isPublished) live += 1
      if (slots[index]?.many) bytes += times * Math.max(0, live - 1) * separator.length
      else if (live === 0) bytes += times * nothing.length
    }
  }
  return bytes
}

function nextLevel(arrivals: readonly Node[]): Node[] {
  for (const node of arrivals) {
    node.times = node.arriving
    node.arriving = 0
  }
  return arrivals.filter(({ isPublished }) => isPublished)
}
