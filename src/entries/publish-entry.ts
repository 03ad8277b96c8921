// Publishes entries: the verb, which holds a draft ready, and the publication of all these drafts at the end of the
// transaction.
import type { SpaceId } from '../base/ids.ts'
import { listReferences } from '../content/fields/field-references.ts'
import { findProblems } from '../content/fields/field-rules.ts'
import { checkValues, listAssetNames } from '../content/fields/field-values.ts'
import { listSharedValues } from '../content/index/live-values.store.ts'
import { bindReferences } from '../content/publish/bind-references.ts'
import { type ChangeSet, contentTarget } from '../content/publish/change-set.ts'
import {
  type ContentText,
  checkOverlays,
  compileContent,
  isSameContent,
  parseValues,
  parseVariants,
  toContent,
  toContentText,
  toNextPublication,
  toPublishedText,
} from '../content/publish/entry-content.ts'
import { EntrySizes, type OversizedEntry } from '../content/publish/entry-size.ts'
import { readFindAsset } from '../content/publish/resolve-assets.ts'
import { findTargets } from '../content/tables/draft-references.store.ts'
import {
  type LivePublication,
  readHistory,
  readLive,
  readLiveOwners,
} from '../content/tables/publications.store.ts'
import type { Collection } from '../content/values/model.ts'
import { readsWithin, type Writes } from '../database/database.ts'
import { takeOverReferences } from './drafts/take-over-references.ts'
import { type InvalidDraft, invalidContent } from './entry-problems.ts'
import type { DraftToPublish, EntryInTransaction, EntryTransaction } from './entry-transaction.ts'

interface PublishInput {
  readonly id: string
  readonly draftVersion?: number | undefined
  /** Milliseconds since 1970; null means now. */
  readonly publishedAt: number | null
}

/** Publishes the current draft. If it is live already, nothing changes. */
export async function publishEntry(
  transaction: EntryTransaction,
  { id, draftVersion, publishedAt }: PublishInput,
): Promise<EntryInTransaction> {
  const entry = await transaction.get(id)
  entry.requireNotArchived()
  if (publishedAt !== null && publishedAt > transaction.now) {
    throw invalidContent([{ path: 'publishedAt', message: 'must not be in the future' }])
  }
  const { draft, text, model, stored } = entry
  const live = stored?.live ?? null
  const isLive =
    live !== null && !entry.isWithdrawn && entry.toPublish === null && live.draftVersion === draftVersion
  // Publishes nothing and cancels no schedule, because the request may be a late repetition of an earlier one.
  if (isLive && (publishedAt === null || publishedAt === live.publishedAt)) return entry
  entry.requireCurrent(draftVersion)
  const { draftVersion: current } = draft
  const toPublish = { id, collection: model.apiName, ...text, draftVersion: current, publishedAt }
  entry.publish(toPublish, transaction.operation)
  return entry
}

/** The live content of an entry after publishing. */
export interface PublishedDraft {
  readonly isChanged: boolean
  readonly version: number
  readonly publishedAt: number
  readonly text: ContentText
}

interface PublishResult {
  readonly published: ReadonlyMap<string, PublishedDraft>
  readonly invalid: readonly InvalidDraft[]
  readonly oversized: readonly OversizedEntry[]
}

interface PublishContext {
  readonly models: ReadonlyMap<string, Collection>
  readonly now: number
  readonly by: string
}

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
    const compiled = await compileDraft(writes, space, draft, context.models.get(draft.collection))
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
    const { id, collection, slug, draftVersion } = draft
    const publishedAt = draft.publishedAt ?? context.now
    const next = toNextPublication(
      { entry: id, collection, slug, publishedAt, draftVersion, publishedBy: context.by },
      compiled,
      history.get(id),
    )
    if (current) changes.replace(current, next)
    else changes.open(next)
    const text = toPublishedText(slug, compiled)
    published.set(id, { isChanged: true, version: next.version, publishedAt, text })
    sizes.add(id, pathOf(draft), compiled)
  }
  if (invalid.length > 0) return { published, invalid, oversized: [] }
  await changes.end(writes, contentTarget(space, changes.revision))
  await takeOverReferences(
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
  const targets = await findTargets(readsWithin(writes), space, references)
  const content = toContent(fields, { values, overlays })
  const findAsset = await readFindAsset(readsWithin(writes), space, listAssetNames(fields, content))
  const broken = findProblems(fields, content, { findTarget: targets.findTarget, findAsset }).filter(
    ({ severity }) => severity === 'error',
  )
  const problems = [...errors, ...broken]
  if (problems.length > 0) return { problems }
  // References without a target are warnings of the draft.
  const bind = bindReferences(draft.id, targets)
  return compileContent(fields, { values, overlays }, bind)
}
