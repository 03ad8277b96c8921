// Publishes drafts within a transaction: validates them, compiles them, and writes them under their next versions. Every way
// of publishing uses these functions.
import type { SpaceId } from '../base/ids.ts'
import { listSharedValues } from '../content/index/live-values.store.ts'
import { type BindingListener, bindReferences } from '../content/publish/bind-references.ts'
import { withBound } from '../content/publish/bound-references.ts'
import type { ChangeSet } from '../content/publish/change-set.ts'
import { contentTarget } from '../content/publish/change-target.ts'
import { compileValues } from '../content/publish/compile-entry.ts'
import { EntrySizes, type OversizedEntry } from '../content/publish/entry-size.ts'
import {
  checkOverlays,
  compileOverlays,
  parseValues,
  parseVariants,
} from '../content/publish/entry-values.ts'
import { readFindAsset } from '../content/publish/find-asset.ts'
import { isSameContent } from '../content/publish/published-content.ts'
import { readLiveOwners } from '../content/tables/live-owners.store.ts'
import { type LivePublication, readHistory, readLive } from '../content/tables/publications.store.ts'
import { listAssetNames } from '../content/values/asset-names.ts'
import { findProblems, type ValidationIssue } from '../content/values/field-rules.ts'
import { checkValues } from '../content/values/field-values.ts'
import type { Collection } from '../content/values/model.ts'
import { listReferences } from '../content/values/references.ts'
import { readsWithin, type Writes } from '../database/database.ts'
import { bindUnbound } from './drafts/bind-unbound.ts'
import { type ContentText, toContentText, toValues, toVariantsJson } from './drafts/draft-row.ts'
import { readTargetsToPublish, targetsAmong, toAddresses } from './drafts/targets.ts'

export interface DraftToPublish extends ContentText {
  readonly id: string
  readonly collection: string
  readonly draftVersion: number
  /** Milliseconds since 1970. Null means now; content that is live already keeps its time. */
  readonly publishedAt: number | null
}

/** The live content of an entry after publishing. */
export interface PublishedDraft {
  readonly isChanged: boolean
  readonly version: number
  readonly publishedAt: number
  readonly text: ContentText
}

/** A draft that violates its model, so that it cannot be published. */
export interface InvalidDraft {
  readonly id: string
  readonly where: string
  readonly problems: readonly Pick<ValidationIssue, 'path' | 'code' | 'message'>[]
}

export interface PublishResult {
  readonly published: ReadonlyMap<string, PublishedDraft>
  readonly invalid: readonly InvalidDraft[]
  readonly oversized: readonly OversizedEntry[]
}

interface PublishContext {
  readonly models: ReadonlyMap<string, Collection>
  readonly now: number
  readonly by: string
}

/** Ignores references without a target, because they are warnings of the draft. */
const warned: BindingListener = { onDangling: () => {}, onForbidden: () => {} }

/** Writes the publications. If the result contains errors, the transaction must be rolled back. */
export async function publishDrafts(
  writes: Writes,
  changes: ChangeSet,
  drafts: readonly DraftToPublish[],
  context: PublishContext,
): Promise<PublishResult> {
  const { space } = changes
  const ids = drafts.map(({ id }) => id)
  const live = await readLive(readsWithin(writes), space, ids)
  const history = await readHistory(writes, space, ids)
  const published = new Map<string, PublishedDraft>()
  const invalid: InvalidDraft[] = []
  const sizes = new EntrySizes()
  const taken = await findTakenSlugs(writes, space, drafts)
  for (const draft of drafts) {
    const compiled = await compileDraft(writes, space, draft, context.models.get(draft.collection), drafts)
    const problems = [...(taken.get(draft.id) ?? []), ...('problems' in compiled ? compiled.problems : [])]
    if (problems.length > 0 || 'problems' in compiled) {
      invalid.push({ id: draft.id, where: pathOf(draft), problems })
      continue
    }
    const current = live.get(draft.id)
    if (current && isLiveAlready(current, draft, compiled)) {
      const { version, published_at: publishedAt } = current.row
      published.set(draft.id, { isChanged: false, version, publishedAt, text: toContentText(current) })
      continue
    }
    const publishedAt = draft.publishedAt ?? context.now
    const { version, firstPublishedAt } = history.get(draft.id) ?? {
      version: 0,
      firstPublishedAt: publishedAt,
    }
    const { id, collection, slug, draftVersion } = draft
    const next = {
      ...compiled,
      entry: id,
      collection,
      slug,
      version: version + 1,
      firstPublishedAt: Math.min(firstPublishedAt, publishedAt),
      publishedAt,
      draftVersion,
      publishedBy: context.by,
    }
    if (current) changes.replace(current, next)
    else changes.open(next)
    const text = { slug, data: compiled.values.data, variants: toVariantsJson(compiled.overlays) }
    published.set(id, { isChanged: true, version: version + 1, publishedAt, text })
    sizes.add(id, pathOf(draft), compiled)
  }
  if (invalid.length > 0) return { published, invalid, oversized: [] }
  await changes.flush(writes, contentTarget(space, changes.revision))
  await bindUnbound(
    writes,
    changes,
    context.models,
    drafts.filter(({ id }) => published.get(id)?.isChanged),
  )
  invalid.push(...(await findTakenValues(writes, changes, drafts)))
  return { published, invalid, oversized: await sizes.findOversized(writes, space) }
}

