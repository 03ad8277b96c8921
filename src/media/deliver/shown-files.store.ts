// Finds the files that live content shows, by the path of a file. Read-only. The space id comes from the path, which is
// safe because only public content is read, and files whose address this server has signed. Public files are cached until
// their space changes: an unpublished file is gone for the next request, on this node and, by the same lease as content, on
// all others.
import { sql } from 'kysely'
import { withContentType } from '../../base/content-type.ts'
import { type SpaceId, toSpaceId } from '../../base/ids.ts'
import { type Database, prepare, query, type Reads } from '../../database/database.ts'
import type { SpaceVersion } from '../../database/space-versions.ts'

/** The parts of a file's path. */
export interface FileAddress {
  readonly space: SpaceId
  readonly sha256: string
  readonly filename: string
}

const spacePattern = /^[0-9A-Za-z]{1,64}$/
const hashPattern = /^[0-9a-f]{64}$/

/** Returns null if the parts cannot be the address of a file. */
export function parseFileAddress(
  parts: Readonly<Record<'space' | 'sha256' | 'filename', string | null>>,
): FileAddress | null {
  const { space, sha256, filename } = parts
  if (space === null || sha256 === null || filename === null || filename === '') return null
  if (!spacePattern.test(space) || !hashPattern.test(sha256)) return null
  return { space: toSpaceId(space), sha256, filename }
}

const shown = prepare(({ space, sha256, filename }: FileAddress) =>
  query
    .selectFrom('publication_asset')
    .innerJoin('blob', 'blob.sha256', 'publication_asset.blob')
    .select(['blob.size', 'blob.content_type as contentType', 'blob.width', 'blob.height'])
    .select(['blob.frames', 'blob.unreadable'])
    .where('publication_asset.space', '=', space)
    .where('publication_asset.blob', '=', sha256)
    .where('publication_asset.filename', '=', filename)
    .limit(sql.lit(1)),
)

const stored = prepare(({ space, sha256 }: Omit<FileAddress, 'filename'>) =>
  query
    .selectFrom('asset')
    .innerJoin('blob', 'blob.sha256', 'asset.blob')
    .select(['blob.size', 'blob.content_type as contentType', 'blob.width', 'blob.height'])
    .select(['blob.frames', 'blob.unreadable'])
    .where('asset.space', '=', space)
    .where('asset.blob', '=', sha256)
    .limit(sql.lit(1)),
)

/** Returns the file of an asset, whether or not it is shown; null if no asset of the space has these bytes. */
export async function findFile(reads: Reads, { space, sha256, filename }: FileAddress) {
  const row = await reads.first(stored({ space, sha256 }))
  return row ? withContentType({ ...row, filename }) : null
}

/** Returns null if no live content shows the file under this name. */
async function findShownFile(reads: Reads, address: FileAddress) {
  const row = await reads.first(shown(address))
  return row ? withContentType({ ...row, filename: address.filename }) : null
}

export type ShownFile = NonNullable<Awaited<ReturnType<typeof findShownFile>>>

const successor = prepare(({ space, sha256, filename }: FileAddress) =>
  query
    .selectFrom('asset_former')
    .innerJoin('asset', join =>
      join.onRef('asset.space', '=', 'asset_former.space').onRef('asset.id', '=', 'asset_former.asset'),
    )
    .select(['asset.blob as sha256', 'asset.filename'])
    .where('asset_former.space', '=', space)
    .where('asset_former.sha256', '=', sha256)
    .where('asset_former.filename', '=', filename)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('publication_asset')
          .select('publication_asset.entry')
          .where('publication_asset.space', '=', space)
          .whereRef('publication_asset.asset', '=', 'asset.id')
          .where(({ or, eb }) =>
            or([eb('asset_former.was_delivered', '=', 1), eb('publication_asset.names_former', '=', 1)]),
          ),
      ),
    )
    .orderBy('asset_former.replaced_at', 'desc')
    .orderBy('asset.id')
    .limit(sql.lit(1)),
)

/**
 * Returns the address of the file that replaced this one, if live content shows it; the newest replacement wins. Null for
 * an address at which nothing was ever delivered, unless a live text names a former address of the asset.
 */
async function findSuccessor(reads: Reads, address: FileAddress): Promise<FileAddress | null> {
  const row = await reads.first(successor(address))
  return row ? { ...address, ...row } : null
}

/** The content at an address: the file, or its new address. */
type Visible = { readonly file: ShownFile } | { readonly movedTo: FileAddress }

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
