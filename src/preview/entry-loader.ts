// Loads the entries of a preview with everything they refer to, level by level. Each entry is read once.
import type { Projection } from '../query/bound-query.ts'
import { projectBlocks } from '../query/project-blocks.ts'
import { type PreviewBudget, PreviewTooLarge } from './preview-budget.ts'
import {
  type CompileContext,
  compileDrafts,
  type Line,
  type PreviewEntry,
  type Slot,
  toLiveEntry,
} from './preview-entry.ts'
import { readShownInBatches } from './shown-batches.ts'
import { type EntryAddress, readShownAddresses } from './shown-entries.store.ts'

/** An entry at a place in the response: how many levels of references are resolved there, and which fields are shown. */
export interface Place {
  readonly depth: number
  /** Null means all fields. */
  readonly projection: Projection | null
}

/** Returns the place of the targets of a field's slot; null if its references stay unresolved. */
export function placeOfTargets(name: string, slot: Slot, { depth, projection }: Place): Place | null {
  if (slot.isLink) return null
  const named = (slot.projection === undefined ? projection?.only?.get(name) : slot.projection) ?? null
  if (depth > 0) return { depth: depth - 1, projection: named }
  return named && { depth: 0, projection: named }
}

/** Returns the fields that the projection names. */
export function linesAt({ lines }: PreviewEntry, { projection }: Place): readonly Line[] {
  if (projection === null) return lines
  const { only, except } = projection
  const named = lines.filter(({ name }) => (only === null ? !except.has(name) : only.has(name)))
  return named.map(line => {
    const inside = only?.get(line.name)
    return inside?.isOfBlocks ? projectLine(line, inside) : line
  })
}

/** Returns the line of a field of blocks with only those of their fields that the projection names. */
function projectLine({ name, pieces, slots, setBy }: Line, projection: Projection): Line {
  const head = `"${name}":`
  const left = projectBlocks([pieces[0]!.slice(head.length), ...pieces.slice(1)], projection)
  return {
    name,
    pieces: [head + left.pieces[0]!, ...left.pieces.slice(1)],
    slots: left.references.map(({ index, projection: own }) => ({ ...slots[index]!, projection: own })),
    setBy,
  }
}

interface Visit {
  readonly id: string
  readonly place: Place
}

const addressesPerRead = 1000

export class EntryLoader {
  readonly #context: CompileContext
  readonly #budget: PreviewBudget
  readonly #entries = new Map<string, PreviewEntry | null>()
  readonly #addresses = new Map<string, EntryAddress | null>()
  #bytes = 0

  constructor(context: CompileContext, budget: PreviewBudget) {
    this.#context = context
    this.#budget = budget
  }

  /** Returns null if the preview does not show the entry. */
  find(id: string): PreviewEntry | null {
    return this.#entries.get(id) ?? null
  }

  /** Returns null if a reference of the slot to the entry is served as `null`. */
  findTarget({ to }: Slot, id: string): EntryAddress | null {
    const target = this.find(id) ?? this.#addresses.get(id) ?? null
    return target === null || (to !== null && !to.includes(target.collection)) ? null : target
  }

  /** Loads everything that a response with these entries needs. */
  async load(ids: readonly string[], place: Place): Promise<void> {
    const visited = new Map<Projection | null, Map<string, number>>()
    const addresses = new Set<string>()
    const found = new Set<string>()
    let references = 0
    for (let level: readonly Visit[] = ids.map(id => ({ id, place })); level.length > 0; ) {
      await this.#readEntries(level.map(({ id }) => id))
      const next: Visit[] = []
      for (const visit of level) {
        const entry = this.find(visit.id)
        if (entry === null || !isFurther(visited, visit)) continue
        found.add(visit.id)
        if (found.size > this.#budget.entriesMax) throw new PreviewTooLarge('entries')
        for (const { name, slots } of linesAt(entry, visit.place)) {
          for (const slot of slots) {
            references += slot.targets.length
            if (references > this.#budget.referencesMax) throw new PreviewTooLarge('references')
            const placeOf = placeOfTargets(name, slot, visit.place)
            for (const id of slot.targets) {
              if (placeOf === null) addresses.add(id)
              else next.push({ id, place: placeOf })
            }
          }
        }
        if (this.#context.pace.isDue) await this.#context.pace.pause()
      }
      level = next
    }
    await this.#readAddresses([...addresses])
  }

  async #readEntries(ids: readonly string[]): Promise<void> {
    const unknown = [...new Set(ids)].filter(id => !this.#entries.has(id))
    const onBytes = (bytes: number) => {
      this.#bytes += bytes
      if (this.#bytes > this.#budget.storedBytesMax) throw new PreviewTooLarge('stored')
    }
    const { reads, shown, pace } = this.#context
    for await (const { drafts, live } of readShownInBatches(unknown, { reads, shown, pace, onBytes })) {
      for (const entry of await compileDrafts(this.#context, drafts)) this.#entries.set(entry.id, entry)
      for (const publication of live) {
        this.#entries.set(publication.row.entry, toLiveEntry(this.#context, publication))
      }
    }
    for (const id of unknown) if (!this.#entries.has(id)) this.#entries.set(id, null)
  }

  async #readAddresses(ids: readonly string[]): Promise<void> {
    const { reads, shown, pace } = this.#context
    const unknown = ids.filter(id => !this.#addresses.has(id) && this.find(id) === null)
    if (unknown.length > this.#budget.targetsMax) throw new PreviewTooLarge('targets')
    for (let from = 0; from < unknown.length; from += addressesPerRead) {
      const some = unknown.slice(from, from + addressesPerRead)
      for (const id of some) this.#addresses.set(id, null)
      const found = await readShownAddresses(reads, shown, some)
      for (const address of found) this.#addresses.set(address.id, address)
      if (pace.isDue) await pace.pause()
    }
  }
}

/** Checks whether the entry was not visited with these fields at this depth or a greater one, and remembers the visit. */
function isFurther(
  visited: Map<Projection | null, Map<string, number>>,
  { id, place: { depth, projection } }: Visit,
): boolean {
  const depths = visited.get(projection) ?? new Map<string, number>()
  visited.set(projection, depths)
  if ((depths.get(id) ?? -1) >= depth) return false
  depths.set(id, depth)
  return true
}
