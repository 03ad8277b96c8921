// The versions of spaces, by which modules decide whether their cached content is still valid.

/** Counters of a space, raised by each transaction that changes its published content or its API keys. */
export interface SpaceCounters {
  readonly revision: number
  readonly keys: number
}

/**
 * Versions that a node may rely on. They are comparable only within one epoch, which ends when this node stops tracking
 * the space or finds that the database's history has changed.
 */
export interface SpaceVersion extends SpaceCounters {
  readonly epoch: number
}

export interface VersionSource {
  /** Returns the current versions without a promise; null if {@link of} is needed. */
  current(space: string): SpaceVersion | null
  /** Returns null if the space does not exist. Rejects with DatabaseUnavailable if the versions cannot be determined. */
  of(space: string): Promise<SpaceVersion | null>
  /** Reports versions found by a read, which may be newer than the known ones. */
  observe(space: string, versions: SpaceCounters): void
}

/** Returns {@link VersionSource.current} if it suffices, otherwise {@link VersionSource.of}. */
export function findVersions(
  source: VersionSource,
  space: string,
): SpaceVersion | Promise<SpaceVersion | null> {
  return source.current(space) ?? source.of(space)
}
