// Generates random keys for new parts, so that they are unique in every value.

const keyBytes = 6

/** Returns 12 hexadecimal digits, the same format as the keys that the server derives. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes))
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
