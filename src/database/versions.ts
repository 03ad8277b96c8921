// Tells modules whether what they cache of a space is still valid: the current counters of each space.
import type { SpaceCounters, SpaceVersion } from './lease/space-leases.ts'

export interface VersionSource {
  /** The current versions, without a promise; null if {@link of} is needed. */
  current(space: string): SpaceVersion | null
  /** Null if the space does not exist. Rejects with DatabaseUnavailable if the versions cannot be determined. */
  of(space: string): Promise<SpaceVersion | null>
  /** Reports versions found by a read, which may be newer than the known ones. */
  observe(space: string, versions: SpaceCounters): void
}

/** {@link VersionSource.current} if it suffices, otherwise {@link VersionSource.of}. */
export function findVersions(
  source: VersionSource,
  space: string,
): SpaceVersion | Promise<SpaceVersion | null> {
  return source.current(space) ?? source.of(space)
}
