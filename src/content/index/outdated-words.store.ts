// SQL statements for what an older version of Frontlist made of texts: which spaces have any, and what it is derived from.
import type { SpaceId } from '../../base/ids.ts'
import { query, type Reads, type Writes } from '../../database/database.ts'

interface Page {
  readonly after: string
  readonly limit: number
}

/** Ids. */
export async function listSpacesWithOutdatedWords(reads: Reads): Promise<ReadonlySet<string>> {
  const rows = await reads.all(query.selectFrom('space').select('id').where('has_outdated_words', '=', 1))
  return new Set(rows.map(({ id }) => id))
}

export async function setWordsRenewed(writes: Writes, space: SpaceId): Promise<void> {
  await writes.updateTable('space').set({ has_outdated_words: 0 }).where('id', '=', space).execute()
}

/** In the order of their ids. */
export async function listSearchedDrafts(reads: Reads, space: SpaceId, { after, limit }: Page) {
  return reads.all(
    query
      .selectFrom('entry')
      .select(['id', 'title', 'slug', 'title_key', 'search'])
      .where('space', '=', space)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit),
  )
}

/** In the order of their ids. */
export async function listSearchedAssets(reads: Reads, space: SpaceId, { after, limit }: Page) {
  return reads.all(
    query
      .selectFrom('asset')
      .select(['id', 'filename', 'title', 'filename_key', 'search'])
      .where('space', '=', space)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit),
  )
}
