// Replaces the whole content of a draft, or creates it.
import { checkContent, contentOf, requireModel, type SentContent } from './check-content.ts'
import { createWith } from './create-entry.ts'
import { replaceDraft } from './drafts/draft-paths.ts'
import { entryNotFound, invalidContent } from './entry-problems.ts'
import type { ChangedEntry, EntryInTransaction, EntryTransaction } from './entry-transaction.ts'

interface ReplaceInput extends SentContent {
  readonly id: string
  /** The draft version that the caller has seen; 0 creates the entry. */
  readonly draftVersion?: number | undefined
  readonly collection?: string | undefined
  readonly slug?: string | undefined
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
  const patch = await checkContent(transaction, model, input, draft)
  there.requireNotArchived()
  const content = contentOf(model.fields, input.slug ?? draft.slug, patch)
  const seen = input.draftVersion ?? draft.draftVersion
  return transaction.update(there, replaceDraft(model.fields, draft, seen, content))
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
