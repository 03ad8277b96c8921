// Splits text that is pasted into one item of a list into several values. No React here.

/** Longer parts between commas are considered a sentence, not a value. */
const valueLengthMax = 60
/** Sentence-ending punctuation within a part, which is then not a value. */
const sentenceEnd = /[.!?…。！？]\s/

/** Returns the values, or null if the text is a single value. Commas separate values only if the item was empty. */
export function splitPastedItems(text: string, isItemEmpty: boolean): readonly string[] | null {
  const lines = toParts(text, /\r\n|[\n\r\t\u2028\u2029]/)
  if (lines.length > 1) return lines
  const parts = toParts(text, /[,،、，;]\s+/)
  const areValues = parts.every(part => part.length <= valueLengthMax && !sentenceEnd.test(part))
  return isItemEmpty && parts.length > 1 && areValues ? parts : null
}

function toParts(text: string, separator: RegExp): readonly string[] {
  return text
    .split(separator)
    .map(part => part.trim())
    .filter(part => part !== '')
}
