// What counts as text.

/** C0 and C1 control characters and DEL: never part of a name or a slug. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: to refuse them is what it is for
export const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/
