// SQL statements for blobs and for the spaces that use them. No other statements write these tables. Both tables belong to
// no space and are exempt from row level security, so that a statement sees the uses of all spaces.
import { type Selectable, sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { byEngine, isIn, query, type Writes } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'

/** The properties of a file that are known when it is stored. */
export interface NewBlob {
  readonly sha256: string
  readonly size: number
  readonly contentType: string
  readonly width: number | null
  readonly height: number | null
  readonly thumbhash: string | null
  readonly frames: number | null
  readonly isUnreadable: boolean
}

/**
 * `reserved`: the file is not removed for a day. `busy`: another transaction is changing the row. Otherwise the file is
 * being removed since `mark`.
 */
type Reservation = 'reserved' | 'busy' | { readonly mark: number }

export type BlobRow = Selectable<Schema['blob']>

// Conflicts with a removal, but not with a change of `stored_at`.
const lockToName = byEngine({ sqlite: sql``, postgres: sql`for key share` })
// Skips locked rows. This transaction is outside of spaces, and sign-in waits for it, so it must not wait for an import
// that names the blob.
const lockToReserve = byEngine({ sqlite: sql``, postgres: sql`for no key update skip locked` })
const lockToRemove = byEngine({ sqlite: sql``, postgres: sql`for update skip locked` })

/** Must be called before a file is stored: inserts its row, or protects the existing row from removal. */
export async function reserveBlob(writes: Writes, blob: NewBlob, now: number): Promise<Reservation> {
  const { sha256, size, contentType, width, height, thumbhash, frames } = blob
  const unreadable: 0 | 1 = blob.isUnreadable ? 1 : 0
  const row = {
    sha256,
    size,
    content_type: contentType,
    width,
    height,
    thumbhash,
    frames,
    unreadable,
    stored_at: now,
    removing: null,
  }
  const inserted = await writes
    .insertInto('blob')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .returning('sha256')
    .execute()
  if (inserted.length > 0) return 'reserved'
  const present = await writes
    .selectFrom('blob')
    .select(['removing', 'thumbhash', 'unreadable'])
    .where('sha256', '=', sha256)
    .modifyEnd(lockToReserve)
    .executeTakeFirst()
  if (present === undefined) return 'busy'
  if (present.removing !== null) return { mark: present.removing }
  await writes
    .updateTable('blob')
    .set({
      stored_at: now,
      frames,
      thumbhash: present.thumbhash ?? thumbhash,
      // A trial that was skipped or aborted says nothing about readability.
      unreadable: thumbhash === null && present.thumbhash === null ? unreadable || present.unreadable : 0,
    })
    .where('sha256', '=', sha256)
    .execute()
  return 'reserved'
}

/**
 * Records that the space uses these files, and returns the files that are missing or being removed; nothing is recorded of
 * those. The others cannot be removed until the transaction commits. Must be called in the transaction that adds the assets
 * or publications with these files. The caller must have stored the files, or the space must have an asset with them,
 * because a row alone does not prove that its upload was finished.
 */
export async function claimBlobs(
  writes: Writes,
  space: SpaceId,
  files: readonly string[],
): Promise<readonly string[]> {
  const wanted = [...new Set(files)].sort()
  const present = await writes
    .selectFrom('blob')
    .select('sha256')
    .where(isIn('sha256', wanted))
    .where('removing', 'is', null)
    .orderBy('sha256')
    .modifyEnd(lockToName)
    .execute()
  const found = new Set(present.map(({ sha256 }) => sha256))
  if (found.size > 0) {
    await writes
      .insertInto('blob_use')
      .expression(
        query
          .selectFrom('blob')
          .select(['sha256', sql<string>`cast(${space} as text)`.as('space')])
          .where(isIn('sha256', [...found])),
      )
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
  return wanted.filter(sha256 => !found.has(sha256))
}

/**
 * Deletes the uses of files for which the space has no asset or publication left, and keeps these files for a day from now.
 * Must be called in the transaction that removes the assets or publications, after their removal.
 */
export async function releaseBlobs(
  writes: Writes,
  space: SpaceId,
  files: readonly string[],
  now: number,
): Promise<void> {
  const released = await writes
    .deleteFrom('blob_use')
    .where('space', '=', space)
    .where(isIn('sha256', [...new Set(files)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('asset')
            .select('asset.id')
            .where('asset.space', '=', space)
            .whereRef('asset.blob', '=', 'blob_use.sha256'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('publication_asset')
            .select('publication_asset.asset')
            .where('publication_asset.space', '=', space)
            .whereRef('publication_asset.blob', '=', 'blob_use.sha256'),
        ),
      ),
    )
    .returning('sha256')
    .execute()
  // All transactions lock the rows in the same order, so that two spaces do not wait for each other.
  for (const sha256 of released.map(row => row.sha256).sort()) {
    await writes.updateTable('blob').set({ stored_at: now }).where('sha256', '=', sha256).execute()
  }
}

/** Marks the files that no space uses and that were stored before `storedBefore`, and returns them. */
export async function markUnused(
  writes: Writes,
  files: readonly string[],
  storedBefore: number,
  now: number,
): Promise<readonly string[]> {
  const rows = await writes
    .selectFrom('blob')
    .select('sha256')
    .where(isIn('sha256', files))
    .where('removing', 'is', null)
    .where('stored_at', '<', storedBefore)
    .modifyEnd(lockToRemove)
    .execute()
  const locked = rows.map(({ sha256 }) => sha256)
  // A separate statement sees everything that was committed before the rows were locked.
  const uses = await writes.selectFrom('blob_use').select('sha256').where(isIn('sha256', locked)).execute()
  const used = new Set(uses.map(({ sha256 }) => sha256))
  const unused = locked.filter(sha256 => !used.has(sha256))
  await writes.updateTable('blob').set({ removing: now }).where(isIn('sha256', unused)).execute()
  return unused
}

/** Takes over an unfinished removal. If several processes try, one succeeds. */
export async function replaceMark(
  writes: Writes,
  sha256: string,
  mark: number,
  now: number,
): Promise<boolean> {
  const rows = await writes
    .updateTable('blob')
    .set({ removing: now })
    .where('sha256', '=', sha256)
    .where('removing', '=', mark)
    .returning('sha256')
    .execute()
  return rows.length > 0
}

/** Deletes the rows after the files were deleted. Rows whose removal another process took over stay. */
export async function deleteMarked(writes: Writes, files: readonly string[], mark: number): Promise<void> {
  await writes.deleteFrom('blob').where(isIn('sha256', files)).where('removing', '=', mark).execute()
}

/** Saves the properties of a picture that were found after it was stored. */
export async function savePicture(
  writes: Writes,
  sha256: string,
  { thumbhash, unreadable }: Pick<BlobRow, 'thumbhash' | 'unreadable'>,
): Promise<void> {
  await writes.updateTable('blob').set({ thumbhash, unreadable }).where('sha256', '=', sha256).execute()
}
