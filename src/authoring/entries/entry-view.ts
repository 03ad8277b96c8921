// Builds the views of entries in the management API.
import { parseActor } from '../../base/caller.ts'
import { toTimestamp } from '../../base/clock.ts'
import type { SpaceId } from '../../base/ids.ts'
import { findProblems } from '../../content/fields/field-rules.ts'
import { listAssetNames } from '../../content/fields/field-values.ts'
import { findModel } from '../../content/model/collections.store.ts'
import { type EntryContent, parseContent } from '../../content/publish/entry-content.ts'
import { readFindAsset } from '../../content/publish/resolve-assets.ts'
import { findTargets } from '../../content/tables/draft-references.store.ts'
import {
  type EntryRow,
  type EntryWithState,
  type LiveContent,
  readStoredEntries,
} from '../../content/tables/entries.store.ts'
import { findLiveOwner } from '../../content/tables/publications.store.ts'
import type { ScheduleRow } from '../../content/tables/schedules.store.ts'
import type { Collection, EntryState, Field } from '../../content/values/model.ts'
import type { Reads } from '../../database/database.ts'
import { listOutdated, type PathVersions } from '../../entries/drafts/draft-paths.ts'
import { toFlatOverlays } from '../../entries/drafts/overlay-paths.ts'
import type { WrittenDraft } from '../../entries/finish-transaction.ts'
import { toScheduleView } from '../../entries/schedules.ts'
import type { EntryItemView, EntryView } from './entries.schema.ts'
import { listDraftLinks } from './entry-links.ts'
import type { readEntryItems } from './entry-list.store.ts'
import { readScheduleViews } from './schedule-targets.ts'

/** Returns null if the space has no such entry. Pass `models` if they are loaded already. */
export async function readEntryView(
  reads: Reads,
  space: SpaceId,
  id: string,
  models?: ReadonlyMap<string, Collection>,
): Promise<EntryView | null> {
  const stored = (await readStoredEntries(reads, space, [id])).get(id)
  if (!stored) return null
  const { row, live, schedule } = stored
  const model = models?.get(row.collection) ?? (await findModel(reads, space, row.collection))
  const fields = model?.fields ?? []
  const { data, variants } = parseContent(row)
  const { findTarget } = await findTargets(reads, space, listDraftLinks(fields, row))
  const findAsset = await readFindAsset(reads, space, listAssetNames(fields, { data, variants }))
  const scheduled = schedule ? [{ row: schedule, draftVersion: row.draft_version }] : []
  const [view = null] = await readScheduleViews(reads, space, scheduled, models)
  return toView(stored, fields, {
    data,
    variants,
    outdated: listOutdated(fields, { variants, pathVersions: JSON.parse(row.path_versions) as PathVersions }),
    problems: [
      ...(await findSlugProblem(reads, space, row, live)),
      ...findProblems(fields, { data, variants }, { findTarget, findAsset }),
    ],
    schedule: view,
  })
}

/**
 * Reports a draft whose slug another live entry has, which prevents publishing. This happens if a schedule publishes an
 * entry at the slug that the draft took in the meantime. An entry that is live at its own slug keeps others from it, so
 * the lookup is skipped.
 */
export async function findSlugProblem(
  reads: Reads,
  space: SpaceId,
  { id, collection, slug, archived_at }: Pick<EntryRow, 'id' | 'collection' | 'slug' | 'archived_at'>,
  live: Pick<LiveContent, 'slug'> | null,
): Promise<WrittenDraft['problems']> {
  if (archived_at !== null || live?.slug === slug) return []
  const owner = await findLiveOwner(reads, { space, collection, slug })
  if (owner === null || owner === id) return []
  const message = `is that of the live entry ${owner}`
  return [{ path: '/slug', code: 'slug_taken', severity: 'error', message }]
}

/**
 * Builds the view of an entry from memory, equal to what {@link readEntryView} would read after the transaction. Returns
 * null if the transaction changed more than the draft.
 */
export function toSavedView({ entry, row, problems }: WrittenDraft): EntryView | null {
  const { stored, toPublish, isWithdrawn, schedule } = entry
  // The view of a schedule needs lookups.
  const isAlone =
    stored?.schedule === null &&
    toPublish === null &&
    !isWithdrawn &&
    schedule === null &&
    !entry.isArchiveChanged
  if (!isAlone) return null
  const content = parseContent(row)
  const outdated = listOutdated(entry.model.fields, entry.draft)
  return toView({ ...stored, row }, entry.model.fields, { ...content, outdated, problems, schedule: null })
}

function toView(
  { row, live, firstPublishedAt }: EntryWithState,
  fields: readonly Field[],
  {
    data,
    variants,
    outdated,
    problems,
    schedule,
  }: Pick<EntryContent, 'data' | 'variants'> &
    Pick<EntryView, 'outdated' | 'schedule'> &
    Pick<WrittenDraft, 'problems'>,
): EntryView {
  return {
    id: row.id,
    collection: row.collection,
    slug: row.slug,
    state: row.state as EntryState,
    draftVersion: row.draft_version,
    data,
    variants: toFlatOverlays(fields, variants),
    outdated,
    problems: [...problems],
    live: live && toLiveView(live, fields),
    schedule,
    ...toTail({ ...row, firstPublishedAt }),
  }
}

function toLiveView(live: LiveContent, fields: readonly Field[]): EntryView['live'] {
  const { data, variants } = parseContent(live)
  return {
    version: live.version,
    draftVersion: live.draftVersion,
    slug: live.slug,
    publishedAt: toTimestamp(live.publishedAt),
    data,
    variants: toFlatOverlays(fields, variants),
  }
}

type ItemRow = Awaited<ReturnType<typeof readEntryItems>>[number]

export function toItemView(row: ItemRow, schedule: ScheduleRow | null): EntryItemView {
  return {
    id: row.id,
    collection: row.collection,
    slug: row.slug,
    state: row.state as EntryState,
    draftVersion: row.draft_version,
    title: row.title,
    picture: row.picture,
    problems: row.problems,
    live:
      row.version === null
        ? null
        : {
            version: row.version,
            draftVersion: row.liveDraftVersion,
            slug: row.liveSlug!,
            publishedAt: toTimestamp(row.publishedAt!),
          },
    schedule: schedule ? toScheduleView(schedule, row.draft_version) : null,
    ...toTail(row),
  }
}

interface TailRow {
  readonly created_at: number
  readonly created_by: string | null
  readonly updated_at: number
  readonly updated_by: string | null
  readonly archived_at: number | null
  readonly firstPublishedAt: number | null
}

function toTail(row: TailRow) {
  return {
    createdAt: toTimestamp(row.created_at),
    createdBy: parseActor(row.created_by),
    updatedAt: toTimestamp(row.updated_at),
    updatedBy: parseActor(row.updated_by),
    archivedAt: toTime(row.archived_at),
    firstPublishedAt: toTime(row.firstPublishedAt),
  }
}

function toTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : toTimestamp(milliseconds)
}
