// The statements of the content API. They read live publications and the names of collections, nothing else: no draft
// can leak, because no draft is ever selected. The live row of an entry is the one without a `to_revision`.
import { sql } from 'kysely'
import type { SpaceId } from '../base/ids.ts'
import { isIn, query, type Reads, type stop } from '../database/database.ts'
import type { Statement } from '../database/engine.ts'
import { prepare } from '../database/prepare.ts'

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

/** Newest first, then by id. The rows of one page do not come in that order; their sort keys are in them. */
export async function eachLiveOfPage(
  reads: Reads,
  space: SpaceId,
  page: { collection: string; limit: number; offset: number },
  variants: readonly string[],
  onRow: OnRow<PublicationRow>,
): Promise<void> {
  await reads.each(livePage({ space, variants, ...page }), onRow)
}

export async function eachLiveBySlug(
  reads: Reads,
  space: SpaceId,
  address: { collection: string; slug: string },
  variants: readonly string[],
  onRow: OnRow<PublicationRow>,
): Promise<void> {
  await reads.each(liveBySlug({ space, variants, ...address }), onRow)
}

export async function eachLiveById(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
  variants: readonly string[],
  onRow: OnRow<PublicationRow>,
): Promise<void> {
  await reads.each(liveById({ space, variants, ids }), onRow)
}

/** What stays of a reference that is not resolved; nothing for an entry that is not published. */
export async function eachStubById(
  reads: Reads,
  space: SpaceId,
  ids: readonly string[],
  onRow: OnRow<StubRow>,
): Promise<void> {
  await reads.each(stubsById({ space, ids }), onRow)
}

export async function collectionExists(reads: Reads, space: SpaceId, apiName: string): Promise<boolean> {
  return (await reads.first(collectionByName({ space, apiName }))) !== undefined
}

export async function countLive(reads: Reads, space: SpaceId, collection: string): Promise<number> {
  return (await reads.first(liveCount({ space, collection })))?.count ?? 0
}

export async function listCollections(reads: Reads, space: SpaceId) {
  return reads.all(collectionsOf({ space }))
}

const collectionByName = prepare(({ space, apiName }: { space: SpaceId; apiName: string }) =>
  query
    .selectFrom('collection')
    .select('api_name')
    .where('space', '=', space)
    .where('api_name', '=', apiName),
)

const collectionsOf = prepare(({ space }: { space: SpaceId }) =>
  query
    .selectFrom('collection')
    .select(['api_name as apiName', 'name', 'fields'])
    .where('space', '=', space)
    .orderBy('api_name'),
)

const liveCount = prepare(({ space, collection }: { space: SpaceId; collection: string }) =>
  query
    .selectFrom('publication')
    .select(query.fn.countAll<number>().as('count'))
    .where('space', '=', space)
    .where('collection', '=', collection)
    .where('to_revision', 'is', null),
)

const stubsById = prepare(({ space, ids }: { space: SpaceId; ids: readonly string[] }) =>
  query
    .selectFrom('publication')
    .select(['entry', 'collection', 'slug'])
    .where('space', '=', space)
    .where('to_revision', 'is', null)
    .where(isIn('entry', ids)),
)

const noVariant = sql<string | null>`null`.as('variant')

interface Scope {
  readonly space: SpaceId
  readonly variants: readonly string[]
}

const livePage = prepareLive<Scope & { collection: string; limit: number; offset: number }>((rows, values) =>
  rows
    .where('collection', '=', values.collection)
    .orderBy('published_at', 'desc')
    .orderBy('entry')
    .limit(values.limit)
    .offset(values.offset),
)

const liveBySlug = prepareLive<Scope & { collection: string; slug: string }>((rows, { collection, slug }) =>
  rows.where('collection', '=', collection).where('slug', '=', slug),
)

const liveById = prepareLive<Scope & { ids: readonly string[] }>((rows, { ids }) =>
  rows.where(isIn('entry', ids)),
)

/** Live publications and, where variants are asked for, their overlays: one statement. */
function prepareLive<Values extends Scope>(
  narrow: (rows: LiveRows, values: Values) => LiveRows,
): (values: Values) => Statement<PublicationRow> {
  const plain = prepare((values: Values) => narrow(live(values), values).select(noVariant))
  const personalized = prepare((values: Values) => withOverlays(narrow(live(values), values), values))
  return values => (values.variants.length === 0 ? plain(values) : personalized(values))
}

type LiveRows = ReturnType<typeof live>

function live({ space }: Scope) {
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

function withOverlays(rows: LiveRows, { space, variants }: Scope): Statement<PublicationRow> {
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
        // A cross join keeps this order in SQLite: left to itself, it may begin with every overlay of the space.
        .crossJoin('publication_variant as overlay')
        .where('overlay.space', '=', space)
        .whereRef('overlay.entry', '=', 'found.entry')
        .whereRef('overlay.from_revision', '=', 'found.from_revision')
        .where(isIn('overlay.variant', variants))
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
