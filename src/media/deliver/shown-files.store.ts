// SQL statements for the files that live content shows, by the path of a file. Read-only. The space id comes from the path,
// which is safe because only public content is read.
import { sql } from 'kysely'
import { withContentType } from '../../base/content-type.ts'
import { type SpaceId, toSpaceId } from '../../base/ids.ts'
import { query, type Reads } from '../../database/database.ts'
import { prepare } from '../../database/prepare.ts'

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

/** Returns null if no live content shows the file under this name. */
export async function findShownFile(reads: Reads, address: FileAddress) {
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
 * Returns the address of the file that replaced this one, if live content shows it; the newest replacement wins. Null for an
 * address at which nothing was ever delivered, unless a live text names a former address of the asset.
 */
export async function findSuccessor(reads: Reads, address: FileAddress): Promise<FileAddress | null> {
  const row = await reads.first(successor(address))
  return row ? { ...address, ...row } : null
}
