// Reads the current versions of each space from the file. The next lookup sees a change by any process.
import type { Database as BunDatabase } from 'bun:sqlite'
import type { SpaceCounters, SpaceVersion } from '../lease/space-leases.ts'
import type { VersionSource } from '../versions.ts'

const spacesMax = 10_000

/** `connection` must be read-only, because `data_version` only reflects commits of other connections. */
export function createSqliteVersions(connection: BunDatabase): VersionSource {
  const readDataVersion = connection.query<{ data_version: number }, []>('pragma data_version')
  const read = (space: string) =>
    connection
      .query<SpaceCounters, [string]>(
        `select space.revision, coalesce(key_revision.revision, 0) as keys
        from space left join key_revision on key_revision.space = space.id
        where space.id = ?`,
      )
      .get(space)
  const cached = new Map<string, SpaceVersion>()
  let cachedDataVersion: number | null = null
  const find = (space: string): SpaceVersion | null => {
    // Read before the lookup, so that a commit in between is found by the next one. If it fails, no cached version is
    // returned, and the next lookup tries again. Once per turn of the event loop would be too rare: a pipelined request
    // of the same turn may have been sent after a later commit.
    const now = readDataVersion.get()?.data_version ?? null
    if (now !== cachedDataVersion || now === null || cached.size >= spacesMax) cached.clear()
    cachedDataVersion = now
    const found = cached.get(space)
    if (found !== undefined) return found
    const versions = read(space)
    if (versions === null) return null
    const fresh = { epoch: 0, ...versions }
    cached.set(space, fresh)
    return fresh
  }
  return { current: find, of: async space => find(space), observe: () => {} }
}
