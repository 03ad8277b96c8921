// Operations that change drafts: create, patch, replace, discard. Each of them changes the entries of a transaction in
// memory.

import { Problem } from '../base/errors/errors.ts'
import { newId } from '../base/ids.ts'
import { parseValues } from '../content/publish/entry-values.ts'
import type { Collection, Values } from '../content/values/model.ts'
import {
  checkContent,
  contentOf,
  requireFit,
  requireModel,
  withDefaults,
  withoutNulls,
} from './check-content.ts'
import {
  type Draft,
  type DraftContent,
  type DraftPatch,
  type DraftUpdate,
  listDifferences,
  overwriteDraft,
  patchDraft,
  replaceDraft,
} from './drafts/draft-paths.ts'
import type { CheckedPatch, SentContent } from './drafts/sent-content.ts'
import type { EntryInTransaction } from './entry-in-transaction.ts'
import {
  draftConflict,
  entryNotFound,
  invalidContent,
  requireCurrent,
  requireNotArchived,
} from './entry-problems.ts'
import type { EntryTransaction } from './entry-transaction.ts'
import { makeFreeSlug } from './slugs/unique-slug.ts'

export interface CreateInput extends SentContent {
  readonly collection: string
  readonly id?: string | undefined
  readonly slug?: string | undefined
}

export interface PatchInput extends SentContent {
  readonly id: string
  readonly draftVersion?: number | undefined
  /** Null generates a new slug. */
  readonly slug?: string | null | undefined
}

export interface ReplaceInput extends SentContent {
  readonly id: string
  readonly draftVersion?: number | undefined
  readonly collection?: string | undefined
  readonly slug?: string | undefined
}

export interface ChangedEntry {
  readonly entry: EntryInTransaction
  readonly isNew: boolean
  readonly changedByOthers: readonly string[]
}

/** Creates an entry. Repeating a creation with the same id and content changes nothing. */
export async function createEntry(transaction: EntryTransaction, input: CreateInput): Promise<ChangedEntry> {
  const model = requireModel(transaction, input.collection)
  const there = input.id === undefined ? null : await transaction.find(input.id)
  const patch = await checkContent(transaction, model, input, there?.draft)
  const content = { ...patch, data: withDefaults(model.fields, patch.data) }
  return createWith(transaction, model, input.id ?? newId(transaction.parts.random), input.slug, content)
}

async function createWith(
  transaction: EntryTransaction,
  model: Collection,
  id: string,
  givenSlug: string | undefined,
  patch: Pick<CheckedPatch, 'data' | 'variants'>,
): Promise<ChangedEntry> {
  const there = await transaction.find(id)
  if (there) {
    const content = contentOf(model.fields, givenSlug ?? there.draft.slug, patch)
    const isSame = there.model === model && listDifferences(model.fields, there.draft, content).length === 0
    if (!isSame) throw new Problem('entry_exists', `The space has an entry ${id} with other content.`)
    return { entry: there, isNew: false, changedByOthers: [] }
  }
  const owner = { id, collection: model.apiName }
  const slug = givenSlug ?? (await makeFreeSlug(transaction, owner, patch.data, null))
  const draft = { ...contentOf(model.fields, slug, patch), draftVersion: 1, pathVersions: {} }
  const entry = transaction.add(id, model, draft)
  entry.slugAt = transaction.operation
  entry.actions.push('create')
  requireFit(entry)
  return { entry, isNew: true, changedByOthers: [] }
}

export async function patchEntry(transaction: EntryTransaction, input: PatchInput): Promise<ChangedEntry> {
  const entry = await requireEntry(transaction, input.id)
  const { model, draft } = entry
  const checked = await checkContent(transaction, model, input, draft, entry)
  requireNotArchived(entry)
  const { data, variants } = checked
  const seen = input.draftVersion ?? draft.draftVersion
  const patch: DraftPatch = { data, variants, ...(await slugOf(transaction, entry, input.slug, data)) }
  return update(transaction, entry, patchDraft(model.fields, draft, seen, patch))
}

