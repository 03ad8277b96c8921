// SQL statements for blobs, and for which spaces use them: the only ones that write these tables. Both belong to no
// space and stand outside of row level security, so that a statement sees the uses of all spaces.

import { type Selectable, sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { isIn, query, type Writes } from '../../database/database.ts'
import { byEngine } from '../../database/engine.ts'
import type { Schema } from '../../database/schema.ts'

/** What is known of a file when it is stored. */
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
 * `reserved`: the file is not removed for a day. `busy`: another transaction changes the row. Otherwise the file is being
 * removed since `mark`.
 */
export type Reservation = 'reserved' | 'busy' | { readonly mark: number }

export type BlobRow = Selectable<Schema['blob']>

// Conflicts with a removal, and not with a change of `stored_at`.
const lockToName = byEngine({ sqlite: sql``, postgres: sql`for key share` })
// A transaction outside of spaces, which sign-in waits for, must not wait for an import that names the blob.
const lockToReserve = byEngine({ sqlite: sql``, postgres: sql`for no key update skip locked` })
const lockToRemove = byEngine({ sqlite: sql``, postgres: sql`for update skip locked` })

/** Before a file is stored: makes its row, or keeps the one that is there from being removed. */
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
      // A trial that was given up, or left out, says nothing.
      unreadable: thumbhash === null && present.thumbhash === null ? unreadable || present.unreadable : 0,
    })
    .where('sha256', '=', sha256)
    .execute()
  return 'reserved'
}

/**
 * In the transaction that adds assets or publications which show these files: records that the space uses them, and
 * returns those that are not there or being removed, of which nothing is recorded. The others stay until it commits.
 * The caller has stored the files, or the space has an asset with them: a row alone does not say that its upload was
 * finished.
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
 * In the transaction of the space that has taken assets or publications away, after it has: forgets the uses that are
 * left without a reason, and keeps these files for a day from now.
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
  // In one order, so that two spaces do not wait for each other.
  for (const sha256 of released.map(row => row.sha256).sort()) {
    await writes.updateTable('blob').set({ stored_at: now }).where('sha256', '=', sha256).execute()
  }
}

/** Marks those files that no space uses, if they were stored before `storedBefore`, and returns them. */
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
  // A statement of its own, which sees what was committed before the rows were locked.
  const uses = await writes.selectFrom('blob_use').select('sha256').where(isIn('sha256', locked)).execute()
  const used = new Set(uses.map(({ sha256 }) => sha256))
  const unused = locked.filter(sha256 => !used.has(sha256))
  await writes.updateTable('blob').set({ removing: now }).where(isIn('sha256', unused)).execute()
  return unused
}

/** Takes over a removal that was not finished: of several that try, one succeeds. */
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

/** After the files were deleted. Those whose removal was taken over stay. */
export async function deleteMarked(writes: Writes, files: readonly string[], mark: number): Promise<void> {
  await writes.deleteFrom('blob').where(isIn('sha256', files)).where('removing', '=', mark).execute()
}

/** What was found out of a picture after it was stored. */
export async function savePicture(
  writes: Writes,
  sha256: string,
  found: Pick<BlobRow, 'thumbhash' | 'frames' | 'unreadable'>,
): Promise<void> {
  const { thumbhash, frames, unreadable } = found
  await writes
    .updateTable('blob')
    .set({ thumbhash, frames, unreadable })
    .where('sha256', '=', sha256)
    .execute()
}
