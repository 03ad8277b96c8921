// Caches response bodies by URL, to revalidate them by ETag. Bodies are stored as text and parsed for each call, so that no
// two calls share an object.

type CachedText = readonly [etag: string, text: string]

export interface TextCache {
  get(url: string): CachedText | undefined
  /** Stores a body, or removes it if there is no ETag. Used bodies are set again; the least recently set one is evicted. */
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
      // A character is counted as two bytes, the most that engines use.
      if (!etag || text.length > bytes / 16) return
      cached.set(url, [etag, text])
      total += text.length
      for (const [oldest] of cached) if (cached.size > entries || total > bytes / 2) remove(oldest)
    },
  }
}
