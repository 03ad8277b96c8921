// A short hash of an error code: the client knows the server's codes by it, because their names would be a tenth of its
// size. About one new code in thirty is taken for a known one.

/** How many hashes there are. */
export const hashCount = 1699

/** `factor` is one for which the hashes of all codes lie close together. */
export function hashOf(code: string, factor: number): number {
  let hash = 0
  for (const char of code) hash = (hash * factor + char.charCodeAt(0)) % hashCount
  return hash
}
