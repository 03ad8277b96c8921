// By what a room tells whether what it keeps in memory is still so: the counters that each space has reached.
import type { SpaceCounters, SpaceVersion } from './lease/known-spaces.ts'

export interface VersionSource {
  /** What holds right now, without a promise; null where it takes {@link of} to say. */
  current(space: string): SpaceVersion | null
  /** Null for a space that is not there. Rejects with DatabaseAway where nobody can say. */
  of(space: string): Promise<SpaceVersion | null>
  /** What a read has found, where that may be newer than what is known. */
  observe(space: string, versions: SpaceCounters): void
}

/** {@link VersionSource.current} where that is enough. */
export function findVersions(
  source: VersionSource,
  space: string,
): SpaceVersion | Promise<SpaceVersion | null> {
  return source.current(space) ?? source.of(space)
}
