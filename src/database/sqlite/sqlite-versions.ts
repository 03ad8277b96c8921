// What holds of each space, from the file itself: a change by this process or another counts from the next lookup on.
import type { Database as BunDatabase } from 'bun:sqlite'
import type { SpaceCounters, SpaceVersion } from '../lease/known-spaces.ts'
import type { VersionSource } from '../versions.ts'

const spacesMax = 10_000

/** `connection` must not be one that writes: SQLite counts for it what others have committed. */
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
  const known = new Map<string, SpaceVersion>()
  let knownAt: number | null = null
  const find = (space: string): SpaceVersion | null => {
    // Before the lookup, so that what is committed in between is found by the next one. Where it fails, nothing that is
    // known is served, and the next lookup asks again.
    const now = readDataVersion.get()?.data_version ?? null
    if (now !== knownAt || now === null || known.size >= spacesMax) known.clear()
    knownAt = now
    const found = known.get(space)
    if (found !== undefined) return found
    const versions = read(space)
    if (versions === null) return null
    const fresh = { epoch: 0, ...versions }
    known.set(space, fresh)
    return fresh
  }
  return { current: find, of: async space => find(space), observe: () => {} }
}
