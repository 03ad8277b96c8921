// An older version of an entry becomes its draft again, fitted to the model as it is now.
import { toPointer } from '../base/json-pointer.ts'
import { parseValues, parseVariants } from '../content/entry-values.ts'
import { checkValues } from '../content/field-values.ts'
import type { Field, Json, Values } from '../content/model.ts'
import { changeTo, requireEntry } from './change-drafts.ts'
import { withoutNulls } from './check-content.ts'
import { listTaken } from './choose-slug.ts'
import { type DraftContent, overwriteDraft } from './draft-paths.ts'
import type { ContentText } from './draft-row.ts'
import { requireCurrent, requireNotArchived } from './entry-problems.ts'
import type { EntryTransaction } from './entry-transaction.ts'
import type { WorkingEntry } from './working-entry.ts'

/** A field that has had another name when the version was made. */
export interface Rename {
  readonly from: string
  readonly to: string
}

/** What of a version the draft cannot have any more. */
export interface RestoreLoss {
  readonly path: string
  readonly message: string
}

export interface RestoreInput {
  readonly id: string
  readonly draftVersion: number
  readonly content: ContentText
  /** Since the version, in their order. */
  readonly renames: readonly Rename[]
}

/** Never changes what is live. A draft that is so already stays. */
export async function restoreDraft(
  transaction: EntryTransaction,
  { id, draftVersion, content, renames }: RestoreInput,
): Promise<{ readonly entry: WorkingEntry; readonly losses: readonly RestoreLoss[] }> {
  const entry = await requireEntry(transaction, id)
  requireNotArchived(entry)
  const { model, draft } = entry
  const losses: RestoreLoss[] = []
  const fit = (values: Values, place: readonly string[]) =>
    fitValues(model.fields, rename(values, renames), place, losses)
  const variants: { [id: string]: Values } = {}
  for (const [variant, overlay] of Object.entries(parseVariants(content.variants))) {
    if (!transaction.variants.has(variant)) {
      losses.push({ path: toPointer('variants', variant), message: 'is no variant of the space any more' })
      continue
    }
    const values = fit(overlay, ['variants', variant])
    if (Object.keys(values).length > 0) variants[variant] = values
  }
  const restored: DraftContent = {
    slug: await fitSlug(transaction, entry, content.slug, losses),
    data: fit(withoutNulls(parseValues(content.data)), ['data']),
    variants,
  }
  const next = overwriteDraft(model.fields, draft, restored)
  losses.sort((a, b) => (a.path < b.path ? -1 : 1))
  if (next === draft) return { entry, losses }
  requireCurrent(entry, draftVersion)
  changeTo(transaction, entry, next, 'restore')
  return { entry, losses }
}

function rename(values: Values, renames: readonly Rename[]): Values {
  return renames.reduce((before, { from, to }) => {
    // A value that was changed with the model has its new name already.
    if (!Object.hasOwn(before, from) || Object.hasOwn(before, to)) return before
    const { [from]: value, ...others } = before
    return { ...others, [to]: value! }
  }, values)
}

function fitValues(
  fields: readonly Field[],
  values: Values,
  place: readonly string[],
  losses: RestoreLoss[],
): Values {
  const byName = new Map(fields.map(field => [field.apiName, field]))
  const fitted: { [name: string]: Json } = {}
  for (const [name, value] of Object.entries(values)) {
    const field = byName.get(name)
    const errors: string[] = []
    if (field === undefined) errors.push('is not a field of the model any more')
    else {
      const onError = (_: string, { message }: { readonly message: string }) => void errors.push(message)
      const [stored] = checkValues([field], { [name]: value }, { onError })
      if (errors.length === 0 && stored !== undefined) fitted[name] = stored
    }
    if (errors.length > 0 && !isEmpty(value))
      losses.push({ path: toPointer(...place, name), message: errors[0]! })
  }
  return fitted
}

function isEmpty(value: Json): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

/** The one of now, if the old one belongs to another entry by now. */
async function fitSlug(
  transaction: EntryTransaction,
  { id, model, draft }: WorkingEntry,
  slug: string,
  losses: RestoreLoss[],
): Promise<string> {
  if (slug === draft.slug) return slug
  const taken = await listTaken(transaction, { id, collection: model.apiName }, [slug])
  if (!taken.has(slug)) return slug
  losses.push({ path: '/slug', message: 'is the slug of another entry by now' })
  return draft.slug
}
