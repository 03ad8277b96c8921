// SQL statements that list blobs and their uses, for jobs that go through all of them in pages.
import type { SpaceId } from '../../base/ids.ts'
import { isIn, query, type Reads } from '../../database/database.ts'
import type { BlobRow } from './blobs.store.ts'

/** Returns a page of blobs, ascending by their SHA-256. */
function listBlobs(reads: Reads, after: string, limit: number): Promise<BlobRow[]> {
  return reads.all(
    query.selectFrom('blob').selectAll().where('sha256', '>', after).orderBy('sha256').limit(limit),
  )
}

export type RemovableBlob = Pick<BlobRow, 'sha256' | 'size' | 'removing'>

/** Returns a page of blobs that may be removed, or whose removal began before `markedBefore`. */
export function listRemovable(
  reads: Reads,
  { after, storedBefore, markedBefore }: { after: string; storedBefore: number; markedBefore: number },
  limit: number,
): Promise<RemovableBlob[]> {
  return reads.all(
    query
      .selectFrom('blob')
      .select(['sha256', 'size', 'removing'])
      .where('sha256', '>', after)
      .where(({ and, or, not, exists, eb, selectFrom }) =>
        or([
          eb('removing', '<', markedBefore),
          and([
            eb('removing', 'is', null),
            eb('stored_at', '<', storedBefore),
            not(
              exists(
                selectFrom('blob_use')
                  .select('blob_use.space')
                  .whereRef('blob_use.sha256', '=', 'blob.sha256'),
              ),
            ),
          ]),
        ]),
      )
      .orderBy('sha256')
      .limit(limit),
  )
}

/** Returns the ids of the spaces that use the file. */
export async function listSpacesUsing(reads: Reads, sha256: string): Promise<readonly string[]> {
  const rows = await reads.all(
    query.selectFrom('blob_use').select('space').where('sha256', '=', sha256).orderBy('space'),
  )
  return rows.map(({ space }) => space)
}

/** Returns the ids of a space's assets that have the file. */
export async function listAssetsWith(
  reads: Reads,
  space: SpaceId,
  sha256: string,
): Promise<readonly string[]> {
  const rows = await reads.all(
    query
      .selectFrom('asset')
      .select('id')
      .where('space', '=', space)
      .where('blob', '=', sha256)
      .orderBy('id'),
  )
  return rows.map(({ id }) => id)
}

/** Returns a page of pictures without a placeholder, ordered by hash. */
export function listWithoutPlaceholder(
  reads: Reads,
  contentTypes: readonly string[],
  after: string,
  limit: number,
): Promise<BlobRow[]> {
  return reads.all(
    query
      .selectFrom('blob')
      .selectAll()
      .where('thumbhash', 'is', null)
      .where('removing', 'is', null)
      .where(isIn('content_type', contentTypes))
      .where('sha256', '>', after)
      .orderBy('sha256')
      .limit(limit),
  )
}

/** Returns the stored blobs of these files, except those that are being removed. */
export async function readBlobs(reads: Reads, files: readonly string[]): Promise<BlobRow[]> {
  if (files.length === 0) return []
  return reads.all(
    query.selectFrom('blob').selectAll().where(isIn('sha256', files)).where('removing', 'is', null),
  )
}

const pageLength = 500

/** Yields the pages of `list`, which is called with the last hash of the previous page until it returns no rows. */
export async function* inPages<Row extends { readonly sha256: string }>(
  list: (after: string) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let after: string | undefined = ''
  while (after !== undefined) {
    const page: readonly Row[] = await list(after)
    if (page.length > 0) yield page
    after = page.at(-1)?.sha256
  }
}

/** Yields the blobs that are not being removed, in ascending order of their hashes. */
export async function* storedBlobs(reads: Reads): AsyncGenerator<BlobRow> {
  for await (const page of inPages(after => listBlobs(reads, after, pageLength))) {
    yield* page.filter(({ removing }) => removing === null)
  }
}
