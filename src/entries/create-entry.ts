// Creates an entry as a draft.
import { Problem } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import type { Collection, Field, Json, Values } from '../content/values/model.ts'
import {
  type CheckedPatch,
  checkContent,
  contentOf,
  requireModel,
  type SentContent,
} from './check-content.ts'
import { listDifferences } from './drafts/draft-paths.ts'
import type { ChangedEntry, EntryTransaction } from './entry-transaction.ts'
import { makeFreeSlug } from './unique-slug.ts'

export interface CreateInput extends SentContent {
  readonly collection: string
  readonly id?: string | undefined
  readonly slug?: string | undefined
}

/** Creates an entry. Fields that are absent get the defaults of the model. */
export async function createEntry(transaction: EntryTransaction, input: CreateInput): Promise<ChangedEntry> {
  const model = requireModel(transaction, input.collection)
  const there = input.id === undefined ? null : await transaction.find(input.id)
  const patch = await checkContent(transaction, model, input, there?.draft)
  const content = { ...patch, data: withDefaults(model.fields, patch.data) }
  return createWith(transaction, model, input.id ?? newId(transaction.parts.random), input.slug, content)
}

/** Creates an entry with checked content. Repeating a creation with the same id and content changes nothing. */
export async function createWith(
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
  return { entry: transaction.add(id, model, draft), isNew: true, changedByOthers: [] }
}

function withDefaults(fields: readonly Field[], data: Values): Values {
  const defaults = fields.filter(field => field.default !== undefined && !Object.hasOwn(data, field.apiName))
  return { ...data, ...Object.fromEntries(defaults.map(field => [field.apiName, field.default as Json])) }
}
