// SQL statements that read entries for an export. Read-only.
import type { SpaceId } from '../../base/ids.ts'
import { query, type Reads } from '../../database/database.ts'
import { asWritten, variantsAsWritten } from '../values/stored-data.ts'
import type { EntryRow } from './entries.store.ts'
import { livePublicationOf, liveVariants, liveWrittenVariants } from './publication-reads.store.ts'

export interface ExportRow
  extends Pick<EntryRow, 'id' | 'collection' | 'slug' | 'data' | 'variants' | 'archived_at'> {
  readonly liveData: string | null
  readonly liveSlug: string | null
  readonly liveVariants: string | null
  readonly publishedAt: number | null
}

interface ExportPage {
  readonly afterId: string
  readonly limit: number
  /** True to include archived entries. */
  readonly archived: boolean
}

/** Reads entries with their live publications, ordered by id, after the given one. */
export async function readForExport(
  reads: Reads,
  space: SpaceId,
  { afterId, limit, archived }: ExportPage,
): Promise<ExportRow[]> {
  const rows = await reads.all(
    query
      .selectFrom('entry')
      .leftJoin('publication', livePublicationOf(space))
      .select([
        'entry.id',
        'entry.collection',
        'entry.slug',
        'entry.data',
        'entry.variants',
        'entry.archived_at',
        'publication.data as liveData',
        'publication.written as liveWritten',
        'publication.slug as liveSlug',
        'publication.published_at as publishedAt',
        liveVariants.as('liveVariants'),
        liveWrittenVariants.as('liveWrittenVariants'),
      ])
      .where('entry.space', '=', space)
      .$if(!archived, entries => entries.where('entry.archived_at', 'is', null))
      .where('entry.id', '>', afterId)
      .orderBy('entry.id')
      .limit(limit),
  )
  return rows.map(({ liveWritten, liveWrittenVariants, ...row }) => ({
    ...row,
    liveData: row.liveData === null ? null : asWritten({ data: row.liveData, written: liveWritten }),
    liveVariants: variantsAsWritten(row.liveVariants, liveWrittenVariants),
  }))
}
