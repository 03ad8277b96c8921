// Tags of results, for caches that are invalidated by tag. No server sends tags yet.

/** Returns the tags that change when the result does. Empty if the server sends none. */
export function tagsOf(_result: unknown): readonly string[] {
  return []
}
