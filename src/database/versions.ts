// Tells modules whether their cached content of a space is still valid, by the current counters of each space.
import type { SpaceCounters, SpaceVersion } from './lease/space-leases.ts'

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
