// Applies `fields` to the blocks of a value: each keeps the named fields that it has, its component and its key. The JSON of the
// value is cut where references stand.
import { isJsonObject, type Json, type Values } from '../content/values/model.ts'
import type { Projection } from './bound-query.ts'

interface ProjectedBlocks {
  /** One piece more than there are references. */
  readonly pieces: readonly string[]
  readonly references: readonly LeftReference[]
}

/** A reference, or a list of references, that is left. */
interface LeftReference {
  /** Its index among the references of the whole value. */
  readonly index: number
  /** The fields of its targets; null if `fields` names none, and does not resolve them. */
  readonly projection: Projection | null
}

// No stored value contains NUL, so that the texts of marks are not those of values.
const mark = '\u0000'
const markPattern = /"\\u0000(\d+)"/

/** `pieces` are the JSON of a block or of a list of blocks; a reference stands between every two of them. */
export function projectBlocks(pieces: readonly string[], projection: Projection): ProjectedBlocks {
  const text = pieces.map((piece, index) => (index === 0 ? piece : markOf(index - 1) + piece)).join('')
  const named = new Map<string, Projection>()
  const projected = JSON.stringify(projectValue(JSON.parse(text) as Json, projection, named))
  const parts = projected.split(markPattern)
  return {
    pieces: parts.filter((_, at) => at % 2 === 0),
    references: parts
      .filter((_, at) => at % 2 === 1)
      .map(index => ({ index: Number(index), projection: named.get(mark + index) ?? null })),
  }
}

function markOf(index: number): string {
  return JSON.stringify(mark + index)
}

/** Adds the projections of marked references to `named`. */
function projectValue(value: Json, projection: Projection, named: Map<string, Projection>): Json {
  if (Array.isArray(value))
    return (value as readonly Json[]).map(item => projectValue(item, projection, named))
  if (!isJsonObject(value) || !isJsonObject(value.data)) return value
  const { only } = projection
  if (only === null) return value
  const left = Object.entries(value.data as Values).flatMap(([name, own]) => {
    const inside = only.get(name)
    if (inside === undefined) return []
    if (inside?.isOfBlocks) return [[name, projectValue(own, inside, named)] as const]
    if (inside !== null && typeof own === 'string') named.set(own, inside)
    return [[name, own] as const]
  })
  return { ...value, data: Object.fromEntries(left) }
}
