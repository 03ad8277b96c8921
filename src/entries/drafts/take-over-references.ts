// Redirects dangling references to the entry that becomes live at their path. If no entry has the path of a reference by
// collection and slug, an import stores an id that is derived from the path. Once an entry with another id becomes live
// there, drafts and live publications with the derived id refer to this entry. An entry that is only a draft takes over no
// references. A reference to an existing entry never changes. Older and scheduled versions of drafts keep the derived id.
import { setImmediate } from 'node:timers/promises'
import type { SpaceId } from '../../base/ids.ts'
import { deriveEntryId, type EntryPath } from '../../base/ids.ts'
import { mapReferences, replaceTargets } from '../../content/fields/field-references.ts'
import type { StoredReference } from '../../content/fields/field-type.ts'
import { type ChangeSet, contentTarget } from '../../content/publish/change-set.ts'
import {
  type CompiledValues,
  type PublishedContent,
  parseFitting,
  parseValues,
  toContentText,
  toPublishedText,
  toRewritable,
  toText,
} from '../../content/publish/entry-content.ts'
import { listOutdatedReferrers, listReferrers } from '../../content/tables/draft-references.store.ts'
import { type EntryRow, hasSameKeys, readAddresses, readEntries } from '../../content/tables/entries.store.ts'
import {
  deleteReferences,
  type LivePublication,
  readLive,
  readLiveAddresses,
} from '../../content/tables/publications.store.ts'
import { raiseContentRevision } from '../../content/tables/revision.store.ts'
import type { Collection, Field, Json, Values } from '../../content/values/model.ts'
import { valueAt, withValues } from '../../content/values/replace-values.ts'
import { listTargets, type Reference, readReferences } from '../../content/values/stored-data.ts'
import { readsWithin, type Writes } from '../../database/database.ts'
import { listDraftReferences, stateOf } from './draft-write.ts'
import { replaceAtRevision } from './republish-asset-users.ts'

const batchSize = 200

/** An entry that is live at its path. */
interface LiveEntry extends EntryPath {
  readonly id: string
}

/** The entries that take references over, by the id that is derived from their path. */
type Successors = ReadonlyMap<string, LiveEntry>

/** Lists the entries whose references the given live entries take over, and which of the live entries do. */
export async function listTakenOver(
  writes: Writes,
  space: SpaceId,
  live: readonly LiveEntry[],
  isAtEnd = false,
): Promise<{ readonly referrers: readonly string[]; readonly successors: Successors }> {
  const successors = new Map<string, LiveEntry>()
  for (const entry of live) {
    const derived = deriveEntryId(entry)
    if (derived !== entry.id) successors.set(derived, entry)
  }
  if (successors.size === 0) return { referrers: [], successors }
  const reads = readsWithin(writes)
  const found = [...(await listReferrers(reads, space, [...successors.keys()]))]
  if (isAtEnd) {
    const replaced = new Map([...successors].map(([derived, { id }]) => [derived, id]))
    // A draft that was prepared before the take-over is written with the derived id, but keeps its row of the reference.
    found.push(...(await listOutdatedReferrers(reads, space, replaced)))
  }
  const targets = new Set(found.map(({ target }) => target))
  for (const { id } of targets.size === 0 ? [] : await readAddresses(writes, space, [...targets]))
    targets.delete(id)
  return {
    referrers: [...new Set(found.flatMap(({ target, entry }) => (targets.has(target) ? [entry] : [])))],
    successors: new Map([...successors].filter(([derived]) => targets.has(derived))),
  }
}

/**
 * Changes the references of drafts and live publications. The versions and times of both stay. Call it under the space's
 * lock, after the entries and their references were written. Returns the entries whose live content changed.
 */
export async function takeOverReferences(
  writes: Writes,
  changes: ChangeSet,
  models: ReadonlyMap<string, Collection>,
  live: readonly LiveEntry[],
  isAtEnd = false,
): Promise<readonly string[]> {
  const { space, revision } = changes
  const { referrers, successors } = await listTakenOver(writes, space, live, isAtEnd)
  const rewritten: string[] = []
  for (let start = 0; start < referrers.length; start += batchSize) {
    const batch = referrers.slice(start, start + batchSize)
    rewritten.push(...(await rewriteBatch(writes, changes, models, batch, successors)))
    await changes.end(writes, contentTarget(space, revision))
    if (start + batchSize < referrers.length) await setImmediate()
  }
  // A large change raises the content revision itself.
  if (referrers.length > 0 && !isAtEnd) await raiseContentRevision(writes, space)
  return rewritten
}

/**
 * Takes references over at the end of a large change, for the given entries that are live. They include entries that other
 * writers have published since the preparation, because the change may have written references as they were before.
 */
export async function takeOverAtEnd(
  writes: Writes,
  changes: ChangeSet,
  models: ReadonlyMap<string, Collection>,
  published: ReadonlySet<string>,
): Promise<readonly string[]> {
  if (published.size === 0) return []
  const live = await readLiveAddresses(writes, changes.space, [...published])
  return takeOverReferences(
    writes,
    changes,
    models,
    live.map(({ entry: id, collection, slug }) => ({ id, collection, slug })),
    true,
  )
}

