// Lists what an entry refers to, and which entries refer to it, in their drafts or live publications.
import type { SpaceId } from '../../base/ids.ts'
import { toPointer } from '../../base/json/json-pointer.ts'
import { findModel } from '../../content/model/collections.store.ts'
import { checkOverlays, parseValues, parseVariants } from '../../content/publish/entry-values.ts'
import { readSchedules, type ScheduleRow } from '../../content/tables/schedules.store.ts'
import { checkValues, type StoredValue } from '../../content/values/field-values.ts'
import type { EntryState, Field } from '../../content/values/model.ts'
import { listReferences, type WrittenReference } from '../../content/values/references.ts'
import type { Reads } from '../../database/database.ts'
import { readDraftTargets, type Targets } from '../../entries/drafts/targets.ts'
import { isPublicationPending, toTime } from '../../entries/schedules/schedules.ts'
import { countReferrers, listSuggested, readReferrers } from './entry-links.store.ts'
import { findEntry } from './entry-view.store.ts'
import type { TargetView } from './schedule-view.schema.ts'

interface DraftTexts {
  readonly data: string
  readonly variants: string | null
}

interface DraftLink extends WrittenReference {
  /** A JSON Pointer. */
  readonly path: string
}

/** Values that do not match the model are skipped here; publishing reports them. */
const ignoreErrors = { onError: () => {} }

/** Lists references by field in the order of the model, those of base values before those of variants. */
export function listDraftLinks(fields: readonly Field[], { data, variants }: DraftTexts): DraftLink[] {
  const toLinks = (values: readonly StoredValue[], ...parent: readonly string[]) =>
    listReferences(fields, values).map(link => ({ ...link, path: toPointer(...parent, link.field) }))
  const base = checkValues(fields, parseValues(data), ignoreErrors)
  const overlays = checkOverlays(fields, parseVariants(variants), ignoreErrors)
  return [
    ...toLinks(base, 'data'),
    ...[...overlays].flatMap(([id, overlay]) => toLinks(overlay, 'variants', id)),
  ]
}

/** The target of a reference in a draft; its id is null if it does not exist. */
export type DraftTarget = Omit<TargetView, 'publishAt' | 'unpublishAt'>

/** Lists each target once per field. */
export function toLinks(written: readonly DraftLink[], find: Targets['find']): DraftTarget[] {
  const links = new Map<string, DraftTarget>()
  for (const { to, path } of written) {
    const unknown = { id: null, collection: null, slug: null, title: null, state: null, ...to }
    const link = { ...(find(to) ?? unknown), path }
    links.set(`${path} ${link.id ?? JSON.stringify([link.collection, link.slug])}`, link)
  }
  return [...links.values()]
}

/** Returns the times that a schedule still has to execute. */
export function toTimes(schedule: ScheduleRow | undefined): Pick<TargetView, 'publishAt' | 'unpublishAt'> {
  if (!schedule) return { publishAt: null, unpublishAt: null }
  return {
    publishAt: toTime(isPublicationPending(schedule) ? schedule.publish_at : null),
    unpublishAt: toTime(schedule.unpublish_at),
  }
}

const linksToMax = 500
const linksFromMax = 100

/** Returns null if the space has no such entry. */
export async function readLinks(reads: Reads, space: SpaceId, id: string) {
  const row = await findEntry(reads, space, id)
  if (!row) return null
  const fields = (await findModel(reads, space, row.collection))?.fields ?? []
  const written = listDraftLinks(fields, row)
  const all = toLinks(written, (await readDraftTargets(reads, space, id, written)).find)
  const shown = all.slice(0, linksToMax)
  const ids = [...new Set(shown.flatMap(link => link.id ?? []))]
  const schedules = await readSchedules(reads, space, ids)
  const suggested = await listSuggested(reads, space, id, ids)
  const from = await readReferrers(reads, space, id, linksFromMax)
  return {
    to: shown.map(link => ({
      ...link,
      ...toTimes(schedules.get(link.id ?? '')),
      suggested: suggested.has(link.id ?? ''),
    })),
    toCount: all.length,
    from: from.map(({ state, live, ...link }) => ({
      ...link,
      state: state as EntryState,
      live: Boolean(live),
    })),
    ...(await countReferrers(reads, space, id)),
  }
}
