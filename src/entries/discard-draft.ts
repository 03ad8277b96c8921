// Discards the changes of a draft: overwrites it with the live content.
import { Problem } from '../base/errors.ts'
import { parseContent } from '../content/publish/entry-content.ts'
import type { Values } from '../content/values/model.ts'
import { overwriteDraft } from './drafts/draft-paths.ts'
import type { EntryInTransaction, EntryTransaction } from './entry-transaction.ts'

interface DiscardInput {
  readonly id: string
  readonly draftVersion?: number | undefined
}

export async function discardDraft(
  transaction: EntryTransaction,
  { id, draftVersion }: DiscardInput,
): Promise<EntryInTransaction> {
  const entry = await transaction.get(id)
  entry.requireNotArchived()
  const live = entry.liveText
  if (live === null) throw new Problem('entry_not_live', 'The entry is not published.')
  const { data, variants } = parseContent(live)
  const content = { slug: live.slug, data: withoutNulls(data), variants }
  const next = overwriteDraft(entry.model.fields, entry.draft, content)
  if (next === entry.draft) return entry
  entry.requireCurrent(draftVersion)
  transaction.changeDraft(entry, next, 'discard')
  return entry
}

function withoutNulls(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}