async function rewriteBatch(
  writes: Writes,
  changes: ChangeSet,
  models: ReadonlyMap<string, Collection>,
  ids: readonly string[],
  successors: Successors,
): Promise<readonly string[]> {
  const { space, revision } = changes
  const live = await readLive(readsWithin(writes), space, ids)
  const rewrites: { readonly live: LivePublication; readonly content: PublishedContent }[] = []
  for (const row of await readEntries(writes, space, ids)) {
    const fields = models.get(row.collection)?.fields ?? []
    const publication = live.get(row.id)
    const content = publication && replaceInPublication(fields, publication, successors)
    if (content) rewrites.push({ live: publication!, content })
    replaceInDraft(changes, fields, row, { publication, content, successors })
  }
  // This transaction has written these publications, so they are changed instead of reopened.
  const own = rewrites.filter(each => each.live.row.from_revision === revision)
  for (const each of rewrites) if (!own.includes(each)) changes.reopen(each.live, each.content)
  if (own.length > 0) {
    await deleteReferences(
      writes,
      space,
      own.map(each => each.live.row.entry),
    )
    await replaceAtRevision(writes, changes, own)
  }
  return rewrites.map(each => each.live.row.entry)
}

/** Returns the id of the entry that took the reference over, unless the field may not refer to that entry. */
function toId(id: string, { to }: Field, successors: Successors): string {
  const successor = successors.get(id)
  if (successor === undefined || (to !== undefined && !to.includes(successor.collection))) return id
  return successor.id
}

/** Returns null if nothing changes. */
function replaceInPublication(
  fields: readonly Field[],
  live: LivePublication,
  successors: Successors,
): PublishedContent | null {
  const { values, overlays } = toRewritable(live)
  const replace = (layer: CompiledValues) => replaceInLayer(fields, layer, successors)
  const content = {
    values: replace(values),
    overlays: new Map([...overlays].map(([variant, overlay]) => [variant, replace(overlay)])),
  }
  const isSame =
    content.values.refs === values.refs &&
    [...overlays].every(([variant, { refs }]) => content.overlays.get(variant)!.refs === refs)
  return isSame ? null : content
}

/** Other references are served as before, even if their field no longer allows them. */
function replaceInLayer(
  fields: readonly Field[],
  layer: CompiledValues,
  successors: Successors,
): CompiledValues {
  if (!layer.targets.some(id => successors.has(id))) return layer
  const values = parseValues(layer.data)
  const names = Object.keys(values)
  // Names of fields may be those of members of `Object`.
  const replaced: { [name: string]: Json } = Object.create(null)
  /** The fields that hold references, by the line and the pointer of each. */
  const holders = new Map<string, Field>()
  const replaceOn = (line: number) => {
    const name = names[line]!
    const field = fields.find(({ apiName }) => apiName === name)!
    replaced[name] ??= mapReferences(field, values[name]!, '', (to, _, holder) => {
      holders.set(`${line} ${holder.place}`, holder.field)
      return { id: toId((to as StoredReference).id, holder.field, successors) }
    })
  }
  const references = readReferences(layer.refs).map(([line, targets, ...rest]): Reference => {
    replaceOn(line)
    const holder = holders.get(`${line} ${rest[1] ?? ''}`)
    const replace = (id: string) => (holder === undefined ? id : toId(id, holder, successors))
    const next = typeof targets === 'string' ? replace(targets) : (targets?.map(replace) ?? null)
    return [line, next, ...rest]
  })
  const refs = JSON.stringify(references)
  const written =
    layer.written === null ? null : JSON.stringify(pick({ ...values, ...replaced }, layer.written))
  return { ...layer, data: withValues(layer.data, replaced), refs, written, targets: listTargets(refs) }
}

/** Returns the values whose keys occur in `written`, in its order. */
function pick(values: Values, written: string): Values {
  return Object.fromEntries(Object.keys(parseValues(written)).map(key => [key, valueAt(values, key)!]))
}

interface DraftSurroundings {
  readonly publication: LivePublication | undefined
  /** The content that replaces the live one. */
  readonly content: PublishedContent | null | undefined
  readonly successors: Successors
}

/** Changes the stored draft. This creates no new version of it. */
function replaceInDraft(
  changes: ChangeSet,
  fields: readonly Field[],
  row: EntryRow,
  { publication, content, successors }: DraftSurroundings,
): void {
  const replace = (values: readonly (Json | undefined)[]) =>
    replaceTargets(fields, values, (to, holder) => toId((to as StoredReference).id, holder, successors))
  const before = parseFitting(fields, row)
  const values = replace(before.values)
  const overlays = new Map([...before.overlays].map(([id, overlay]) => [id, replace(overlay)] as const))
  const text = { slug: row.slug, ...toText(fields, { values, overlays }) }
  const live = content
    ? toPublishedText(publication!.row.slug, content)
    : publication
      ? toContentText(publication)
      : null
  const state = row.archived_at === null ? stateOf(text, live) : row.state
  const next = { ...row, ...text, state }
  if (Bun.deepEquals(next, row)) return
  const draft = { row: next, version: null, keepsKeys: hasSameKeys(row, next) }
  changes.changeEntry(draft, listDraftReferences(fields, values, overlays), null)
}
