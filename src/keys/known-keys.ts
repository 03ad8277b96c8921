// Keys that this node has looked up, so that most requests ask no database for theirs. A key counts as known only while
// no key of its space has changed since: what was revoked, narrowed or rotated is looked up again first.
import type { SpaceId } from '../base/ids.ts'
import type { Database } from '../database/database.ts'
import type { Known } from '../database/freshness/known-spaces.ts'
import { findVersions } from '../database/versions.ts'
import type { ApiKey } from './api-key.ts'
import { type FoundKey, findKeysByHash } from './key-lookup.store.ts'
import { createKeyLookup } from './key-lookups.ts'

/** Some kilobytes each; the one that was used least lately goes. */
const keysMax = 10_000

interface KnownKey {
  readonly found: FoundKey
  /** Of the space's keys, when the key was looked up, and of the history in which that was. */
  readonly revision: number
  readonly epoch: number
}

export interface KnownKeys {
  /** The same where it can be said without a promise, with what holds of its space now; null where it cannot. */
  recall(hash: string, now: number): { readonly key: ApiKey; readonly versions: Known } | null
  /**
   * By the hash of the whole key. The secret before a rotation finds its key until the overlap ends. Rejects with
   * DatabaseAway where nobody can say whether the key is still what it was.
   */
  find(hash: string, now: number): Promise<ApiKey | null>
}

export function createKnownKeys({ reads, versions }: Pick<Database, 'reads' | 'versions'>): KnownKeys {
  const known = new Map<string, KnownKey>()
  const lookUp = createKeyLookup(hashes => findKeysByHash(reads, hashes))

  const remember = async (hash: string, space: SpaceId): Promise<FoundKey | null> => {
    // Before the key is looked up: what changes in between makes the key newer than it is said to be, never older.
    const before = await findVersions(versions, space)
    const found = before && (await lookUp(hash))
    if (!before || !found) return null
    if (known.size >= keysMax) known.delete(known.keys().next().value ?? '')
    known.set(hash, { found, revision: before.keys, epoch: before.epoch })
    return found
  }

  /** One that holds has been used most lately: last in the line of those that go. */
  const holds = (hash: string, at: KnownKey, now: Known | null): boolean => {
    known.delete(hash)
    if (now === null || now.keys !== at.revision || now.epoch !== at.epoch) return false
    known.set(hash, at)
    return true
  }

  return {
    recall: (hash, now) => {
      const at = known.get(hash)
      const current = at ? versions.current(at.found.key.space) : null
      if (!at || !current || !holds(hash, at, current)) return null
      const key = toUsable(at.found, now)
      return key && { key, versions: current }
    },
    find: async (hash, now) => {
      const at = known.get(hash)
      if (at && holds(hash, at, await findVersions(versions, at.found.key.space)))
        return toUsable(at.found, now)
      // Of a hash that is not known nobody can say whose space it is but the database.
      const space = at?.found.key.space ?? (await lookUp(hash))?.key.space
      const found = space === undefined ? null : await remember(hash, space)
      return found && toUsable(found, now)
    },
  }
}

function toUsable({ key, validUntil }: FoundKey, now: number): ApiKey | null {
  return validUntil === null || validUntil > now ? key : null
}
