// Reads published entries with their values. Drafts cannot leak, because no draft is ever selected. The live row of an
// entry is the one without a `to_revision`.
import { type Expression, sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import {
  byEngine,
  isIn,
  prepare,
  query,
  type Reads,
  type Statement,
  type stop,
} from '../../database/database.ts'

type OnRow<Row> = (row: Row) => typeof stop | undefined

/**
 * A publication (`variant` null) or one of its overlays. If variants are requested, every overlay is returned, to find out
 * which ids make no difference; overlays that were not requested have no values (`data` null).
 */
export interface LiveRow {
  readonly variant: string | null
  readonly entry: string
  readonly collection: string
  readonly slug: string
  readonly version: number
  readonly firstPublishedAt: number
  readonly publishedAt: number
  /** UTF-8. */
  readonly data: Buffer | null
  readonly refs: string | null
}

/** SQLite returns the stored bytes, which is cheaper than strings; PostgreSQL's driver returns strings. */
type StoredRow = Omit<LiveRow, 'data'> & { readonly data: Uint8Array<ArrayBuffer> | string | null }

/** Returns the revision of the space's published content, as of these reads. */
export async function readRevision(reads: Reads, space: SpaceId): Promise<number> {
  return (await reads.first(revisionOf({ space })))?.revision ?? 0
}

export interface ReferenceRow {
  readonly entry: string
  readonly collection: string
  readonly slug: string
}

/** Returns the id of the live entry with a slug. */
export async function findLiveEntry(
  reads: Reads,
  space: SpaceId,
  collection: string,
  slug: string,
): Promise<string | null> {
  return (await reads.first(liveBySlug({ space, collection, slug })))?.entry ?? null
}

export async function eachLiveById(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
  variants: readonly string[],
  onRow: OnRow<LiveRow>,
): Promise<void> {
  await reads.each(liveById({ space, variants, ids }), row =>
    onRow(Object.assign(row, { data: toBytes(row.data) })),
  )
}

/**
 * Like {@link eachLiveById}, but with values only if at most `countMax` entries are live; otherwise each row is only a path
 * (`data` null). Uses one statement, so that the count needs no extra read.
 */
export async function eachLiveIfFew(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
  variants: readonly string[],
  countMax: number,
  onRow: OnRow<LiveRow>,
): Promise<void> {
  const statement = variants.length === 0 ? plainIfFew : personalizedIfFew
  await reads.each(statement({ space, variants, ids, countMax }), row =>
    onRow(Object.assign(row, { data: toBytes(row.data) })),
  )
}

/** Reads the rows for unresolved references; unpublished entries have none. */
export async function eachReferenceById(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
  onRow: OnRow<ReferenceRow>,
): Promise<void> {
  await reads.each(referencesById({ space, ids }), onRow)
}

function toBytes(data: StoredRow['data']): Buffer | null {
  if (data === null) return null
  if (typeof data === 'string') return Buffer.from(data)
  // Reinterprets the bytes: `Buffer.from` would copy, because small arrays have no shareable memory.
  return Object.setPrototypeOf(data, Buffer.prototype) as Buffer
}
const noVariant = sql<string | null>`null`.as('variant')

interface Scope {
  readonly space: SpaceId
  readonly variants: readonly string[]
}

type ByIds = Scope & { readonly ids: readonly string[] }

const plainById = prepare((values: ByIds) => live(values).select(noVariant))
const personalizedById = prepare((values: ByIds) => withOverlays(live(values), values))

/** Selects live publications and, if variants are requested, their overlays, in one statement. */
function liveById(values: ByIds): Statement<StoredRow> {
  return values.variants.length === 0 ? plainById(values) : personalizedById(values)
}

type IfFew = ByIds & { readonly countMax: number }

const plainIfFew = prepare((values: IfFew) => liveIfFew(values).select(noVariant))
const personalizedIfFew = prepare((values: IfFew) => withOverlays(liveIfFew(values), values, true))

/** Counts the rows before reading any values. */
function liveIfFew({ space, ids, countMax }: IfFew) {
  const areFew = sql<boolean>`(select count(*) from counted) <= cast(${countMax} as integer)`
  return query
    .with(
      cte => cte('counted').materialized(),
      db =>
        db
          .selectFrom('publication')
          .select(['from_revision', 'entry'])
          .where('space', '=', space)
          .where('to_revision', 'is', null)
          .where(isIn('entry', ids)),
    )
    .selectFrom('counted')
    .crossJoin('publication as live')
    .select(({ eb }) => [
      'live.from_revision',
      'live.entry',
      'live.collection',
      'live.slug',
      'live.version',
      'live.first_published_at as firstPublishedAt',
      'live.published_at as publishedAt',
      eb.case().when(areFew).then(storedBytes('live.data')).end().as('data'),
      eb.case().when(areFew).then(eb.ref('live.refs')).end().as('refs'),
    ])
    .where('live.space', '=', space)
    .whereRef('live.entry', '=', 'counted.entry')
    .whereRef('live.from_revision', '=', 'counted.from_revision')
}

function storedBytes(column: string) {
  return byEngine<StoredRow['data']>({
    sqlite: sql`cast(${sql.ref(column)} as blob)`,
    postgres: sql`${sql.ref(column)}`,
  })
}

type LiveRows = Expression<Omit<StoredRow, 'variant'> & { readonly from_revision: number }>

function live({ space, ids }: ByIds) {
  return query
    .selectFrom('publication')
    .select([
      'from_revision',
      'entry',
      'collection',
      'slug',
      'version',
      'first_published_at as firstPublishedAt',
      'published_at as publishedAt',
      storedBytes('data').as('data'),
      'refs',
    ])
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where(isIn('entry', ids))
}

/** Adds the overlays of the rows. With `ofValuesOnly`, rows without values have no overlays. */
function withOverlays(
  rows: LiveRows,
  { space, variants }: Scope,
  ofValuesOnly = false,
): Statement<StoredRow> {
  return query
    .with('found', () => rows)
    .selectFrom('found')
    .select([
      'entry',
      'collection',
      'slug',
      'version',
      'firstPublishedAt',
      'publishedAt',
      'data',
      'refs',
      noVariant,
    ])
    .unionAll(found =>
      found
        .selectFrom('found')
        // A cross join keeps this order in SQLite, which otherwise may start with every overlay of the space.
        .crossJoin('publication_variant as overlay')
        .where('overlay.space', '=', space)
        .whereRef('overlay.entry', '=', 'found.entry')
        .whereRef('overlay.from_revision', '=', 'found.from_revision')
        .$if(ofValuesOnly, overlays => overlays.where('found.data', 'is not', null))
        .select(eb => [
          'found.entry',
          eb.val('').as('collection'),
          eb.val('').as('slug'),
          eb.val(0).as('version'),
          eb.val(0).as('firstPublishedAt'),
          eb.val(0).as('publishedAt'),
          eb
            .case()
            .when(isIn('overlay.variant', variants))
            .then(storedBytes('overlay.data'))
            .end()
            .as('data'),
          eb.case().when(isIn('overlay.variant', variants)).then(eb.ref('overlay.refs')).end().as('refs'),
          'overlay.variant',
        ]),
    )
}

const referencesById = prepare(({ space, ids }: { space: SpaceId; ids: readonly string[] }) =>
  query
    .selectFrom('publication')
    .select(['entry', 'collection', 'slug'])
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where(isIn('entry', ids)),
)

const liveBySlug = prepare(
  ({ space, collection, slug }: { space: SpaceId; collection: string; slug: string }) =>
    query
      .selectFrom('publication')
      .select('entry')
      .where('space', '=', space)
      .where('to_revision', 'is', null)
      .where('collection', '=', collection)
      .where('slug', '=', slug),
)

const revisionOf = prepare(({ space }: { space: SpaceId }) =>
  query.selectFrom('space').select('revision').where('id', '=', space),
)
