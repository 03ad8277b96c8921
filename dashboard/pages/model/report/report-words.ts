// Describes the problems of a report. No React here.

const problemWords: Readonly<Record<string, string>> = {
  required: 'is required',
  unique: 'is not unique',
  min: 'is too small or too short',
  max: 'is too large or too long',
  minItems: 'has too few items',
  maxItems: 'has too many items',
  pattern: 'does not match the pattern',
  format: 'does not have the format',
  options: 'is none of the options',
  address: 'has an address that is not safe',
  type: 'does not have the type',
  target_not_allowed: 'refers to a collection that is not allowed',
  target_missing: 'refers to an entry that does not exist',
  target_archived: 'refers to an archived entry',
  target_not_live: 'refers to an entry that is not published',
}

/** Continues a sentence that begins with the field's name. */
export function toProblemWords(code: string): string {
  return problemWords[code] ?? `breaks the rule “${code}”`
}
