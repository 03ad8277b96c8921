// Checks drafts that clients send against the model and the space: values, references, slugs, sizes.
import { draftBytesMax } from '../base/draft-size.ts'
import { partsOfPointer } from '../base/json/json-pointer.ts'
import { readDraftReferences } from '../content/tables/draft-references.store.ts'
import { type ReferenceValue, unknownField } from '../content/values/field-values.ts'
import type { Collection, Field, Json, Values } from '../content/values/model.ts'
import { readsWithin } from '../database/database.ts'
import { type DraftContent, patchDraft } from './drafts/draft-paths.ts'
import type { ContentText } from './drafts/draft-row.ts'
import { readFieldNames } from './drafts/field-names.store.ts'
import {
  type CheckedPatch,
  type ContentError,
  checkSent,
  listReferencesIn,
  listWritten,
  replaceReferences,
  type SentContent,
  type SentReference,
  variantsPerEntryMax,
} from './drafts/sent-content.ts'
import type { EntryInTransaction } from './entry-in-transaction.ts'
import { collectionNotFound, invalidContent } from './entry-problems.ts'
import type { EntryTransaction } from './entry-transaction.ts'
import { slugError } from './slugs/unique-slug.ts'

export function requireModel({ models }: EntryTransaction, apiName: string): Collection {
  const model = models.get(apiName)
  if (!model) throw collectionNotFound()
  return model
}

export function errorsOfSlug(slug: string | undefined | null): readonly ContentError[] {
  const message = slug === undefined || slug === null ? null : slugError(slug)
  return message === null ? [] : [{ path: 'slug', message }]
}

/**
 * Checks sent content, and throws one problem with every error of slug, data and overlays. References by collection and slug
 * are replaced by ids. References that the draft already contains stay as they are written, except those of `changed` that
 * resolved to no entry before and do now.
 */
export async function checkContent(
  transaction: EntryTransaction,
  { apiName, fields }: Collection,
  sent: SentContent & { readonly slug?: string | null | undefined },
  current?: DraftContent,
  changed?: EntryInTransaction,
): Promise<CheckedPatch> {
  const patch = checkSent(fields, sent, transaction.variants, current)
  const references = listReferencesIn(fields, patch)
  const there = current && listWritten(fields, current)
  const isWritten = ({ to, path, field }: SentReference) =>
    there?.get(fieldPathOf(path, field))?.has(JSON.stringify(to)) ?? false
  const loose = changed ? await listUnbound(transaction, changed, references.filter(isWritten)) : []
  const rebound = new Set(loose.map(({ path }) => path))
  const isThere = (to: ReferenceValue, path: string, field: Field) =>
    isWritten({ to, path, field }) && !rebound.has(path)
  const written = references.filter(({ to, path, field }) => !isThere(to, path, field))
  const targets = await transaction.resolve(written.map(({ to }) => to))
  const errors = [...errorsOfSlug(sent.slug), ...patch.errors]
  for (const { path, field, to } of written) {
    const target = targets.find(to)
    if (target === null && !('id' in to)) {
      errors.push({ path, message: `refers to ${to.collection}/${to.slug}, which is not there` })
    } else if (target !== null && field.to && !field.to.includes(target.collection)) {
      errors.push({
        path,
        message: `refers to an entry of ${target.collection}; allowed: ${field.to.join(', ')}`,
      })
    }
  }
  if (errors.length > 0) throw invalidContent(await withNewNames(transaction, apiName, errors))
  const toId = (to: ReferenceValue, path: string, field: Field) =>
    isThere(to, path, field) ? to : { id: targets.idOf(to)! }
  return { ...patch, ...replaceReferences(fields, patch, toId) }
}

function fieldPathOf(path: string, { many }: Field): string {
  return many ? path.replace(/\/\d+$/, '') : path
}

/**
 * Lists the references by collection and slug to which the draft is not bound, but to which a new reference would be bound
 * now.
 */
async function listUnbound(
  transaction: EntryTransaction,
  { id }: EntryInTransaction,
  written: readonly SentReference[],
): Promise<readonly SentReference[]> {
  const byPath = written.filter(({ to }) => !('id' in to))
  if (byPath.length === 0) return []
  const now = await transaction.resolve(byPath.map(({ to }) => to))
  const meant = await transaction.resolveDraft(
    id,
    byPath.map(({ to, field }) => ({ field: field.apiName, to })),
  )
  const bound = await readDraftReferences(readsWithin(transaction.writes), transaction.space, id)
  return byPath.filter(({ to, path, field }) => {
    const target = now.find(to)
    if (target === null || (field.to && !field.to.includes(target.collection))) return false
    const place = fieldPathOf(path, field)
    return !bound.some(each => each.target === meant.idOf(to) && each.path === place)
  })
}

/** Adds the current name of the field to each error about a name that was renamed. */
async function withNewNames(
  { writes, space }: EntryTransaction,
  collection: string,
  errors: readonly ContentError[],
): Promise<readonly ContentError[]> {
  if (!errors.some(({ message }) => message === unknownField)) return errors
  const names = await readFieldNames(readsWithin(writes), space, collection)
  return errors.map(({ path, message }) => {
    const now = message === unknownField ? names.nameNow(partsOfPointer(path).at(-1)!) : null
    return { path, message: now === null ? message : `${message}: it is called "${now}" now` }
  })
}

export function isDraftTooLarge({ data, variants }: Pick<ContentText, 'data' | 'variants'>): boolean {
  return Buffer.byteLength(data) + Buffer.byteLength(variants ?? '') > draftBytesMax
}

export function requireFit({ draft, text }: EntryInTransaction): void {
  const errors: ContentError[] = []
  if (isDraftTooLarge(text))
    errors.push({ path: 'data', message: 'makes a draft of more than 2 MiB, overlays included' })
  if (Object.keys(draft.variants).length > variantsPerEntryMax) {
    errors.push({ path: 'variants', message: `may have ${variantsPerEntryMax} overlays` })
  }
  if (errors.length > 0) throw invalidContent(errors)
}

export function contentOf(
  fields: readonly Field[],
  slug: string,
  { data, variants }: Pick<CheckedPatch, 'data' | 'variants'>,
): DraftContent {
  const empty = { slug, data: {}, variants: {}, draftVersion: 1, pathVersions: {} }
  const result = patchDraft(fields, empty, 1, { data, variants })
  return result.kind === 'applied' ? result.draft : { slug, data: {}, variants: {} }
}

export function withDefaults(fields: readonly Field[], data: Values): Values {
  const defaults = fields.filter(field => field.default !== undefined && !Object.hasOwn(data, field.apiName))
  return { ...data, ...Object.fromEntries(defaults.map(field => [field.apiName, field.default as Json])) }
}

export function withoutNulls(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}
