// Writes the JSON of previews. It equals that of the content API, with `state` and `edit` in addition.
import { toTimestamp } from '../base/clock.ts'
import type { Pace } from '../query/scan/pace.ts'
import { type EntryLoader, linesAt, type Place, placeOfTargets } from './entry-loader.ts'
import { type PreviewBudget, PreviewTooLarge } from './preview-budget.ts'
import type { Line, PreviewEntry, Slot } from './preview-entry.ts'
import type { EntryAddress } from './shown-entries.store.ts'

interface RenderOptions {
  readonly loader: EntryLoader
  /** The requested variants. */
  readonly variants: readonly string[]
  /** True if entries say where they are edited. */
  readonly hasEdit: boolean
  readonly budget: PreviewBudget
  readonly pace: Pace
}

/** Renders entries, which must be loaded with everything they refer to. */
export async function renderEntries(
  ids: readonly string[],
  place: Place,
  options: RenderOptions,
): Promise<readonly string[]> {
  const renderer = new Renderer(options)
  const texts: string[] = []
  for (const id of ids) {
    const entry = options.loader.find(id)
    if (entry !== null) texts.push(renderer.render(entry, place))
    if (options.pace.isDue) await options.pace.pause()
  }
  return texts
}

class Renderer {
  readonly #options: RenderOptions
  #entries = 0
  /** The code units of everything that was written, which are at most as many as its bytes. */
  #length = 0

  constructor(options: RenderOptions) {
    this.#options = options
  }

  render(entry: PreviewEntry, place: Place): string {
    const { entriesMax, bytesMax } = this.#options.budget
    this.#entries += 1
    if (this.#entries > entriesMax) throw new PreviewTooLarge('entries')
    const lines = linesAt(entry, place)
    const head = this.#headOf(entry, lines)
    this.#length += head.length
    const texts: string[] = []
    for (const { name, pieces, slots } of lines) {
      for (const piece of pieces) this.#length += piece.length
      if (this.#length > bytesMax) throw new PreviewTooLarge('bytes')
      const [first, ...others] = pieces
      const rest = others.map((piece, at) => this.#targetsOf(name, slots[at]!, place) + piece)
      texts.push(first + rest.join(''))
    }
    return `${head}${texts.join(',')}}}`
  }

  #headOf(entry: PreviewEntry, lines: readonly Line[]): string {
    const { variants, hasEdit } = this.#options
    const { id, slug, collection, version, firstPublishedAt, publishedAt, state } = entry
    const times = { firstPublishedAt: toTime(firstPublishedAt), publishedAt: toTime(publishedAt) }
    const setBy = new Set(lines.flatMap(line => line.setBy))
    const head = JSON.stringify({
      ...{ id, slug, collection, version, ...times, state },
      ...(hasEdit && { edit: `${collection}/${id}` }),
      ...(variants.length > 0 && { variantsApplied: variants.filter(variant => setBy.has(variant)) }),
    })
    return `${head.slice(0, -1)},"data":{`
  }

  #targetsOf(name: string, slot: Slot, place: Place): string {
    const { loader } = this.#options
    const placeOf = placeOfTargets(name, slot, place)
    const targets = slot.targets.flatMap(id => {
      const address = loader.findTarget(slot, id)
      if (address === null) return []
      const entry = placeOf && loader.find(id)
      return placeOf && entry ? this.render(entry, placeOf) : this.#stubOf(address)
    })
    return slot.isMany ? `[${targets.join(',')}]` : (targets[0] ?? 'null')
  }

  #stubOf({ id, collection, slug }: EntryAddress): string {
    const stub = JSON.stringify({ id, collection, slug })
    this.#length += stub.length
    if (this.#length > this.#options.budget.bytesMax) throw new PreviewTooLarge('bytes')
    return stub
  }
}

function toTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : toTimestamp(milliseconds)
}
