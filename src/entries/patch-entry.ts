// Changes the named fields of a draft, or values in its blocks. Two writers of different ones do not conflict.
import { toPointer } from '../base/json.ts'
import type { Values } from '../content/values/model.ts'
import { checkContent, type SentContent } from './check-content.ts'
import { expandAddresses, fieldPathOf } from './drafts/block-paths.ts'
import { type DraftPatch, listChangedSince, patchDraft } from './drafts/draft-paths.ts'
import type { ContentError } from './entry-problems.ts'
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
  const seen = input.draftVersion ?? draft.draftVersion
  const { values, addresses, ...expanded } = expandAddresses(model.fields, input.data ?? {}, draft.data)
  const changed = new Set(listChangedSince(model.fields, draft, seen).map(fieldPathOf))
  const requireSeen = (written: readonly string[], path: string) => {
    if (changed.has(fieldPathOf(path))) throw entry.toConflict(written)
  }
  const found = [...expanded.errors, ...findMissing(entry, expanded.missing, changed)]
  const sent = { ...input, data: values }
  const checked = await checkContent(transaction, model, sent, draft, { found, requireSeen })
  const { data, variants, overlayAddresses } = checked
  entry.requireNotArchived()
  const patch: DraftPatch = {
    ...{ data, variants, addresses, overlayAddresses },
    ...(await slugOf(transaction, entry, input.slug, data)),
  }
  return transaction.update(entry, patchDraft(model.fields, draft, seen, patch))
}

/** Throws if another writer has changed the list of a block that is not there. Otherwise returns an error for each. */
function findMissing(
  entry: EntryInTransaction,
  addresses: readonly string[],
  changed: ReadonlySet<string>,
): readonly ContentError[] {
  const overtaken = addresses
    .map(address => `/data/${address}`)
    .filter(path => changed.has(fieldPathOf(path)))
  if (overtaken.length > 0) throw entry.toConflict(overtaken)
  return addresses.map(address => ({
    path: toPointer('data', address),
    message: 'leads to a block that is not there',
  }))
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
