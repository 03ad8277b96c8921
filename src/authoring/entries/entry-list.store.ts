// Read-only SQL statements for lists of entries in the management API.
import { sql } from 'kysely'
import type { SpaceId } from '../../base/ids.ts'
import { firstPublishedAt, livePublicationOf } from '../../content/tables/publication-reads.store.ts'
import { type EntryState, entryStates } from '../../content/values/model.ts'
import { byEngine, isIn, query, type Reads } from '../../database/database.ts'
import type { ListState, SortKey, StateCounts } from './entry-list.schema.ts'

export interface EntryFilter {
  /** Null means any entry. */
  readonly ids: readonly string[] | null
  /** Null means all collections. */
  readonly collections: readonly string[] | null
  /** Null means all entries that are not archived. */
  readonly states: readonly ListState[] | null
  /** Case-folded; empty means no search. */
  readonly search: string
  /** Null means any slug. */
  readonly slug: string | null
  /** Actors as stored; null means any actor. */
  readonly updatedBy: readonly string[] | null
  readonly references: string | null
}

export interface EntryOrder {
  readonly key: SortKey | 'id'
  readonly isDescending: boolean
}

const sortColumns = {
  updatedAt: 'updated_at',
  createdAt: 'created_at',
  publishedAt: 'published_at',
  title: 'title_key',
  slug: 'slug',
  id: 'id',
} as const satisfies Record<EntryOrder['key'], string>

export async function countEntries(reads: Reads, space: SpaceId, filter: EntryFilter): Promise<number> {
  const count = query.fn.countAll<number>().as('count')
  const row = await reads.first(entriesWhere(space, filter).select(count))
  return row?.count ?? 0
}

/** Counts the matches of each state, ignoring the states of the filter itself. */
export async function countStates(reads: Reads, space: SpaceId, filter: EntryFilter): Promise<StateCounts> {
  const stored = await reads.all(
    entriesWhere(space, { ...filter, states: entryStates })
      .select(['state', query.fn.countAll<number>().as('count')])
      .select(sql<number>`count(case when problems > 0 then 1 end)`.as('invalid'))
      .groupBy('state'),
  )
  const countOf = (state: EntryState) => stored.find(row => row.state === state)?.count ?? 0
  const inState = (state: ListState) => countEntries(reads, space, { ...filter, states: [state] })
  return {
    draft: countOf('draft'),
    live: countOf('live'),
    changed: countOf('changed'),
    archived: countOf('archived'),
    scheduled: await inState('scheduled'),
    failed: await inState('failed'),
    invalid: stored.reduce((sum, row) => (row.state === 'archived' ? sum : sum + row.invalid), 0),
  }
}

/** Lists ids in this order, then by id. Entries without a value come last. */
export async function listEntryIds(
  reads: Reads,
  space: SpaceId,
  filter: EntryFilter,
  { key, isDescending }: EntryOrder,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<string[]> {
  const column = sortColumns[key]
  const isNullable = key === 'publishedAt' || key === 'title'
  const rows = await reads.all(
    entriesWhere(space, filter, key)
      .select('id')
      .$if(isNullable, entries => entries.orderBy(sql`${sql.ref(column)} is null`))
      .orderBy(column, isDescending ? 'desc' : 'asc')
      .orderBy('id')
      .limit(limit)
      .offset(offset),
  )
  return rows.map(({ id }) => id)
}

function entriesWhere(space: SpaceId, filter: EntryFilter, sortedBy?: EntryOrder['key']) {
  const { ids, collections, states, search, slug, updatedBy, references } = filter
  const [only, ...more] = collections ?? []
  // The index of slugs leaves archived entries out.
  const bySlug = slug !== null || sortedBy === 'slug'
  return query
    .selectFrom('entry')
    .where('space', '=', space)
    .$if(ids !== null, entries => entries.where(isIn('id', ids!)))
    .$if(only !== undefined && more.length === 0, entries => entries.where('collection', '=', only!))
    .$if(more.length > 0, entries => entries.where(isIn('collection', collections!)))
    .$if(search !== '', entries => entries.where(contains(search)))
    .$if(slug !== null, entries => entries.where('slug', '=', slug!))
    .$if(updatedBy !== null, entries => entries.where(isIn('updated_by', updatedBy!)))
    .$if(references !== null, entries =>
      entries.where('id', 'in', ({ selectFrom }) =>
        selectFrom('draft_reference')
          .select('draft_reference.entry')
          .where('draft_reference.space', '=', space)
          .where('draft_reference.target', '=', references!),
      ),
    )
    .where(bySlug && states === null ? isUnarchived : isInState(space, states))
}

function contains(text: string) {
  return byEngine<boolean>({
    sqlite: sql`instr(search, ${text}) > 0`,
    postgres: sql`strpos(search, ${text}) > 0`,
  })
}

const isUnarchived = sql<boolean>`archived_at is null`

function isInState(space: SpaceId, states: readonly ListState[] | null) {
  if (states === null) return sql<boolean>`state <> 'archived'`
  const stored = states.filter(state => state !== 'scheduled' && state !== 'failed' && state !== 'invalid')
  const conditions = stored.map(state => sql<boolean>`state = ${state}`)
  if (states.includes('invalid')) conditions.push(sql`(problems > 0 and state <> 'archived')`)
  for (const [name, state] of [
    ['scheduled', 'pending'],
    ['failed', 'failed'],
  ] as const) {
    if (!states.includes(name)) continue
    conditions.push(
      sql`id in (select schedule.entry from schedule where schedule.space = ${space} and schedule.state = ${state})`,
    )
  }
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** Reads the columns of list items, without values. */
export async function readEntryItems(reads: Reads, space: SpaceId, ids: readonly string[]) {
  return reads.all(
    query
      .selectFrom('entry')
      .leftJoin('publication', livePublicationOf(space))
      .where('entry.space', '=', space)
      .where(isIn('entry.id', ids))
      .select([
        'entry.id',
        'entry.collection',
        'entry.slug',
        'entry.state',
        'entry.draft_version',
        'entry.title',
        'entry.picture',
        'entry.problems',
        'entry.created_at',
        'entry.created_by',
        'entry.updated_at',
        'entry.updated_by',
        'entry.archived_at',
        'publication.version',
        'publication.draft_version as liveDraftVersion',
        'publication.slug as liveSlug',
        'publication.published_at as publishedAt',
      ])
      .select(firstPublishedAt.as('firstPublishedAt')),
  )
}
