// Keys of new parts: random, so that they are unique in every value.

const keyBytes = 6

/** 12 hexadecimal digits, as the server derives them. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes))
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
