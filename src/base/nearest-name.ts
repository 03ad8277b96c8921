// Suggests the existing name that an unknown name probably meant.

/** Maximum edits of a typo: more would suggest names that have little in common. */
const editsMax = 2

/** The most similar name, ignoring case; null if none is similar. */
export function nearestName(unknownName: string, names: Iterable<string>): string | null {
  const wanted = unknownName.toLowerCase()
  // Short names allow fewer edits, since each edit changes more of them.
  let best = Math.min(editsMax, Math.floor((wanted.length - 1) / 2)) + 1
  let nearest: string | null = null
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) > editsMax) continue
    const edits = countEdits(wanted, name.toLowerCase())
    if (edits < best || (edits === best && nearest !== null && name < nearest)) {
      best = edits
      nearest = name
    }
  }
  return nearest
}

/** Levenshtein distance: insertions, deletions and replacements of a character. */
function countEdits(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const replaced = above[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, above[column]! + 1, current[column - 1]! + 1))
    }
    above = current
  }
  return above[to.length]!
}
