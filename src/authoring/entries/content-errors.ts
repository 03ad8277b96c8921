// Finds errors in the content of a request that is refused for another reason, so that one response lists all errors.
import type { Caller } from '../../base/caller.ts'
import type { FieldError } from '../../base/errors.ts'
import { findModel } from '../../content/model/collections.store.ts'
import { readVariants } from '../../content/model/variants.store.ts'
import type { EntryContent } from '../../content/publish/entry-content.ts'
import { findEntry } from '../../content/tables/entries.store.ts'
import type { Collection } from '../../content/values/model.ts'
import type { Database } from '../../database/database.ts'
import { checkSent, errorsOfSlug, type SentContent } from '../../entries/check-content.ts'
import { toDraft } from '../../entries/drafts/draft-write.ts'
import { toFieldErrors } from '../../entries/entry-problems.ts'

export interface SentEntry extends SentContent {
  readonly collection?: string | undefined
  readonly slug?: string | null | undefined
}

/**
 * Returns the errors of slug and values. The model is that of the entry with this id, or of the collection in the
 * request; without either, only the slug is checked. References are not resolved.
 */
export function findContentErrors(
  database: Database,
  { space }: Caller,
  id: string | null,
  sent: SentEntry,
): Promise<FieldError[]> {
  return database.snapshot(space, async reads => {
    const row = id === null ? undefined : await findEntry(reads, space, id)
    const collection = row?.collection ?? sent.collection
    const model = collection === undefined ? null : await findModel(reads, space, collection)
    const variants = new Set((await readVariants(reads, space)).map(variant => variant.id))
    return listContentErrors(model, sent, variants, row && toDraft(row))
  })
}

/** Checks only the slug if there is no model. */
export function listContentErrors(
  model: Collection | null,
  sent: SentEntry,
  variants: ReadonlySet<string>,
  current?: EntryContent,
): FieldError[] {
  const { errors } = model ? checkSent(model.fields, sent, variants, current) : { errors: [] }
  return toFieldErrors([...errorsOfSlug(sent.slug), ...errors])
}
