// Rules for characters in names and slugs.

/** Matches C0 and C1 control characters and DEL, which are never part of a name or a slug. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it matches
export const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/

/**
 * Checks whether a client can request the slug in a path. Control characters are refused, and clients resolve `.` and `..`.
 */
export function fitsInPath(slug: string): boolean {
  return slug !== '.' && slug !== '..' && !controlCharacter.test(slug)
}
