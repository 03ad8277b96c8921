// The statements of the content API. They read live publications and the names of collections, nothing else: no draft
// can leak, because no draft is ever selected. The live row of an entry is the one without a `to_revision`.
import { type Compilable, sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { query, type Reads, type stop, textList } from '../database/database.ts'

/** A publication (`variant` null), or the overlay of one for a variant id. */
export interface PublicationRow {
  readonly variant: string | null
  readonly entry: string
  readonly collection: string
  readonly slug: string
  readonly version: number
  readonly firstPublishedAt: number
  readonly publishedAt: number
  readonly data: string
  readonly refs: string | null
}

export interface StubRow {
  readonly entry: string
  readonly collection: string
  readonly slug: string
}

type OnRow<Row> = (row: Row) => typeof stop | undefined

/** Live publications and, where variants are asked for, their overlays: one statement. */
type LiveQuery = Compilable<PublicationRow>

export async function collectionExists(reads: Reads, space: SpaceId, apiName: string): Promise<boolean> {
  const row = await reads.first(
    query
      .selectFrom('collection')
      .select('api_name')
      .where('space', '=', space)
      .where('api_name', '=', apiName),
  )
  return row !== undefined
}

export async function listCollections(reads: Reads, space: SpaceId) {
  return reads.all(
    query
      .selectFrom('collection')
      .select(['api_name as apiName', 'name', 'fields'])
      .where('space', '=', space)
      .orderBy('api_name'),
  )
}

export async function countLive(reads: Reads, space: SpaceId, collection: string): Promise<number> {
  const row = await reads.first(
    query
      .selectFrom('publication')
      .select(query.fn.countAll<number>().as('count'))
      .where('space', '=', space)
      .where('collection', '=', collection)
      .where('to_revision', 'is', null),
  )
  return row?.count ?? 0
}

/** Newest first, then by id. The rows of one page do not come in that order; their sort keys are in them. */
export async function eachLiveOfPage(
  reads: Reads,
  space: SpaceId,
  page: { collection: string; limit: number; offset: number },
  variants: readonly string[],
  onRow: OnRow<PublicationRow>,
): Promise<void> {
  const rows = live(space)
    .where('collection', '=', page.collection)
    .orderBy('published_at', 'desc')
    .orderBy('entry')
    .limit(page.limit)
    .offset(page.offset)
  await reads.each(withOverlays(space, rows, variants), onRow)
}

export async function eachLiveBySlug(
  reads: Reads,
  space: SpaceId,
  address: { collection: string; slug: string },
  variants: readonly string[],
  onRow: OnRow<PublicationRow>,
): Promise<void> {
  const rows = live(space).where('collection', '=', address.collection).where('slug', '=', address.slug)
  await reads.each(withOverlays(space, rows, variants), onRow)
}

export async function eachLiveById(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
  variants: readonly string[],
  onRow: OnRow<PublicationRow>,
): Promise<void> {
  const rows = live(space).where('entry', 'in', textList(ids))
  await reads.each(withOverlays(space, rows, variants), onRow)
}

/** What stays of a reference that is not resolved; nothing for an entry that is not published. */
export async function eachStubById(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
  onRow: OnRow<StubRow>,
): Promise<void> {
  const rows = query
    .selectFrom('publication')
    .select(['entry', 'collection', 'slug'])
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where('entry', 'in', textList(ids))
  await reads.each(rows, onRow)
}

function live(space: SpaceId) {
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
      'data',
      'refs',
    ])
    .where('space', '=', space)
    .where('to_revision', 'is', null)
}

function withOverlays(space: SpaceId, rows: ReturnType<typeof live>, variants: readonly string[]): LiveQuery {
  const none = sql<string | null>`null`.as('variant')
  if (variants.length === 0) return rows.select(none)
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
      none,
    ])
    .unionAll(found =>
      found
        .selectFrom('found')
        .innerJoin('publication_variant as overlay', join =>
          join
            .on('overlay.space', '=', space)
            .onRef('overlay.entry', '=', 'found.entry')
            .onRef('overlay.from_revision', '=', 'found.from_revision')
            .on('overlay.variant', 'in', textList(variants)),
        )
        .select(eb => [
          'found.entry',
          eb.val('').as('collection'),
          eb.val('').as('slug'),
          eb.val(0).as('version'),
          eb.val(0).as('firstPublishedAt'),
          eb.val(0).as('publishedAt'),
          'overlay.data',
          'overlay.refs',
          'overlay.variant',
        ]),
    )
}
