// Response bodies by URL, to revalidate them by their ETag. Bodies are stored as text: each response is parsed anew, so
// that no two calls share an object.

interface CachedText {
  readonly etag: string
  readonly text: string
  /** In bytes. */
  readonly size: number
}

export interface TextCache {
  get(url: string): CachedText | undefined
  /** What is used again is set again; the least recently set is evicted. Without an ETag it is removed. */
  set(url: string, etag: string | false | null, text: string): void
}

export function createTextCache(entries: number, bytes: number): TextCache {
  const cached = new Map<string, CachedText>()
  let total = 0
  const remove = (url: string) => {
    total -= cached.get(url)?.size ?? 0
    cached.delete(url)
  }
  return {
    get: url => cached.get(url),
    set(url, etag, text) {
      remove(url)
      // The most that engines use.
      const size = text.length * 2
      if (!etag || size > bytes / 8) return
      cached.set(url, { etag, text, size })
      total += size
      for (const [oldest] of cached) if (cached.size > entries || total > bytes) remove(oldest)
    },
  }
}
