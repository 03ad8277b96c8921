// Changes the named fields of a draft. Two writers of different fields do not conflict.
import type { Values } from '../content/values/model.ts'
import { checkContent, type SentContent } from './check-content.ts'
import { type DraftPatch, patchDraft } from './drafts/draft-paths.ts'
import type { ChangedEntry, EntryInTransaction, EntryTransaction } from './entry-transaction.ts'
import { makeFreeSlug } from './unique-slug.ts'

interface PatchInput extends SentContent {
  readonly id: string
  /** The draft version that the caller has seen. */
  readonly draftVersion?: number | undefined
  /** Null generates a new slug. */
  readonly slug?: string | null | undefined
}

export async function patchEntry(transaction: EntryTransaction, input: PatchInput): Promise<ChangedEntry> {
  const entry = await transaction.get(input.id)
  const { model, draft } = entry
  const { data, variants } = await checkContent(transaction, model, input, draft)
  entry.requireNotArchived()
  const seen = input.draftVersion ?? draft.draftVersion
  const patch: DraftPatch = { data, variants, ...(await slugOf(transaction, entry, input.slug, data)) }
  return transaction.update(entry, patchDraft(model.fields, draft, seen, patch))
}

async function slugOf(
  transaction: EntryTransaction,
  { id, model, draft }: EntryInTransaction,
  slug: string | null | undefined,
  data: Values,
): Promise<Pick<DraftPatch, 'slug'>> {
  if (slug === undefined) return {}
  if (slug !== null) return { slug }
  const owner = { id, collection: model.apiName }
  return { slug: await makeFreeSlug(transaction, owner, { ...draft.data, ...data }, draft.slug) }
}
