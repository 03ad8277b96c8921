// Loads the entries of a response with everything they reference, level by level, and measures the response before any
// part of it is rendered. Depth is literal, so an entry occurs in the output once per path to it. Paths are counted, not
// walked: a level is a set of distinct entries, each with its number of occurrences. A level may also have references that
// stay unresolved: links, and below the requested depth all that `fields` does not resolve. They are looked up at the end,
// so that one read suffices for all.
import type { SpaceId } from '../../base/ids.ts'
import type { Budget, Limit } from '../../content/publish/response-budget.ts'
import type { Reads } from '../../database/database.ts'
import type { FragmentsAt, ReferencesAt } from '../cache/fragment-cache.ts'
import type { Resolution } from '../query.ts'
import { Graph } from './entry-graph.ts'
import type { Node } from './entry-node.ts'
import type { LiveEntry } from './entry-template.ts'

/**
 * Loads the entries of the next level, each once even if it arrives with several projections. Stops if they occur more
 * often than `entriesLeft`.
 */
async function enterProjected(graph: Graph, arrivals: readonly Node[], entriesLeft: number) {
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
class PostponedReferences {
  readonly #targets: Node[] = []
  readonly #linked: Node[] = []
  readonly #nodes: (readonly [node: Node, times: number])[] = []

  addLinked(targets: readonly Node[]): void {
    this.#linked.push(...targets)
  }

  /** Postpones the targets without a projection, and returns the others. */
  split(arrivals: readonly Node[]): Node[] {
    // A target that also arrives at a later level is counted, but not listed twice.
    this.#targets.push(...arrivals.filter(({ projection }) => projection === null))
    return arrivals.filter(({ projection }) => projection !== null)
  }

  /** Returns the postponed targets together with those of the last level. */
  join(arrivals: readonly Node[]): Node[] {
    if (this.#linked.length === 0) return [...this.#targets, ...arrivals]
    return [...new Set([...this.#targets, ...this.#linked, ...arrivals])]
  }

  /** Postpones counting the bytes of commas and nulls between the targets of a level's nodes. */
  addLevel(level: readonly Node[]): void {
    for (const node of level) this.#nodes.push([node, node.times])
  }

  /** The bytes of commas and nulls between the targets of all levels that were added. */
  get bytesBetween(): number {
    return this.#nodes.reduce((sum, [node, times]) => sum + times * node.bytesBetweenTargets, 0)
  }
}

/** `passed` is the exceeded limit, `fittingDepth` the largest smaller depth that fits, or -1. */
export interface Excess {
  readonly fits: false
  readonly passed: Limit
  readonly fittingDepth: number
}

/** `size` is the number of bytes of the roots alone. */
type Measure = { readonly fits: true; readonly size: number } | Excess

/** Entries with everything they reference, loaded and measured as one response. */
export interface LoadedEntries {
  readonly graph: Graph
  readonly roots: readonly Node[]
  readonly measure: Measure
}

/** The loaded part of a response that exceeds the budget. */
export interface BudgetExcess extends LoadedEntries {
  readonly measure: Excess
}

/**
 * Loads everything that the response needs, with one read per resolved level and one for all other references, and counts
 * entries and bytes exactly. Before a level is entered, the depth so far is known to fit, so it can be proposed. Roots must
 * be distinct. Checks that need no read come first.
 */
async function measure(
  graph: Graph,
  roots: readonly Node[],
  depth: number,
  envelopeBytes: number,
  budget: Budget,
): Promise<Measure> {
  let level = roots
  const postponed = new PostponedReferences()
  for (const root of roots) root.times = 1
  const totals: Totals = { entries: 0, bytes: envelopeBytes, references: 0, targets: 0 }
  for (let at = 0; ; at++) {
    const refuse = (passed: Limit): Excess => ({ fits: false, passed, fittingDepth: Math.min(at, depth) - 1 })
    const passed = addLevel(graph, level, totals, budget)
    if (passed !== null) return refuse(passed)
    const { linked, ...arrived } = arrive(graph, level)
    let { arrivals } = arrived
    postponed.addLinked(linked)
    totals.targets += countNew(arrivals) + countNew(linked)
    const entriesLeft = budget.entriesMax - totals.entries
    if (at < graph.projectedLevels) {
      if (at >= depth) arrivals = postponed.split(arrivals)
      const next = await enterProjected(graph, arrivals, entriesLeft)
      if (next !== 'entered') return { fits: false, passed: next, fittingDepth: Math.min(at, depth - 1) }
      if (at >= depth || graph.hasLinks) postponed.addLevel(level)
      else totals.bytes += bytesBetween(level)
      level = nextLevel(arrivals)
      continue
    }
    const next = at < depth ? await enter(graph, arrivals, entriesLeft) : null
    if (next !== 'entered') {
      arrivals = postponed.join(arrivals)
      if (!(await lookUp(graph, arrivals, budget.bytesMax - totals.bytes))) return refuse('bytes')
      totals.bytes += postponed.bytesBetween
    }
    if (next === 'entered' && graph.hasLinks) postponed.addLevel(level)
    else totals.bytes += bytesBetween(level)
    const bytes = totals.bytes + sizeOfReferences(arrivals)
    if (bytes > budget.bytesMax) return refuse('bytes')
    if (next === null) return { fits: true, size: bytes - envelopeBytes }
    if (next !== 'entered') return { fits: false, passed: next, fittingDepth: at }
    level = nextLevel(arrivals)
  }
}

interface Totals {
  entries: number
  bytes: number
  references: number
  targets: number
}

/** Adds a level to the totals. Returns the limit that is exceeded; null if none is. */
function addLevel(graph: Graph, level: readonly Node[], totals: Totals, budget: Budget): Limit | null {
  for (const { entry, times } of level) {
    totals.entries += times
    totals.bytes += times * (entry?.template.size ?? 0)
  }
  if (totals.entries > budget.entriesMax) return 'entries'
  if (totals.bytes > budget.bytesMax) return 'bytes'
  totals.references += newReferences(level)
  if (totals.references > budget.referencesMax) return 'references'
  // Distinct targets are counted only if there can be too many of them.
  const mayBeMany = totals.references > budget.targetsMax
  return mayBeMany && hasMoreTargets(graph, level, budget.targetsMax - totals.targets) ? 'targets' : null
}

/** Loads the entries of the next level. Stops if they occur more often than `entriesLeft`. */
function enter(graph: Graph, arrivals: readonly Node[], entriesLeft: number): Promise<'entered' | Limit> {
  let left = entriesLeft
  return graph.loadEntries(arrivals, entriesLeft, ({ arriving }) => {
    left -= arriving
    return left >= 0
  })
}

/** Loads unresolved references. Returns false if they are larger than `bytesLeft`. */
function lookUp(graph: Graph, arrivals: readonly Node[], bytesLeft: number): Promise<boolean> {
  let left = bytesLeft
  return graph.loadReferences(arrivals, ({ arriving, linked, referenceSize }) => {
    left -= (arriving + linked) * referenceSize
    return left >= 0
  })
}

function sizeOfReferences(arrivals: readonly Node[]): number {
  let bytes = 0
  for (const { arriving, linked, referenceSize } of arrivals) bytes += (arriving + linked) * referenceSize
  return bytes
}

function newReferences(level: readonly Node[]): number {
  let count = 0
  for (const { entry, links } of level) {
    if (links === null) for (const { targets } of entry?.template.slots ?? []) count += targets.length
  }
  return count
}

/** Checks whether a level references more than `left` entries that no earlier level references. */
function hasMoreTargets(graph: Graph, level: readonly Node[], left: number): boolean {
  const found = new Set<string>()
  for (const { entry, links } of level) {
    if (links !== null) continue
    for (const { targets } of entry?.template.slots ?? []) {
      for (const id of targets) {
        if (graph.isTarget(id)) continue
        found.add(id)
        if (found.size > left) return true
      }
    }
  }
  return false
}

/**
 * Returns the distinct targets of a level's references, and the targets of its links that no earlier link has. If a node
 * occurs again, targets that are known to be unpublished are skipped.
 */
function arrive(graph: Graph, level: readonly Node[]) {
  const arrivals: Node[] = []
  const linked: Node[] = []
  for (const node of level) {
    const { times } = node
    const isNew = node.links === null
    node.links ??= graph.link(node)
    for (let index = 0; index < node.links.length; index++) {
      const isLink = node.entry?.template.slots[index]?.isLink === true
      if (isLink) graph.hasLinks = true
      for (const target of node.links[index]!) {
        if (!isNew && target.isKnown && !target.isPublished) continue
        if (isLink) {
          if (target.linked === 0) linked.push(target)
          target.linked += times
        } else {
          if (target.arriving === 0) arrivals.push(target)
          target.arriving += times
        }
      }
    }
  }
  return { arrivals, linked }
}

/** Counts the targets that no earlier level references. */
function countNew(arrivals: readonly Node[]): number {
  let count = 0
  for (const node of arrivals) {
    const target = node.whole ?? node
    if (!target.isTarget) count += 1
    target.isTarget = true
  }
  return count
}

/** Returns the bytes of commas and nulls between the targets of a level's nodes. */
function bytesBetween(level: readonly Node[]): number {
  let bytes = 0
  for (const node of level) bytes += node.times * node.bytesBetweenTargets
  return bytes
}

function nextLevel(arrivals: readonly Node[]): Node[] {
  for (const node of arrivals) {
    node.times = node.arriving
    node.arriving = 0
  }
  return arrivals.filter(({ isPublished }) => isPublished)
}

/** The part of the build context that loading needs: the reads and the caches of single entries. */
interface LoadContext {
  readonly reads: Reads
  readonly space: SpaceId
  readonly entries: FragmentsAt<LiveEntry>
  readonly references: ReferencesAt
  readonly pathHead: Buffer
}

/** Loads the entries, which must be live, with everything they reference, and measures them as one response. */
export async function load(
  { reads, space, references, entries, pathHead }: LoadContext,
  ids: readonly string[],
  resolution: Resolution,
  envelopeBytes: number,
  budget: Budget,
): Promise<LoadedEntries> {
  const graph = new Graph(reads, space, resolution, references, entries, pathHead)
  return loadWithin(graph, ids, resolution.depth, envelopeBytes, budget)
}

/** Like {@link load}, with the graph of an earlier page. Entries that were read for that page are reused. */
export async function loadWithin(
  graph: Graph,
  ids: readonly string[],
  depth: number,
  envelopeBytes: number,
  budget: Budget,
): Promise<LoadedEntries> {
  graph.reset()
  const isComplete = await graph.loadRoots(ids)
  const roots = ids.map(id => graph.root(id)).filter(({ entry }) => entry !== null)
  if (!isComplete) {
    // Reading stopped, but the roots read so far may already exceed the response size.
    const bytes = roots.reduce((sum, { entry }) => sum + (entry?.template.size ?? 0), envelopeBytes)
    const passed = bytes > budget.bytesMax ? 'bytes' : 'stored'
    return { graph, roots, measure: { fits: false, passed, fittingDepth: -1 } }
  }
  const measured = await measure(graph, roots, depth, envelopeBytes, budget)
  const isCounted = measured.fits || (measured.fittingDepth >= graph.projectedLevels && !graph.hasLinks)
  if (isCounted || measured.fittingDepth < 0) return { graph, roots, measure: measured }
  // The response at the smaller depth was not measured exactly if it has links or resolves the references in `fields`.
  const smaller = await loadWithin(graph, ids, measured.fittingDepth, envelopeBytes, budget)
  if (smaller.measure.fits) return { graph, roots, measure: measured }
  return { graph, roots, measure: { ...measured, fittingDepth: smaller.measure.fittingDepth } }
}
