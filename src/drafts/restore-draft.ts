// Making an older content of an entry its draft again, as far as the model of today takes it.
import { toPointer } from '../base/json-pointer.ts'
import { checkValues } from '../content/field-values.ts'
import type { Field, Json, Values } from '../content/model.ts'
import { changeTo, requireEntry } from './change-drafts.ts'
import { listTaken } from './choose-slug.ts'
import { type DraftContent, overwriteDraft } from './draft-paths.ts'
import { requireCurrent, requireNotArchived } from './entry-problems.ts'
import type { EntryTransaction } from './entry-transaction.ts'

/** What of the older content is not in the draft. */
export interface LostValue {
  readonly path: string
  readonly message: string
}

interface RestoreInput {
  readonly id: string
  readonly draftVersion: number | undefined
  readonly content: DraftContent
}

export async function restoreDraft(
  transaction: EntryTransaction,
  { id, draftVersion, content }: RestoreInput,
): Promise<readonly LostValue[]> {
  const entry = await requireEntry(transaction, id)
  requireNotArchived(entry)
  const { model, draft } = entry
  const losses: LostValue[] = []
  const data = fit(model.fields, content.data, '/data', losses)
  const variants = new Map<string, Values>()
  for (const [variant, overlay] of Object.entries(content.variants)) {
    const path = toPointer('variants', variant)
    if (transaction.variants.has(variant)) variants.set(variant, fit(model.fields, overlay, path, losses))
    else losses.push({ path, message: 'is not a variant of the space any more' })
  }
  const slug = await slugOf(transaction, { id, collection: model.apiName }, content.slug, draft.slug, losses)
  const filled = [...variants].filter(([, overlay]) => Object.keys(overlay).length > 0)
  const next = overwriteDraft(model.fields, draft, { slug, data, variants: Object.fromEntries(filled) })
  if (next !== draft) {
    requireCurrent(entry, draftVersion)
    changeTo(transaction, entry, next, 'restore')
  }
  return losses
}

/** The slug stays as it is where the older one went to another entry. */
async function slugOf(
  transaction: EntryTransaction,
  owner: { readonly id: string; readonly collection: string },
  wanted: string,
  current: string,
  losses: LostValue[],
): Promise<string> {
  if (wanted === current || !(await listTaken(transaction, owner, [wanted])).has(wanted)) return wanted
  losses.push({ path: '/slug', message: `is taken, so it stays "${current}"` })
  return current
}

function fit(fields: readonly Field[], values: Values, pointer: string, losses: LostValue[]): Values {
  const fitted: { [name: string]: Json } = {}
  for (const [name, value] of Object.entries(values)) {
    if (value === null) continue
    const field = fields.find(({ apiName }) => apiName === name)
    const isList = field?.many || field?.type === 'json' || field?.type === 'richText'
    if (Array.isArray(value) && value.length === 0 && !isList) continue
    const path = pointer + toPointer(name)
    if (!field) {
      losses.push({ path, message: 'is not a field of the model any more' })
      continue
    }
    const before = losses.length
    const [stored] = checkValues(
      [field],
      { [name]: value },
      {
        refusesUnsafeAddresses: true,
        onError: (_, error) => void losses.push({ path: pointer + error.pointer, message: error.message }),
      },
    )
    if (losses.length === before && stored !== undefined) fitted[name] = stored
  }
  return fitted
}
