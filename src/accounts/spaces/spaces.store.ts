// SQL statements for spaces. The command line gets its SpaceId here, by naming an existing space.
import { type SpaceId, toSpaceId } from '../../base/ids.ts'
import { toPreviewSites } from '../../content/model/preview-sites.store.ts'
import type { PreviewSite } from '../../content/model/preview-url.ts'
import { query, type Reads, type Writes } from '../../database/database.ts'

export interface Space {
  readonly id: SpaceId
  readonly slug: string
  readonly name: string
  readonly createdAt: number
  readonly previewSites: readonly PreviewSite[]
}

/** The properties of a space that its owners and admins may change. */
export interface SpaceChange {
  readonly name?: string | undefined
  readonly previewSites?: readonly PreviewSite[] | undefined
}

/** Returns false if the slug is taken. */
export async function insertSpace(writes: Writes, space: Space): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await writes
    .insertInto('space')
    .values({ id: space.id, slug: space.slug, name: space.name, revision: 0, created_at: space.createdAt })
    .onConflict(conflict => conflict.column('slug').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function updateSpace(
  writes: Writes,
  id: SpaceId,
  { name, previewSites }: SpaceChange,
): Promise<Space> {
  const row = await writes
    .updateTable('space')
    .set({
      ...(name !== undefined && { name }),
      ...(previewSites !== undefined && { preview_sites: JSON.stringify(previewSites) }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toSpace(row)
}

export async function findSpaceBySlug(reads: Reads, slug: string): Promise<Space | null> {
  const row = await reads.first(query.selectFrom('space').selectAll().where('slug', '=', slug))
  return row ? toSpace(row) : null
}

export async function findSpaceById(reads: Reads, id: SpaceId): Promise<Space | null> {
  const row = await reads.first(query.selectFrom('space').selectAll().where('id', '=', id))
  return row ? toSpace(row) : null
}

export async function listSpaces(reads: Reads): Promise<Space[]> {
  const rows = await reads.all(query.selectFrom('space').selectAll().orderBy('slug'))
  return rows.map(toSpace)
}

interface SpaceRow {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly created_at: number
  readonly preview_sites: string
}

function toSpace(row: SpaceRow): Space {
  return {
    id: toSpaceId(row.id),
    slug: row.slug,
    name: row.name,
    createdAt: row.created_at,
    previewSites: toPreviewSites(row.preview_sites),
  }
}
