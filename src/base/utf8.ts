// Reading text that must be UTF-8: a lenient decoder would put U+FFFD where other bytes are, and nobody would notice.

/** Without a byte order mark; null if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
