// What counts as text.

/** C0 and C1 control characters and DEL: never part of a name or a slug. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: to refuse them is what it is for
export const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/

/** Whether a client can ask for it in a path: control characters are refused, and `.` and `..` resolved away by clients. */
export function fitsInPath(slug: string): boolean {
  return slug !== '.' && slug !== '..' && !controlCharacter.test(slug)
}
