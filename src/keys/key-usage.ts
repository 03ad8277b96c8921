// Collects the last use of each key in memory, and writes it in batches, so that a request for content never writes.
import type { Database } from '../database/database.ts'
import type { ApiKey } from './api-key.ts'
import { saveLastUse } from './keys.store.ts'

export interface KeyUsage {
  note(key: Pick<ApiKey, 'space' | 'id'>, at: number): void
  /** Returns the key with the latest use that this node knows. */
  withLastUse(key: ApiKey): ApiKey
  /** Writes the changes since the last flush in one transaction. */
  flush(): Promise<void>
}

interface KeyUse extends Pick<ApiKey, 'space' | 'id'> {
  readonly at: number
}

/** Creates the collector. Its size is limited by the number of keys. */
export function createKeyUsage(database: Database): KeyUsage {
  let unsaved = new Map<string, KeyUse>()
  const known = new Map<string, number>()
  return {
    note: ({ space, id }, at) => {
      const name = toName({ space, id })
      // If the clock is set back, the last use does not move back.
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
        // The next flush retries them, except keys that were used again in the meantime.
        unsaved = new Map([...batch, ...unsaved])
        throw error
      }
    },
  }
}

/** Includes the space, because key ids are unique only within a space. */
function toName({ space, id }: Pick<ApiKey, 'space' | 'id'>): string {
  return `${space} ${id}`
}
