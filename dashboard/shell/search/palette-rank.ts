// Ranks the entries of a search by how well their titles match. No React here.

/** Removes differences of case and accents. */
export function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/**
 * Sorts titles that begin with the search text first, then titles with a word that does, then titles that contain it, then
 * entries that match only by slug.
 */
export function rankByTitle<Entry extends { readonly title: string | null }>(
  entries: readonly Entry[],
  search: string,
): readonly Entry[] {
  const words = fold(search.trim())
  const rank = ({ title }: Entry) => {
    const text = fold(title ?? '')
    if (text.startsWith(words)) return 0
    if (text.includes(` ${words}`)) return 1
    return text.includes(words) ? 2 : 3
  }
  return entries.toSorted((one, other) => rank(one) - rank(other))
}
