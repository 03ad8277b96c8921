// Entries as the management API shows them.
import { parseBy } from '../base/by.ts'
import { toTimestamp } from '../base/clock.ts'
import type { SpaceId } from '../base/ids.ts'
import { findModel } from '../content/collections.store.ts'
import { readTargets, type TargetRow } from '../content/entry-targets.store.ts'
import { checkOverlays, parseValues, parseVariants } from '../content/entry-values.ts'
import { findProblems } from '../content/field-rules.ts'
import { checkValues } from '../content/field-values.ts'
import type { Collection, EntryState, Field } from '../content/model.ts'
import { listReferences } from '../content/references.ts'
import type { ScheduleRow } from '../content/schedules.store.ts'
import { type LiveContent, readStoredEntries } from '../content/stored-entries.store.ts'
import type { Reads } from '../database/database.ts'
import { listDraftReferences } from '../drafts/draft-row.ts'
import { toScheduleView } from '../drafts/schedules.ts'
import { targetsAmong } from '../drafts/targets.ts'
import type { EntryItemView, EntryView, LinkView } from './entries.schema.ts'
import type { readEntryItems } from './entry-list.store.ts'
import { findEntry, readReferringDrafts } from './entry-view.store.ts'

/** Null if the space has no such entry. `models` are those that the caller has read already. */
export async function readEntryView(
  reads: Reads,
  space: SpaceId,
  id: string,
  models?: ReadonlyMap<string, Collection>,
): Promise<EntryView | null> {
  const stored = (await readStoredEntries(reads, space, [id])).get(id)
  if (!stored) return null
  const { row, live, schedule, firstPublishedAt } = stored
  const model = models?.get(row.collection) ?? (await findModel(reads, space, row.collection))
  const fields = model?.fields ?? []
  const data = parseValues(row.data)
  const variants = parseVariants(row.variants)
  const { findTarget } = targetsAmong(await readDraftTargets(reads, space, fields, row))
  return {
    id,
    collection: row.collection,
    slug: row.slug,
    state: row.state as EntryState,
    draftVersion: row.draft_version,
    data,
    variants,
    problems: findProblems(fields, { data, variants }, findTarget),
    live: live && toLiveView(live),
    ...toTail({ ...row, firstPublishedAt }, schedule),
  }
}

function toLiveView(live: LiveContent): EntryView['live'] {
  return {
    version: live.version,
    draftVersion: live.draftVersion,
    slug: live.slug,
    publishedAt: toTimestamp(live.publishedAt),
    data: parseValues(live.data),
    variants: parseVariants(live.variants),
  }
}

interface DraftTexts {
  readonly data: string
  readonly variants: string | null
}

const ignoreErrors = { onError: () => {} }

function checkDraft(fields: readonly Field[], { data, variants }: DraftTexts) {
  return {
    values: checkValues(fields, parseValues(data), ignoreErrors),
    overlays: checkOverlays(fields, parseVariants(variants), ignoreErrors),
  }
}

async function readDraftTargets(
  reads: Reads,
  space: SpaceId,
  fields: readonly Field[],
  texts: DraftTexts,
): Promise<TargetRow[]> {
  const { values, overlays } = checkDraft(fields, texts)
  return readTargets(
    reads,
    space,
    [values, ...overlays.values()].flatMap(each => listReferences(fields, each)),
  )
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
    ...toTail(row, schedule),
  }
}

interface TailRow {
  readonly draft_version: number
  readonly created_at: number
  readonly created_by: string | null
  readonly updated_at: number
  readonly updated_by: string | null
  readonly archived_at: number | null
  readonly firstPublishedAt: number | null
}

function toTail(row: TailRow, schedule: ScheduleRow | null) {
  return {
    schedule: schedule ? toScheduleView(schedule, row.draft_version) : null,
    createdAt: toTimestamp(row.created_at),
    createdBy: parseBy(row.created_by),
    updatedAt: toTimestamp(row.updated_at),
    updatedBy: parseBy(row.updated_by),
    archivedAt: toTime(row.archived_at),
    firstPublishedAt: toTime(row.firstPublishedAt),
  }
}

export function toTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : toTimestamp(milliseconds)
}

const linksToMax = 500
const linksFromMax = 100

/** Null if the space has no such entry. */
export async function readLinks(reads: Reads, space: SpaceId, id: string) {
  const row = await findEntry(reads, space, id)
  if (!row) return null
  const fields = (await findModel(reads, space, row.collection))?.fields ?? []
  const { values, overlays } = checkDraft(fields, row)
  const targets = targetsAmong(await readDraftTargets(reads, space, fields, row))
  const written = listDraftReferences(fields, values, overlays, targets.idOf)
  const to = written.slice(0, linksToMax).map(({ target, path }): LinkView => {
    const found = targets.find({ id: target })
    return found
      ? {
          id: target,
          collection: found.collection,
          slug: found.slug,
          title: found.title,
          state: found.state,
          path,
        }
      : { id: target, collection: null, slug: null, title: null, state: null, path }
  })
  const from = await readReferringDrafts(reads, space, id, linksFromMax)
  return {
    to,
    toCount: written.length,
    from: from.list.map((link): LinkView => ({ ...link, state: link.state as EntryState })),
    fromCount: from.count,
  }
}