function pathOf({ collection, slug }: Pick<DraftToPublish, 'collection' | 'slug'>): string {
  return `${collection}/${slug}`
}

function isLiveAlready(
  live: LivePublication,
  { slug, publishedAt }: DraftToPublish,
  compiled: Parameters<typeof isSameContent>[1],
): boolean {
  const isTimely = publishedAt === null || publishedAt === live.row.published_at
  return isTimely && live.row.slug === slug && isSameContent(live, compiled)
}

/** Finds slugs under which other entries are live that this transaction does not publish. */
async function findTakenSlugs(writes: Writes, space: SpaceId, drafts: readonly DraftToPublish[]) {
  const ids = new Set(drafts.map(({ id }) => id))
  const owners = await readLiveOwners(readsWithin(writes), space, drafts)
  return new Map(
    drafts.map(draft => {
      const owner = owners.get(pathOf(draft))
      const isTaken = owner !== undefined && !ids.has(owner)
      const message = `is that of the live entry ${owner}`
      return [draft.id, isTaken ? [{ path: '/slug', code: 'slug_taken' as const, message }] : []]
    }),
  )
}

/** Compares unique values among live entries, after all publications of the transaction were written. */
async function findTakenValues(
  writes: Writes,
  changes: ChangeSet,
  drafts: readonly DraftToPublish[],
): Promise<InvalidDraft[]> {
  const ids = drafts.map(({ id }) => id)
  await changes.updateLiveValues(writes)
  const shared = Map.groupBy(await listSharedValues(writes, changes.space, ids), ({ entry }) => entry)
  return drafts.flatMap(draft => {
    const fields = new Map((shared.get(draft.id) ?? []).map(({ field, other }) => [field, other]))
    if (fields.size === 0) return []
    const problems = [...fields].map(([field, other]) => {
      const message = `must be unique, and the live entry ${other} has the same value`
      return { path: `/data/${field}`, code: 'unique' as const, message }
    })
    return [{ id: draft.id, where: pathOf(draft), problems }]
  })
}

/** Returns the compiled draft, or the errors that prevent it from being published. */
export async function compileDraft(
  writes: Writes,
  space: SpaceId,
  draft: DraftToPublish,
  model: Collection | undefined,
  drafts: readonly DraftToPublish[] = [draft],
) {
  const fields = model?.fields ?? []
  const errors: InvalidDraft['problems'][number][] = []
  const contextOf = (pointer: string) => ({
    onError: (_: string, error: { readonly pointer: string; readonly message: string }) =>
      void errors.push({ path: pointer + error.pointer, code: 'type', message: error.message }),
  })
  const values = checkValues(fields, parseValues(draft.data), contextOf('/data'))
  const overlays = checkOverlays(fields, parseVariants(draft.variants), contextOf('/variants'))
  const references = [values, ...overlays.values()].flatMap(each => listReferences(fields, each))
  const published = new Set(drafts.map(({ id }) => id))
  const { rows, meanings } = await readTargetsToPublish(
    readsWithin(writes),
    space,
    draft.id,
    references,
    published,
  )
  const content = {
    data: toValues(fields, values),
    variants: Object.fromEntries([...overlays].map(([id, overlay]) => [id, toValues(fields, overlay)])),
  }
  const { findTarget } = targetsAmong(rows, meanings)
  const findAsset = await readFindAsset(readsWithin(writes), space, listAssetNames(fields, content))
  const broken = findProblems(fields, content, { findTarget, findAsset }).filter(
    ({ severity }) => severity === 'error',
  )
  const problems = [...errors, ...broken]
  if (problems.length > 0) return { problems }
  const bind = bindReferences(draft.id, withBound(toAddresses(rows), meanings), warned)
  return { values: compileValues(fields, values, bind), overlays: compileOverlays(fields, overlays, bind) }
}
