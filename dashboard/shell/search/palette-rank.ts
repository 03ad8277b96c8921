// The order of entries that a search found: by how well their titles match. No React here.

/** Without regard to case and accents. */
export function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Titles that begin with the words, then those with a word that does, then other titles, then slugs alone. */
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
