// Hashes error codes. The client recognizes the server's codes by their hashes, because the names would be a tenth of its
// size. One in 1,700 unknown codes is mistaken for a known one.

/**
 * Returns a number below 117,101. The function also decodes the gaps of `codeGaps`: two characters from `(` on are the
 * digits of a number in base 87. The divisor is chosen so that no gap between the hashes of the codes has more digits. It
 * shares no factor with 87; otherwise hashes would depend on the last letters.
 */
export function hashOf(text: string): number {
  let hash = 0
  for (const char of text) hash = (hash * 87 + (char.charCodeAt(0) % 87)) % 117_101
  return hash
}
