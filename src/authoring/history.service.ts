// The history of entries and of the space: which versions an entry has had, what they held, and who did what.
import { parseBy } from '../base/by.ts'
import type { Caller } from '../base/caller.ts'
import { toTimestamp } from '../base/clock.ts'
import { Problem } from '../base/errors.ts'
import type { SpaceId } from '../base/ids.ts'
import type { ActivityAction } from '../content/activity.store.ts'
import { parseValues, parseVariants } from '../content/entry-values.ts'
import { type Database, type Reads, readsWithin } from '../database/database.ts'
import { type ContentText, toVariantsJson } from '../drafts/draft-row.ts'
import { entryNotFound } from '../drafts/entry-problems.ts'
import { restoreDraft } from '../drafts/restore-draft.ts'
import { type PageRange, toLimit, toList } from '../http/list.ts'
import { countActivity, listActivity } from './activity-lists.store.ts'
import { changeEntry, type EntriesParts } from './entries.service.ts'
import type { ActivityView, EntryVersionView } from './history.schema.ts'
import {
  countVersions,
  findVersion,
  listVersions,
  type VersionName,
  type VersionRow,
} from './history.store.ts'
import {
  findCollection,
  findDraftContent,
  findPublishedContent,
  listModelOperations,
} from './version-content.store.ts'

/** `id` is null for one that is not valid. */
export function readVersions(database: Database, space: SpaceId, id: string | null, range: PageRange) {
  return database.snapshot(space, async reads => {
    const entry = await requireEntry(reads, space, id)
    const rows = await listVersions(reads, space, entry.id, toLimit(range))
    return toList(rows.map(toVersionView), await countVersions(reads, space, entry.id), range)
  })
}

export function readVersion(database: Database, space: SpaceId, id: string | null, version: string | null) {
  return database.snapshot(space, async reads => {
    const { collection, ...entry } = await requireEntry(reads, space, id)
    const name = parseVersion(version)
    const row = name && (await findVersion(reads, space, entry.id, name))
    const content = name && (await readContent(reads, space, entry.id, name))
    if (!row || !content) throw versionNotFound()
    const { slug, data, variants } = content
    return {
      ...toVersionView(row),
      ...{ collection, slug },
      data: parseValues(data),
      variants: parseVariants(variants),
    }
  })
}

/** Null for a text that names no version. */
export function parseVersion(text: string | null): VersionName | null {
  const match = /^([dp])([1-9]\d{0,8})$/.exec(text ?? '')
  return match && { kind: match[1] as VersionName['kind'], number: Number(match[2]) }
}

export function versionNotFound(): Problem {
  return new Problem('version_not_found', 'The entry has no such version, or it is not stored any more.')
}

/** In the form of a draft, as it was then; null if there is no such version. */
export async function readContent(
  reads: Reads,
  space: SpaceId,
  id: string,
  { kind, number }: VersionName,
): Promise<ContentText | null> {
  if (kind === 'd') {
    const draft = await findDraftContent(reads, space, id, number)
    return draft ? { slug: draft.slug!, data: draft.data!, variants: draft.variants } : null
  }
  const published = await findPublishedContent(reads, space, id, number)
  if (!published) return null
  const { slug, data, overlays } = published
  return { slug, data, variants: toVariantsJson(overlays) }
}

/** The draft becomes what this version was; what is live stays. */
export async function restoreVersion(
  parts: EntriesParts,
  caller: Caller,
  id: string | null,
  { draftVersion, from }: { readonly draftVersion: number; readonly from: string },
) {
  if (id === null) throw entryNotFound()
  const { doc, result } = await changeEntry(parts, caller, ['write'], async ({ transaction }) => {
    const reads = readsWithin(transaction.writes)
    const { space } = transaction
    const { collection } = await requireEntry(reads, space, id)
    const name = parseVersion(from)
    const row = name && (await findVersion(reads, space, id, name))
    const content = name && (await readContent(reads, space, id, name))
    if (!row || !content) throw versionNotFound()
    const operations = await listModelOperations(reads, space, collection, row.at)
    const renames = operations.filter(isRename).map(({ field, to }) => ({ from: field, to }))
    const { losses } = await restoreDraft(transaction, { id, draftVersion, content, renames })
    return { id, losses }
  })
  return { doc, losses: result.losses }
}

interface RenameOperation {
  readonly op: string
  readonly field: string
  readonly to: string
}

function isRename(operation: { readonly op: string }): operation is RenameOperation {
  return operation.op === 'renameField'
}

/** The newest first. */
export function readActivity(database: Database, space: SpaceId, range: PageRange) {
  return database.snapshot(space, async reads => {
    const rows = await listActivity(reads, space, toLimit(range))
    const list = rows.map(
      ({ at, by, action, detail, ...row }): ActivityView => ({
        ...row,
        at: toTimestamp(at),
        by: parseBy(by),
        action: action as ActivityAction,
        detail: detail === null ? null : (JSON.parse(detail) as Record<string, unknown>),
      }),
    )
    return toList(list, await countActivity(reads, space), range)
  })
}

async function requireEntry(reads: Reads, space: SpaceId, id: string | null) {
  const collection = id === null ? undefined : await findCollection(reads, space, id)
  if (id === null || collection === undefined) throw entryNotFound()
  return { id, collection }
}

function toVersionView({ kind, number, at, by, reason, published, names, draftVersion }: VersionRow) {
  const view: EntryVersionView = {
    version: `${kind}${number}`,
    draftVersion,
    at: toTimestamp(at),
    by: parseBy(by),
    reason: reason as EntryVersionView['reason'],
    published: published === 1,
    names: JSON.parse(names) as string[],
  }
  return view
}
