// SQL statements that read the query index and the content it is built from, for `doctor`.
import type { SpaceId } from '../../base/ids.ts'
import { isIn, query, type Reads } from '../../database/database.ts'
import type { Field } from '../values/model.ts'
import type { IndexedEntry } from './index-terms.ts'

interface Page {
  readonly after: string
  readonly limit: number
}

/** A live entry with its number in the index; null if it has none. */
export interface NumberedContent extends IndexedEntry {
  readonly number: number | null
}

/** Lists live entries in the order of their ids. */
export async function listLiveContents(
  reads: Reads,
  space: SpaceId,
  { after, limit }: Page,
): Promise<readonly NumberedContent[]> {
  const rows = await reads.all(
    query
      .selectFrom('publication')
      .selectAll()
      .where('space', '=', space)
      .where('to_revision', 'is', null)
      .where('entry', '>', after)
      .orderBy('entry')
      .limit(limit),
  )
  const ids = rows.map(({ entry }) => entry)
  const overlays = await reads.all(
    query.selectFrom('publication_variant').selectAll().where('space', '=', space).where(isIn('entry', ids)),
  )
  const numbers = await reads.all(
    query.selectFrom('query_entry').selectAll().where('space', '=', space).where(isIn('entry', ids)),
  )
  const numberOf = new Map(numbers.map(({ entry, number }) => [entry, number]))
  return rows.map(row => ({
    id: row.entry,
    collection: row.collection,
    slug: row.slug,
    publishedAt: row.published_at,
    firstPublishedAt: row.first_published_at,
    values: row,
    overlays: new Map(
      overlays
        .filter(overlay => overlay.entry === row.entry && overlay.from_revision === row.from_revision)
        .map(overlay => [overlay.variant, overlay]),
    ),
    number: numberOf.get(row.entry) ?? null,
  }))
}

export async function readModelsToIndex(reads: Reads, space: SpaceId) {
  const rows = await reads.all(query.selectFrom('collection').selectAll().where('space', '=', space))
  return rows.map(row => ({
    apiName: row.api_name,
    ...(row.title_field !== null && { titleField: row.title_field }),
    fields: JSON.parse(row.fields) as Field[],
  }))
}

export async function eachPosting(
  reads: Reads,
  space: SpaceId,
  onPosting: (posting: {
    readonly collection: string
    readonly field: string
    readonly variant: string
    readonly key: Uint8Array
    readonly chunk: number
    readonly count: number
    readonly numbers: Uint8Array
  }) => void,
): Promise<void> {
  const postings = query.selectFrom('query_posting').selectAll().where('space', '=', space)
  await reads.each(postings, row => {
    onPosting(row)
    return undefined
  })
}
