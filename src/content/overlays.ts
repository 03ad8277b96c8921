// Personalization of one entry: which value each field takes when variants are asked for.
import { decodeData, lineName, type ServedData, type StoredLine } from '../database/published-data.ts'

export interface PersonalizedLines {
  readonly lines: readonly StoredLine[]
  /** The ids that set at least one field, in the order asked. */
  readonly applied: readonly string[]
}

/**
 * Per field: the earliest id of `asked` whose overlay has a value for it wins, otherwise the base value stays. A field
 * of an overlay that the base does not have is left out: the model decides which fields there are.
 */
export function personalize(
  base: readonly StoredLine[],
  overlays: ReadonlyMap<string, ServedData>,
  asked: readonly string[],
): PersonalizedLines {
  const lines = [...base]
  const places = new Map(base.map((line, index) => [lineName(line), index]))
  const applied: string[] = []
  for (const id of asked) {
    const overlay = overlays.get(id)
    if (!overlay) continue
    let set = false
    for (const line of decodeData(overlay)) {
      const name = lineName(line)
      const place = places.get(name)
      if (place === undefined) continue
      places.delete(name)
      lines[place] = line
      set = true
    }
    if (set) applied.push(id)
  }
  return { lines, applied }
}
