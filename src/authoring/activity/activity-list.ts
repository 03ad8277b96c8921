// Lists the activity of a space for the dashboard and for API keys.
import { rightsOf } from '../../access/rights.ts'
import { type SpaceAction, spaceActions } from '../../access/space-activity.store.ts'
import { type Caller, parseActor, toActorTexts } from '../../base/caller.ts'
import { toTimestamp } from '../../base/clock.ts'
import { type ActivityAction, activityActions } from '../../content/tables/activity.store.ts'
import { readAssets } from '../../content/tables/assets.store.ts'
import { type PageRange, toLimit, toList } from '../../http/record.schema.ts'
import type { EntriesParts } from '../entries/entries.service.ts'
import type { ActivityItemView, ActivityKind, ActivityQuery } from './activity-list.schema.ts'
import { type ActivityFilter, countActivity, readActivity } from './activity-list.store.ts'

const kindsByAction: Partial<Record<ActivityAction, ActivityKind>> = {
  import: 'import',
  model: 'model',
  'asset.create': 'file',
  'asset.update': 'file',
  'asset.replace': 'file',
  'asset.delete': 'file',
}

const kindOf = (action: ActivityAction): ActivityKind => kindsByAction[action] ?? 'entry'

/**
 * Records about keys and members contain names of people and keys, so only callers who manage those may read them. Those
 * about shared previews are for everybody who may share one.
 */
function mayRead(caller: Caller, action: SpaceAction): boolean {
  const rights = rightsOf(caller)
  if (action.startsWith('key.')) return rights.includes('keys.manage')
  if (action.startsWith('preview.')) return rights.includes('write')
  return action.startsWith('space.') || rights.includes('members.manage')
}

function toFilter(caller: Caller, { by, entry, kind }: ActivityQuery): ActivityFilter {
  return {
    by: by === undefined ? null : toActorTexts(caller, by),
    entry: entry ?? null,
    contentActions: kind === undefined ? null : activityActions.filter(action => kindOf(action) === kind),
    spaceActions: spaceActions.filter(
      action => (kind === undefined || action.startsWith(`${kind}.`)) && mayRead(caller, action),
    ),
  }
}

/** Lists the activity, newest first. */
export function listActivity({ database }: EntriesParts, caller: Caller, query: ActivityQuery & PageRange) {
  const { space } = caller
  const filter = toFilter(caller, query)
  return database.snapshot(space, async reads => {
    const rows = await readActivity(reads, space, filter, toLimit(query))
    const records = rows.map(({ detail, ...row }) => ({ ...row, detail: parseDetail(detail) }))
    const named = records.flatMap(({ detail }) => assetOf(detail) ?? [])
    const files = await readAssets(reads, space, [...new Set(named)])
    const filenames = new Map(files.map(({ id, filename }) => [id, filename]))
    const list = records.map(
      (row): ActivityItemView => ({
        id: `${row.prefix}${row.id}`,
        at: toTimestamp(row.at),
        by: parseActor(row.by),
        action: row.action as ActivityItemView['action'],
        entry: row.entry,
        title: row.title,
        slug: row.slug,
        filename: filenames.get(assetOf(row.detail) ?? '') ?? null,
        collection: row.collection,
        version: row.version,
        detail: row.detail,
      }),
    )
    return toList(list, await countActivity(reads, space, filter), query)
  })
}

type Detail = ActivityItemView['detail']

function parseDetail(text: string | null): Detail {
  return text === null ? null : (JSON.parse(text) as Detail)
}

function assetOf(detail: Detail): string | null {
  return typeof detail?.asset === 'string' ? detail.asset : null
}
