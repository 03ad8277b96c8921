// Finds the name that was probably meant by a misspelt one, for the suggestions in errors.

/** The maximum edits of a typo. More would suggest names that have little in common. */
const editsMax = 2

/**
 * Returns the most similar name: one that differs by case only, otherwise the one with the fewest edits, at most two and
 * at most a third of its length. Returns null if none is similar.
 */
export function nearestName(unknownName: string, names: Iterable<string>): string | null {
  const lowerCase = unknownName.toLowerCase()
  let best = Number.POSITIVE_INFINITY
  let nearest: string | null = null
  for (const name of names) {
    const most = Math.min(editsMax, Math.ceil(name.length / 3), best)
    if (Math.abs(name.length - unknownName.length) > most) continue
    const isSame = name.length === unknownName.length && name.toLowerCase() === lowerCase
    const edits = isSame ? 0 : countEdits(unknownName, name, most)
    if (edits > most) continue
    if (edits < best || (nearest !== null && name < nearest)) {
      best = edits
      nearest = name
    }
  }
  return nearest
}

/**
 * Counts insertions, deletions, replacements and swaps of neighbours. Above `most`, the result is only known to be
 * larger than `most`.
 */
function countEdits(longFrom: string, longTo: string, most: number): number {
  const [from, to] = withoutCommonEnds(longFrom, longTo)
  let [twoAbove, above]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      let edits = Math.min(
        above![column - 1]! + (isSame ? 0 : 1),
        above![column]! + 1,
        current[column - 1]! + 1,
      )
      const isSwap = !isSame && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (isSwap) edits = Math.min(edits, twoAbove![column - 2]! + 1)
      current.push(edits)
    }
    if (Math.min(...current) > most && Math.min(...above!) > most) return most + 1
    ;[twoAbove, above] = [above, current]
  }
  return above![to.length]!
}

/** Removes the common start and end, because edits are between the first and the last difference. */
function withoutCommonEnds(from: string, to: string): readonly [string, string] {
  const shorter = Math.min(from.length, to.length)
  let start = 0
  while (start < shorter && from.charCodeAt(start) === to.charCodeAt(start)) start++
  let [fromEnd, toEnd] = [from.length, to.length]
  while (fromEnd > start && toEnd > start && from.charCodeAt(fromEnd - 1) === to.charCodeAt(toEnd - 1)) {
    fromEnd--
    toEnd--
  }
  return [from.slice(start, fromEnd), to.slice(start, toEnd)]
}
