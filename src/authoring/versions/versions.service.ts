// Lists the versions of an entry, and restores one as the draft.
import { type Caller, parseActor } from '../../base/caller.ts'
import { toTimestamp } from '../../base/clock.ts'
import { Problem } from '../../base/errors.ts'
import type { SpaceId } from '../../base/ids.ts'
import { toPointer } from '../../base/json.ts'
import { findModel } from '../../content/model/collections.store.ts'
import { type EntryContent, parseContent, parseValues } from '../../content/publish/entry-content.ts'
import { findEntry, readStoredEntries } from '../../content/tables/entries.store.ts'
import type { VersionReason } from '../../content/tables/entry-versions.store.ts'
import type { Field, Values } from '../../content/values/model.ts'
import { asWritten } from '../../content/values/stored-data.ts'
import { type Reads, readsWithin } from '../../database/database.ts'
import { toFlatOverlays } from '../../entries/drafts/overlay-paths.ts'
import { entryNotFound } from '../../entries/entry-problems.ts'
import { type LostValue, restoreVersion } from '../../entries/restore-version.ts'
import { type PageRange, toLimit, toList } from '../../http/record.schema.ts'
import type { EntryView } from '../entries/entries.schema.ts'
import { changeEntry, type EntriesParts } from '../entries/entries.service.ts'
import { followChanges } from '../models/convert/map-paths-through-model-changes.ts'
import type { PastChange } from '../models/model-plan.ts'
import { readModelChanges } from '../models/models.store.ts'
import type { VersionItemView, VersionView } from './versions.schema.ts'
import {
  findDraftVersion,
  findPublication,
  readDraftVersions,
  readOverlays,
  readPublications,
} from './versions.store.ts'

/** Lists the versions, newest first. */
export function listVersions({ database }: EntriesParts, space: SpaceId, id: string, range: PageRange) {
  return database.snapshot(space, async reads => {
    const all = await readVersionHeads(reads, space, id)
    const { limit, offset } = toLimit(range)
    return toList(all.slice(offset, offset + limit), all.length, range)
  })
}

async function readVersionHeads(reads: Reads, space: SpaceId, id: string): Promise<VersionItemView[]> {
  const entry = await findEntry(reads, space, id)
  if (!entry) throw entryNotFound()
  const drafts = await readDraftVersions(reads, space, id)
  const publications = await readPublications(reads, space, id)
  const published = new Set(publications.map(({ draft_version: version }) => version))
  const versions = drafts.map(
    (row): VersionItemView => ({
      ...{ version: `d${row.draft_version}`, draftVersion: row.draft_version },
      ...{ at: toTimestamp(row.at), by: parseActor(row.by), reason: row.reason as VersionReason },
      published: published.has(row.draft_version),
      names: JSON.parse(row.names) as string[],
    }),
  )
  if (!drafts.some(({ draft_version: version }) => version === entry.draft_version)) {
    // An import records no version of a new entry.
    versions.unshift({
      ...{ version: `d${entry.draft_version}`, draftVersion: entry.draft_version },
      ...{ at: toTimestamp(entry.created_at), by: parseActor(entry.created_by), reason: 'import' },
      ...{ published: published.has(entry.draft_version), names: [] },
    })
  }
  const made = publications.map(
    (row): VersionItemView => ({
      ...{ version: `p${row.version}`, draftVersion: row.draft_version },
      ...{ at: toTimestamp(row.published_at), by: parseActor(row.published_by), reason: 'publish' },
      ...{ published: true, names: [] },
    }),
  )
  // At the same time, a draft comes before the publication that was made from it.
  return [...made.reverse(), ...versions].sort(
    (a, b) => Date.parse(b.at) - Date.parse(a.at) || (b.draftVersion ?? 0) - (a.draftVersion ?? 0),
  )
}

export function getVersion(
  { database }: EntriesParts,
  space: SpaceId,
  id: string,
  version: string | null,
): Promise<VersionView> {
  return database.snapshot(space, async reads => {
    const head = (await readVersionHeads(reads, space, id)).find(each => each.version === version)
    if (!head) throw versionNotFound()
    const content = await readContent(reads, space, id, head.version)
    const entry = await findEntry(reads, space, id)
    const model = entry && (await findModel(reads, space, entry.collection))
    return { ...head, ...content, variants: toFlatOverlays(model?.fields ?? [], content.variants) }
  })
}

function versionNotFound(): Problem {
  return new Problem('version_not_found', 'The entry has no such version, or it is no longer kept.')
}

