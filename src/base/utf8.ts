// Decodes text that must be UTF-8. A lenient decoder would silently replace other bytes by U+FFFD.

/** Returns the text without a byte order mark; null if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
