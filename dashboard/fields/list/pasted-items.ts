// Text that is pasted into one item of a list of texts: where it is several values. No React here.

/** Longer parts between commas are read as a sentence, not as a value. */
const valueLengthMax = 60
/** A full stop or its like within a part is the end of a sentence. */
const sentenceEnd = /[.!?…。！？]\s/

/** The values, or null where the text is one value. Commas separate values only where nothing else was typed. */
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