/** Reads the content of a version. */
async function readContent(reads: Reads, space: SpaceId, id: string, version: string): Promise<EntryContent> {
  const number = Number(version.slice(1))
  if (version.startsWith('p')) return readPublishedContent(reads, space, id, number)
  const entry = await findEntry(reads, space, id)
  if (!entry) throw entryNotFound()
  const stored = entry.draft_version === number ? entry : await findDraftVersion(reads, space, id, number)
  if (!stored || stored.slug === null || stored.data === null) throw versionNotFound()
  const { slug, data, variants } = stored
  return { slug, ...parseContent({ data, variants }) }
}

async function readPublishedContent(
  reads: Reads,
  space: SpaceId,
  id: string,
  version: number,
): Promise<EntryContent> {
  const publication = (await readPublications(reads, space, id)).find(each => each.version === version)
  const found = publication && (await findPublication(reads, space, id, publication.from_revision))
  if (!found) throw versionNotFound()
  const overlays = await readOverlays(reads, space, id, publication.from_revision)
  const variants = Object.fromEntries(
    overlays.map(overlay => [overlay.variant, parseValues(asWritten(overlay))]),
  )
  return { slug: found.slug, data: parseValues(asWritten(found)), variants }
}

interface RestoreBody {
  readonly draftVersion: number
  readonly from: string
  /** JSON Pointers; if absent, everything is restored. */
  readonly paths?: readonly string[] | undefined
}

/** Restores an older version as the draft. The live publication stays as it is. */
export async function restoreFrom(
  parts: EntriesParts,
  caller: Caller,
  id: string,
  { draftVersion, from, paths }: RestoreBody,
): Promise<{ readonly doc: EntryView; readonly losses: readonly LostValue[] }> {
  const { doc, result } = await changeEntry(parts, caller, ['write'], async ({ transaction }) => {
    if ((await transaction.find(id)) === null) throw entryNotFound()
    const reads = readsWithin(transaction.writes)
    const stored = await readContent(reads, caller.space, id, from)
    const changes = await readChangesSince(reads, caller.space, id, { version: from, data: stored.data })
    const { losses, ...values } = followChanges(changes, stored)
    const lost = losses
      .map(({ field, reason, variant }) => {
        const path = variant === null ? toPointer('data', field) : toPointer('variants', variant, field)
        return { path, message: reason }
      })
      .filter(({ path }) => paths?.includes(path) ?? true)
    const input = {
      ...{ id, draftVersion, content: { ...stored, ...values } },
      paths: paths?.filter(each => !lost.some(({ path }) => path === each)),
    }
    return { id, losses: [...lost, ...(await restoreVersion(transaction, input))] }
  })
  return { doc, losses: result.losses }
}

/**
 * Returns the model changes that the stored form of a version has not followed. Live content always has the current form.
 */
async function readChangesSince(
  reads: Reads,
  space: SpaceId,
  id: string,
  { version, data }: { readonly version: string; readonly data: Values },
) {
  const stored = (await readStoredEntries(reads, space, [id])).get(id)
  const heads = await readVersionHeads(reads, space, id)
  const head = heads.find(each => each.version === version)
  const history = stored ? await readModelChanges(reads, space, stored.row.collection) : []
  const isCurrent = version === `d${stored?.row.draft_version}` || version === `p${stored?.live?.version}`
  if (!stored || !head || isCurrent) return { history, later: [] }
  // A publication may be backdated; the draft that it was made from existed before it.
  const draft = heads.find(each => each.version === `d${head.draftVersion}`)
  const at = Math.max(Date.parse(head.at), draft ? Date.parse(draft.at) : 0)
  // A version that a model change wrote already has the new form.
  const since = history.filter(change => change.at > at || (change.at === at && head.reason !== 'model'))
  const now = (await findModel(reads, space, stored.row.collection))?.fields ?? []
  return { history, later: withoutFollowed(since, now, data) }
}

/**
 * Drops the changes that a stored form already follows. A model change rewrites live and scheduled content, so its time
 * does not tell its form. Its field names do, in the order of the model; if several models match, the first one counts.
 */
function withoutFollowed<Change extends PastChange>(
  since: readonly Change[],
  now: readonly Field[],
  data: Values,
): readonly Change[] {
  const namesOf = (fields: readonly Field[]) => fields.map(({ apiName }) => apiName).join()
  const names = Object.keys(data).join()
  const at = since.findIndex(({ before }) => namesOf(before.fields) === names)
  if (at >= 0) return since.slice(at)
  return namesOf(now) === names ? [] : since
}
