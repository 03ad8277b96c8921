// Personalization of one entry: which value each field takes when variants are asked for.
import { type CutData, cutData, nameOf, type Reference, type ServedData } from '../../content/stored-data.ts'

export interface PersonalizedFields {
  readonly data: CutData
  /** The ids that set at least one field, in the order asked. */
  readonly applied: readonly string[]
}

/** Where the value of a field comes from. */
interface Choice {
  readonly data: CutData
  readonly line: number
}

/**
 * Per field: the earliest id of `asked` whose overlay has a value for it wins, otherwise the base value stays. A field
 * of an overlay that the base does not have is left out: the model decides which fields there are.
 */
export function personalize(
  base: CutData,
  overlays: ReadonlyMap<string, ServedData>,
  asked: readonly string[],
): PersonalizedFields {
  if (overlays.size === 0) return { data: base, applied: [] }
  const choices: Choice[] = lineNumbers(base).map(line => ({ data: base, line }))
  const open = new Map(choices.map(({ line }) => [nameOf(base, line), line]))
  const applied: string[] = []
  for (const id of asked) {
    const overlay = overlays.get(id)
    if (!overlay) continue
    const data = cutData(overlay)
    let set = false
    for (const line of lineNumbers(data)) {
      const name = nameOf(data, line)
      const place = open.get(name)
      if (place === undefined) continue
      open.delete(name)
      choices[place] = { data, line }
      set = true
    }
    if (set) applied.push(id)
  }
  return { data: applied.length === 0 ? base : mergeFields(choices), applied }
}

function lineNumbers({ cuts }: CutData): number[] {
  return Array.from({ length: cuts.length / 2 }, (_, line) => line)
}

/** Copied into one source, which has nothing else: what may be kept for long holds no overlay for one line of it. */
function mergeFields(choices: readonly Choice[]): CutData {
  const parts: Buffer[] = []
  const cuts: number[] = []
  const references: Reference[] = []
  let at = 0
  for (const [place, { data, line }] of choices.entries()) {
    const part = data.source.subarray(data.cuts[2 * line], data.cuts[2 * line + 1])
    parts.push(part)
    cuts.push(at, at + part.byteLength)
    at += part.byteLength
    const reference = data.references.find(([of]) => of === line)
    if (reference !== undefined) references.push([place, reference[1]])
  }
  return { source: Buffer.concat(parts), cuts, references }
}
