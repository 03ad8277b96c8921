// Resolves the numbers of the query index to live entries and the values that lists are sorted by, and reads the state of
// the index.
import type { SpaceId } from '../../base/ids.ts'
import { isIn, isNumberIn, query, type Reads } from '../../database/database.ts'
import { prepare } from '../../database/prepare.ts'

/** Returns the ids of entries by their numbers. */
export async function readIdsOfNumbers(
  reads: Reads,
  space: SpaceId,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await reads.all(idsOfNumbers({ space, numbers: numbers.map(String) }))
  return new Map(rows.map(({ number, entry }) => [number, entry]))
}

export interface IndexedEntry {
  readonly number: number
  readonly entry: string
  readonly slug: string
  readonly publishedAt: number
  readonly firstPublishedAt: number
  readonly data: string
  /** The overlay of the variant; null if there is none. */
  readonly overlay: string | null
}

/** Returns live entries with their stored values, in no particular order. */
export function readValuesOfNumbers(
  reads: Reads,
  space: SpaceId,
  numbers: readonly number[],
  variant: string,
): Promise<readonly IndexedEntry[]> {
  return reads.all(valuesOfNumbers({ space, numbers: numbers.map(String), variant }))
}

/** Returns those of the ids that are published. */
export async function readLiveIds(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await reads.all(liveIds({ space, ids }))).map(({ entry }) => entry))
}

/** Reads the revision at which models last changed. */
export async function readModelRevision(reads: Reads, space: SpaceId): Promise<number> {
  return (await reads.first(modelRevisionOf({ space })))?.model_revision ?? 0
}

interface OfNumbers {
  readonly space: SpaceId
  readonly numbers: readonly string[]
}

const idsOfNumbers = prepare(({ space, numbers }: OfNumbers) =>
  query
    .selectFrom('query_entry')
    .select(['number', 'entry'])
    .where('space', '=', space)
    .where(isNumberIn('number', numbers)),
)

/** The cross join makes SQLite keep this order. */
const valuesOfNumbers = prepare(({ space, numbers, variant }: OfNumbers & { readonly variant: string }) =>
  query
    .selectFrom('query_entry as indexed')
    .crossJoin('publication as live')
    .leftJoin('publication_variant as overlay', join =>
      join
        .on('overlay.space', '=', space)
        .onRef('overlay.entry', '=', 'live.entry')
        .onRef('overlay.from_revision', '=', 'live.from_revision')
        .on('overlay.variant', '=', variant),
    )
    .where('indexed.space', '=', space)
    .where(isNumberIn('indexed.number', numbers))
    .where('live.space', '=', space)
    .whereRef('live.entry', '=', 'indexed.entry')
    .where('live.to_revision', 'is', null)
    .select([
      'indexed.number',
      'indexed.entry',
      'live.slug',
      'live.published_at as publishedAt',
      'live.first_published_at as firstPublishedAt',
      'live.data',
      'overlay.data as overlay',
    ]),
)

const liveIds = prepare(({ space, ids }: { space: SpaceId; ids: readonly string[] }) =>
  query
    .selectFrom('publication')
    .select('entry')
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where(isIn('entry', ids)),
)

const modelRevisionOf = prepare(({ space }: { space: SpaceId }) =>
  query.selectFrom('space').select('model_revision').where('id', '=', space),
)
