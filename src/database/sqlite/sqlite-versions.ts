// What holds of each space, from the file itself: whoever has changed it, this process or another, the next question
// is answered by what is there then.
import type { Database as BunDatabase } from 'bun:sqlite'
import type { Known, Versions } from '../freshness/known-spaces.ts'
import type { VersionSource } from '../versions.ts'
import type { WalIndex } from './wal-index.ts'

const spacesMax = 10_000

/**
 * `connection` must not be one that writes: SQLite counts for it what others have committed. Asking it takes several
 * system calls, which the index of the log saves while nothing is.
 */
export function createSqliteVersions(connection: BunDatabase, index: WalIndex | null): VersionSource {
  const ask = () =>
    connection.query<{ data_version: number }, []>('pragma data_version').get()?.data_version ?? 0
  const read = (space: string) =>
    connection
      .query<Versions, [string]>(
        `select space.revision, coalesce(key_revision.revision, 0) as keys
        from space left join key_revision on key_revision.space = space.id
        where space.id = ?`,
      )
      .get(space)
  const known = new Map<string, Known>()
  let knownAt = -1
  const find = (space: string): Known | null => {
    // Looked at first: what is committed in between is found by the next look.
    const now = index === null || index.hasMoved() ? ask() : knownAt
    if (now !== knownAt || known.size >= spacesMax) known.clear()
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
