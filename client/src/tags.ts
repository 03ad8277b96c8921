// Tags of results, for caches that are invalidated by tag. No server sends any yet.

/** What changes when the result does; empty from a server that does not say it. */
export function tagsOf(_result: unknown): readonly string[] {
  return []
}
