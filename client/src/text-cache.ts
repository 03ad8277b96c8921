// Response bodies by URL, to revalidate them by their ETag. Bodies are stored as text: each response is parsed anew, so
// that no two calls share an object.

export interface CachedText {
  readonly etag: string
  readonly text: string
}

export interface TextCache {
  get(url: string): CachedText | undefined
  /** What is used again is set again; the least recently set is evicted. Undefined removes. */
  set(url: string, value: CachedText | undefined): void
}

/** Memory of a text: engines use one byte for each character if that suffices for all of them. */
const bytesOf = ({ text }: CachedText) => text.length * (/[^\0-\xff]/.test(text) ? 2 : 1)

export function createTextCache({ entries = 2000, bytes = 2 ** 24 }): TextCache {
  const cached = new Map<string, CachedText>()
  let total = 0
  const remove = (url: string) => {
    const found = cached.get(url)
    if (found && cached.delete(url)) total -= bytesOf(found)
  }
  return {
    get: url => cached.get(url),
    set(url, value) {
      remove(url)
      if (!value || bytesOf(value) > bytes / 8) return
      cached.set(url, value)
      total += bytesOf(value)
      for (const [oldest] of cached) if (cached.size > entries || total > bytes) remove(oldest)
    },
  }
}
