// Caches which files live content shows, until their space changes. An unpublished file is gone for the next request, on
// this node and, by the same lease as content, on all others.
import type { Database } from '../../database/database.ts'
import type { SpaceVersion } from '../../database/lease/space-leases.ts'
import { type FileAddress, findShownFile, findSuccessor, type ShownFile } from './shown-files.store.ts'

/** The content at an address: the file, or its new address. */
export type Visible = { readonly file: ShownFile } | { readonly movedTo: FileAddress }

export interface VisibleFiles {
  /** Looks in memory, synchronously; null if {@link find} has to decide. */
  peek(address: FileAddress): Visible | null
  /** Returns null if nothing is served at the address. */
  find(address: FileAddress): Promise<Visible | null>
}

interface Cached {
  readonly visible: Visible
  readonly version: SpaceVersion
}

/** The limit of cached addresses, which take a few hundred bytes each. */
const cachedMax = 20_000

export function createVisibleFiles({
  snapshot,
  versions,
}: Pick<Database, 'snapshot' | 'versions'>): VisibleFiles {
  const cached = new Map<string, Cached>()
  const read = (address: FileAddress) =>
    snapshot(address.space, async (reads): Promise<Visible | null> => {
      const file = await findShownFile(reads, address)
      if (file) return { file }
      const movedTo = await findSuccessor(reads, address)
      return movedTo && { movedTo }
    })
  const peekAt = (key: string, now: SpaceVersion | null): Visible | null => {
    const found = cached.get(key)
    const isValid = found?.version.revision === now?.revision && found?.version.epoch === now?.epoch
    return found && isValid ? found.visible : null
  }
  return {
    peek: address => peekAt(toKey(address), versions.current(address.space)),
    find: async address => {
      const key = toKey(address)
      const isKnown = cached.has(key)
      // Unknown spaces are not requested from `versions`, because arbitrary paths would evict others from memory.
      if (!isKnown && (await read(address)) === null) return null
      const now = versions.current(address.space) ?? (await versions.of(address.space))
      const hit = peekAt(key, now)
      if (hit !== null) return hit
      // Read after the version: a change in between makes the cached value newer than its version, never older.
      const visible = await read(address)
      cached.delete(key)
      if (visible === null || now === null) return visible
      if (cached.size >= cachedMax) cached.delete(cached.keys().next().value!)
      cached.set(key, { visible, version: now })
      return visible
    },
  }
}

function toKey({ space, sha256, filename }: FileAddress): string {
  return `${space}/${sha256}/${filename}`
}
