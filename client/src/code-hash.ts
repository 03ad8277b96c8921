// A short hash of an error code: the client knows the server's codes by it, because their names would be a tenth of its
// size. About one new code in 860 would be taken for a known one.

/** Three characters. */
export function hashOf(code: string): string {
  let hash = 0
  for (let index = 0; index < code.length; index++) hash = (hash * 31 + code.charCodeAt(index)) % 36 ** 3
  return hash.toString(36).padStart(3, '0')
}