export async function replaceEntry(
  transaction: EntryTransaction,
  input: ReplaceInput,
): Promise<ChangedEntry> {
  const there = await transaction.find(input.id)
  if (there === null || input.draftVersion === 0) return replaceByCreating(transaction, there, input)
  const { model, draft } = there
  if (input.collection !== undefined && input.collection !== model.apiName) {
    throw invalidContent([
      { path: 'collection', message: `must be ${model.apiName}: an entry stays in its collection` },
    ])
  }
  const patch = await checkContent(transaction, model, input, draft, there)
  requireNotArchived(there)
  const content = contentOf(model.fields, input.slug ?? draft.slug, patch)
  const seen = input.draftVersion ?? draft.draftVersion
  return update(transaction, there, replaceDraft(model.fields, draft, seen, content))
}

/** Handles draft version 0: the entry must not exist, or must have this content already. */
async function replaceByCreating(
  transaction: EntryTransaction,
  there: EntryInTransaction | null,
  { id, collection, draftVersion, ...sent }: ReplaceInput,
): Promise<ChangedEntry> {
  if (draftVersion !== 0) throw entryNotFound()
  const named = collection ?? there?.model.apiName
  if (named === undefined) {
    throw invalidContent([{ path: 'collection', message: 'is required for a new entry' }])
  }
  const model = requireModel(transaction, named)
  const patch = await checkContent(transaction, model, sent, there?.draft)
  return createWith(transaction, model, id, sent.slug, patch)
}

/** Overwrites the draft with the live content. */
export async function discardDraft(
  transaction: EntryTransaction,
  { id, draftVersion }: { readonly id: string; readonly draftVersion?: number | undefined },
): Promise<ChangedEntry> {
  const entry = await requireEntry(transaction, id)
  requireNotArchived(entry)
  const live = entry.liveText
  if (live === null) throw new Problem('entry_not_live', 'The entry is not published.')
  const variants = live.variants === null ? {} : (JSON.parse(live.variants) as DraftContent['variants'])
  const content = { slug: live.slug, data: withoutNulls(parseValues(live.data)), variants }
  const next = overwriteDraft(entry.model.fields, entry.draft, content)
  if (next === entry.draft) return { entry, isNew: false, changedByOthers: [] }
  requireCurrent(entry, draftVersion)
  changeTo(transaction, entry, next, 'discard')
  return { entry, isNew: false, changedByOthers: [] }
}

/** Applies the update to the entry. The result lists the paths that other writers have changed. */
function update(transaction: EntryTransaction, entry: EntryInTransaction, result: DraftUpdate): ChangedEntry {
  if (result.kind === 'conflict') throw draftConflict(entry, result.paths)
  if (result.kind === 'applied') changeTo(transaction, entry, result.draft, 'edit')
  return { entry, isNew: false, changedByOthers: result.changedByOthers }
}

export function changeTo(
  transaction: EntryTransaction,
  entry: EntryInTransaction,
  next: Draft,
  reason: 'edit' | 'discard' | 'restore',
): void {
  if (next.slug !== entry.draft.slug) entry.slugAt = transaction.operation
  entry.changeDraft(next, reason)
  entry.actions.push(reason)
  requireFit(entry)
}

async function slugOf(
  transaction: EntryTransaction,
  entry: EntryInTransaction,
  slug: string | null | undefined,
  data: Values,
): Promise<Pick<DraftPatch, 'slug'>> {
  if (slug === undefined) return {}
  if (slug !== null) return { slug }
  const { id, model, draft } = entry
  const owner = { id, collection: model.apiName }
  return { slug: await makeFreeSlug(transaction, owner, { ...draft.data, ...data }, draft.slug) }
}

export async function requireEntry(transaction: EntryTransaction, id: string): Promise<EntryInTransaction> {
  const entry = await transaction.find(id)
  if (entry === null) throw entryNotFound()
  return entry
}
