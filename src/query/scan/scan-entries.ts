// Evaluates a selection over entries that are in no index, such as drafts: each entry is evaluated by itself, in slices.

import { splitJsonPath } from '../../content/model/query-model.ts'
import type { SpaceModel } from '../bind/space-model.ts'
import type { Selection } from '../bound-query.ts'
import type { Pace } from './pace.ts'
import {
  type KnownTargets,
  listRules,
  type Node,
  type Rule,
  type Rules,
  ruleHolds,
  targetsOf,
  toRules,
} from './rules.ts'
import { ScanCosts, type ScanLimits, scanLimits } from './scan-costs.ts'
import { type EntrySource, EntryValues } from './scanned-entry.ts'
import { type SortedEntry, sortEntries, toSorted } from './sort-entries.ts'

interface Scan {
  /** Its search is ignored. Its variant determines which overlays the source must read. */
  readonly selection: Pick<Selection, 'filter' | 'any' | 'not' | 'sort'>
  readonly model: SpaceModel
  readonly source: EntrySource
  readonly pace: Pace
  readonly limits?: ScanLimits
}

/**
 * Returns those of the ids whose entries the selection selects, in its order. Without sort keys, and among entries with
 * equal values, they keep the order in which they were given. The caller must refuse lists beyond `scanLimits.entries`.
 */
export async function scanEntries(
  ids: readonly string[],
  { selection, model, source, pace, limits = scanLimits }: Scan,
): Promise<readonly string[]> {
  const costs = new ScanCosts(limits)
  const onBytes = (bytes: number) => costs.addBytes(bytes)
  const rules = toRules(selection)
  const targets = new Targets(rules, model, source, pace, costs)
  const order = new Map(ids.map((id, index) => [id, index]))
  const selected: SortedEntry[] = []
  for await (const entries of source.readEntries(ids, onBytes)) {
    const values = entries.map(entry => new EntryValues(entry, model))
    values.sort((a, b) => order.get(a.entry.id)! - order.get(b.entry.id)!)
    await targets.prepare(values)
    for (const entry of values) {
      if (selects(rules, entry, targets)) selected.push(toSorted(entry, selection.sort))
      if (pace.isDue) await pace.pause()
    }
  }
  return (await sortEntries(selected, selection.sort, pace)).map(({ id }) => id)
}

function selects({ filter, any, not }: Rules, entry: EntryValues, known: KnownTargets): boolean {
  const holds = (rule: Rule) => ruleHolds(rule, entry, known)
  return filter.every(holds) && any.every(group => group.some(holds)) && !not.some(holds)
}

/** The entries and assets that scanned entries name, each read once. */
class Targets implements KnownTargets {
  readonly #rules: readonly Rule[]
  readonly #model: SpaceModel
  readonly #source: EntrySource
  readonly #pace: Pace
  readonly #costs: ScanCosts
  readonly #entries = new Map<string, EntryValues | null>()
  readonly #assets = new Map<string, boolean>()
  /** The fields of targets that conditions name. */
  readonly #fields: ReadonlySet<string>
  /** The targets that were prepared for the conditions on them, by reference. */
  readonly #prepared = new Map<Node, Set<string>>()

  constructor(rules: Rules, model: SpaceModel, source: EntrySource, pace: Pace, costs: ScanCosts) {
    this.#rules = listRules(rules)
    this.#fields = new Set(this.#rules.flatMap(({ nodes }) => nodes.flatMap(fieldsBeyond)))
    this.#model = model
    this.#source = source
    this.#pace = pace
    this.#costs = costs
  }

  find(id: string): EntryValues | null {
    return this.#entries.get(id) ?? null
  }

  hasAsset(id: string): boolean {
    return this.#assets.get(id) ?? false
  }

  /** Must be called before the entries are evaluated: reads what the rules need to know of their targets. */
  async prepare(entries: readonly EntryValues[]): Promise<void> {
    for (const rule of this.#rules) await this.#prepareNodes(rule, rule.nodes, entries)
  }

  async #prepareNodes(rule: Rule, nodes: readonly Node[], entries: readonly EntryValues[]): Promise<void> {
    for (const node of nodes) {
      const ids = new Set<string>()
      for (const entry of entries) {
        for (const id of this.#listNamed(rule, node, entry)) ids.add(id)
        if (this.#pace.isDue) await this.#pace.pause()
      }
      if (node.kind === 'values') await this.#readAssets(ids)
      else await this.#readTargets(rule, node, ids)
    }
  }

  /** Returns the ids of the entries or assets that a node needs to know, and adds what it costs to look at them. */
  #listNamed(rule: Rule, node: Node, entry: EntryValues): readonly string[] {
    if (node.kind === 'reference') {
      const ids = targetsOf(node, entry)
      this.#costs.addPairs(ids.length, rule)
      return ids
    }
    const field = splitJsonPath(node.path.indexField)[0]
    this.#costs.addPairs(entry.valuesOf(field).length, rule)
    return node.needsAssets ? entry.assetsOf(field) : []
  }

  async #readAssets(ids: ReadonlySet<string>): Promise<void> {
    const unknown = [...ids].filter(id => !this.#assets.has(id))
    if (unknown.length === 0) return
    const found = await this.#source.listAssets(unknown)
    for (const id of unknown) this.#assets.set(id, found.has(id))
  }

  async #readTargets(
    rule: Rule,
    node: Node & { kind: 'reference' },
    ids: ReadonlySet<string>,
  ): Promise<void> {
    const unknown = [...ids].filter(id => !this.#entries.has(id))
    this.#costs.addTargets(unknown.length, rule)
    for (const id of unknown) this.#entries.set(id, null)
    const onBytes = (bytes: number) => this.#costs.addBytes(bytes)
    for await (const entries of this.#source.readTargets(unknown, onBytes)) {
      for (const entry of entries) {
        const values = new EntryValues(entry, this.#model)
        values.keepOnly(this.#fields)
        this.#entries.set(entry.id, values)
      }
    }
    if (node.beyond.length === 0) return
    const prepared = this.#prepared.get(node) ?? new Set()
    this.#prepared.set(node, prepared)
    const fresh = [...ids].filter(id => !prepared.has(id))
    for (const id of fresh) prepared.add(id)
    await this.#prepareNodes(
      rule,
      node.beyond,
      fresh.flatMap(id => this.find(id) ?? []),
    )
  }
}

/** Returns the fields of referenced entries that a node names, at any level. */
function fieldsBeyond(node: Node): string[] {
  if (node.kind === 'values') return []
  return node.beyond.flatMap(next => [
    next.kind === 'values' ? splitJsonPath(next.path.indexField)[0] : next.step.field,
    ...fieldsBeyond(next),
  ])
}
