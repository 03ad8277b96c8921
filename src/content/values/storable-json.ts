// Detects JSON that the engines or JSON itself cannot store. All values are checked, whichever way they are received.

const nestingMax = 64

/** Returns a message about content that cannot be stored; null if the value is valid. Counts keys in `seen`. */
export function findStorageError(
  value: unknown,
  seen: { keys: number } = { keys: 0 },
  depth = 1,
): string | null {
  if (typeof value === 'string') return checkText(value)
  if (typeof value === 'number') {
    return Number.isFinite(value) ? null : 'A number is too large for a double, and so for JSON.'
  }
  if (typeof value !== 'object' || value === null) return null
  if (depth > nestingMax) return `It is nested deeper than ${nestingMax} levels.`
  if (Array.isArray(value)) {
    for (const item of value) {
      const error = findStorageError(item, seen, depth + 1)
      if (error) return error
    }
    return null
  }
  for (const key in value) {
    seen.keys++
    const error =
      checkText(key) ?? findStorageError((value as { [key: string]: unknown })[key], seen, depth + 1)
    if (error) return error
  }
  return null
}

function checkText(text: string): string | null {
  if (text.includes('\u0000')) return 'A string contains NUL (U+0000), which cannot be stored.'
  return text.isWellFormed() ? null : 'A string contains a lone surrogate, which is not valid Unicode.'
}
