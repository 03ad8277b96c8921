// Characters that names and slugs must not have, decoding of UTF-8, and counts with their noun.

/** Matches C0 and C1 control characters and DEL, which are never part of a name or a slug. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it matches
export const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/

/**
 * Checks whether a client can request the slug in a path. Control characters are refused, and clients resolve `.` and `..`.
 */
export function fitsInPath(slug: string): boolean {
  return slug !== '.' && slug !== '..' && !controlCharacter.test(slug)
}

/** Formats a number with its noun: `1 entry`, `2 entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Returns the text without a byte order mark; null if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
