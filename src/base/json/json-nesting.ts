// Measures the nesting of a JSON text. It runs before JSON.parse, because comparing and serializing a deeply nested
// value takes seconds or overflows the stack, while this takes one pass over the text.

const quote = 34
const backslash = 92

/** Checks whether objects and arrays are nested deeper than `levels`. The text need not be valid JSON. */
export function isNestedDeeper(text: string, levels: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === 91 || code === 123) {
      depth++
      if (depth > levels) return true
    } else if (code === 93 || code === 125) depth--
  }
  return false
}

/** Returns the index of the closing quote, or the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return end
  }
  return text.length
}
