// When each key was last used: kept in memory, written in batches. A read of content never writes.
import type { Database } from '../database/database.ts'
import type { ApiKey } from './api-key.ts'
import { saveLastUse } from './keys.store.ts'

export interface KeyUsage {
  note(key: Pick<ApiKey, 'space' | 'id'>, at: number): void
  /** The key with the newest use that this node knows of. */
  withLastUse(key: ApiKey): ApiKey
  /** Writes what is new since the last time, in one transaction. */
  flush(): Promise<void>
}

interface KeyUse extends Pick<ApiKey, 'space' | 'id'> {
  readonly at: number
}

/** Bounded by the number of keys that there are. */
export function createKeyUsage(database: Database): KeyUsage {
  let unsaved = new Map<string, KeyUse>()
  const known = new Map<string, number>()
  return {
    note: ({ space, id }, at) => {
      const name = toName({ space, id })
      // A clock that is set back does not make the last use an earlier one.
      if (at <= (known.get(name) ?? Number.NEGATIVE_INFINITY)) return
      unsaved.set(name, { space, id, at })
      known.set(name, at)
    },
    withLastUse: key => {
      const at = known.get(toName(key))
      return at !== undefined && at > (key.lastUsedAt ?? 0) ? { ...key, lastUsedAt: at } : key
    },
    flush: async () => {
      if (unsaved.size === 0) return
      const batch = unsaved
      unsaved = new Map()
      try {
        await database.transaction(async writes => {
          for (const { space, id, at } of batch.values()) await saveLastUse(writes, space, id, at)
        })
      } catch (error) {
        // Kept for the next time, but for what was used again meanwhile.
        unsaved = new Map([...batch, ...unsaved])
        throw error
      }
    },
  }
}

/** Ids of keys are told apart within a space. */
function toName({ space, id }: Pick<ApiKey, 'space' | 'id'>): string {
  return `${space} ${id}`
}
