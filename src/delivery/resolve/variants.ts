// Personalizes one entry: chooses the value of each field for the requested variants.
import {
  type CutData,
  cutData,
  nameOf,
  type Reference,
  type ServedData,
} from '../../content/values/stored-data.ts'

export interface PersonalizedFields {
  readonly data: CutData
  /** For each line the variant that set it, or null for the base value; null if no variant set any line. */
  readonly setBy: readonly (string | null)[] | null
}

/** The source of a field's value. */
interface Choice {
  readonly data: CutData
  readonly line: number
  /** Null for the base value. */
  readonly variant: string | null
}

/**
 * For each field, the first id in `requested` whose overlay has a value wins; otherwise the base value stays. Overlay fields
 * that the base lacks are left out, because the model determines which fields exist.
 */
export function personalize(
  base: CutData,
  overlays: ReadonlyMap<string, ServedData>,
  requested: readonly string[],
): PersonalizedFields {
  const choices: Choice[] = lineNumbers(base).map(line => ({ data: base, line, variant: null }))
  const open = new Map(choices.map(({ line }) => [nameOf(base, line), line]))
  let isBase = true
  for (const id of requested) {
    const overlay = overlays.get(id)
    if (!overlay) continue
    const data = cutData(overlay)
    for (const line of lineNumbers(data)) {
      const name = nameOf(data, line)
      const index = open.get(name)
      if (index === undefined) continue
      open.delete(name)
      choices[index] = { data, line, variant: id }
      isBase = false
    }
  }
  if (isBase) return { data: base, setBy: null }
  return { data: mergeFields(choices), setBy: choices.map(({ variant }) => variant) }
}

/** Returns the ids of `requested` that set one of these lines, in requested order. */
export function listApplied(
  setBy: PersonalizedFields['setBy'],
  requested: readonly string[],
): readonly string[] {
  return setBy === null ? [] : requested.filter(id => setBy.includes(id))
}

function lineNumbers({ cuts }: CutData): number[] {
  return Array.from({ length: cuts.length / 2 }, (_, line) => line)
}

/**
 * Copies the fields into a new buffer, so that a cached entry does not keep a whole overlay in memory for one line of it.
 */
function mergeFields(choices: readonly Choice[]): CutData {
  const parts: Buffer[] = []
  const cuts: number[] = []
  const references: Reference[] = []
  let at = 0
  for (const [index, { data, line }] of choices.entries()) {
    const part = data.source.subarray(data.cuts[2 * line], data.cuts[2 * line + 1])
    parts.push(part)
    cuts.push(at, at + part.byteLength)
    at += part.byteLength
    const reference = data.references.find(([of]) => of === line)
    if (reference !== undefined) references.push([index, reference[1]])
  }
  return { source: Buffer.concat(parts), cuts, references }
}
