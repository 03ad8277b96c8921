// Response bodies by URL, to revalidate them by their ETag. Bodies are stored as text: each response is parsed anew, so
// that no two calls share an object.

type CachedText = readonly [etag: string, text: string]

export interface TextCache {
  get(url: string): CachedText | undefined
  /** What is used again is set again; the least recently set is evicted. Without an ETag it is removed. */
  set(url: string, etag: string | false | null, text: string): void
}

export function createTextCache(entries: number, bytes: number): TextCache {
  const cached = new Map<string, CachedText>()
  let total = 0
  const remove = (url: string) => {
    total -= cached.get(url)?.[1].length ?? 0
    cached.delete(url)
  }
  return {
    get: url => cached.get(url),
    set(url, etag, text) {
      remove(url)
      // A character has two bytes, the most that engines use.
      if (!etag || text.length > bytes / 16) return
      cached.set(url, [etag, text])
      total += text.length
      for (const [oldest] of cached) if (cached.size > entries || total > bytes / 2) remove(oldest)
    },
  }
}
