// A hash of an error code. The client knows the server's codes by it, because their names would be a tenth of its size.
// Of 250,000 new codes one is taken for a known one.

/**
 * Three characters from `(` on are a number, each a digit of 87. The divisor leaves no distance between the hashes of the
 * codes that has more digits, and is no multiple of a factor of 87, for which the hashes would depend on the last letters.
 */
export function hashOf(text: string): number {
  let hash = 0
  for (const char of text) hash = (hash * 87 + (char.charCodeAt(0) % 87)) % 15_926_401
  return hash
}
