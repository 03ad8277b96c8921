// Lists what an entry refers to, and which entries refer to it, in their drafts or live publications.
import type { SpaceId } from '../../base/ids.ts'
import { toPointer } from '../../base/json.ts'
import { type FieldReference, listReferences } from '../../content/fields/field-references.ts'
import type { StoredValue } from '../../content/fields/field-type.ts'
import { findModel } from '../../content/model/collections.store.ts'
import { parseFitting } from '../../content/publish/entry-content.ts'
import { findTargets, type Targets } from '../../content/tables/draft-references.store.ts'
import { findEntry } from '../../content/tables/entries.store.ts'
import { readSchedules, type ScheduleRow } from '../../content/tables/schedules.store.ts'
import type { EntryState, Field } from '../../content/values/model.ts'
import type { Reads } from '../../database/database.ts'
import { isPublicationPending, toTime } from '../../entries/schedules.ts'
import { countReferrers, listSuggested, readReferrers } from './entry-links.store.ts'
import type { TargetView } from './schedule-view.schema.ts'

interface DraftTexts {
  readonly data: string
  readonly variants: string | null
}

interface DraftLink extends FieldReference {
  /** A JSON Pointer. */
  readonly path: string
}

/** Lists references by field in the order of the model, those of base values before those of variants. */
export function listDraftLinks(fields: readonly Field[], { data, variants }: DraftTexts): DraftLink[] {
  const toLinks = (values: readonly StoredValue[], ...parent: readonly string[]) =>
    listReferences(fields, values).map(link => ({
      ...link,
      path: `${toPointer(...parent)}/${link.address}`,
    }))
  const { values, overlays } = parseFitting(fields, { data, variants })
  return [
    ...toLinks(values, 'data'),
    ...[...overlays].flatMap(([id, overlay]) => toLinks(overlay, 'variants', id)),
  ]
}

/** The target of a reference in a draft; only its id is known if it does not exist. */
export type DraftTarget = Omit<TargetView, 'publishAt' | 'unpublishAt'>

/** Lists each target once per field. */
export function toLinks(written: readonly DraftLink[], find: Targets['find']): DraftTarget[] {
  const links = new Map<string, DraftTarget>()
  for (const { to, path } of written) {
    const unknown = { id: to.id, collection: null, slug: null, title: null, state: null }
    links.set(`${path} ${to.id}`, { ...(find(to) ?? unknown), path })
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
  const all = toLinks(written, (await findTargets(reads, space, written)).find)
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
