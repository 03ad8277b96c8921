// Validates a record of NDJSON: its keys, ids and model. Values are checked against the model later, when all collections
// are known.
import { z } from 'zod'
import { parseTimestamp } from '../../base/clock.ts'
import { findStorageError } from '../../content/fields/field-values.ts'
import {
  checkComponentFields,
  checkNamedFields,
  componentShape,
  modelShape,
  variantInput,
} from '../../content/model/model-input.schema.ts'
import {
  entryIdPattern,
  isJsonObject,
  type Json,
  slugLengthMax,
  type Values,
  variantIdPattern,
} from '../../content/values/model.ts'
import { assetRecord } from './asset-record.ts'
import type { ImportRecord } from './records.ts'

const values = z.custom<Values>(isJsonObject, 'must be an object')

const slug = z.string().refine(isSlug, `must have 1 to ${slugLengthMax} characters`)

const overlays = z
  .custom<{ [id: string]: Values }>(isJsonObject, 'must be an object')
  .superRefine((overlays, context) => {
    for (const [id, overlay] of Object.entries(overlays)) {
      if (!variantIdPattern.test(id))
        context.addIssue({ code: 'custom', message: `has the malformed id "${id}"` })
      if (!isJsonObject(overlay))
        context.addIssue({ code: 'custom', message: `must have an object under "${id}"` })
    }
  })

export const entryRecord = z
  .strictObject({
    type: z.literal('entry'),
    collection: z.string(),
    id: z
      .string()
      .regex(entryIdPattern, 'must be 1 to 128 letters, digits and . _ : - and begin with a letter or digit')
      .optional(),
    slug: slug.optional(),
    archived: z.boolean().optional(),
    publishedAt: z
      .string()
      .refine(text => parseTimestamp(text) !== null, 'must be an RFC 3339 time, such as 2026-01-31T09:00:00Z')
      .optional(),
    data: values.optional(),
    liveData: values.optional(),
    variants: overlays.optional(),
    liveSlug: slug.optional(),
    liveVariants: overlays.optional(),
  })
  .refine(entry => entry.id !== undefined || entry.slug !== undefined, 'needs an id or a slug')
  .refine(
    entry => entry.liveSlug === undefined || entry.liveData !== undefined,
    'has a liveSlug, which only an entry with liveData may have',
  )
  .refine(
    entry => entry.liveVariants === undefined || entry.liveData !== undefined,
    'has liveVariants, which only an entry with liveData may have',
  )
  .refine(
    entry => !entry.archived || entry.liveData === undefined,
    'is archived and has liveData, but an archived entry is not live: leave one of them out',
  )
  .refine(entry => !entry.archived || entry.id !== undefined, 'is archived, so it needs an id')

const variantRecord = z.strictObject({ type: z.literal('variant'), ...variantInput })

const entryKeys: ReadonlySet<string> = new Set(Object.keys(entryRecord.shape))

/** Checks whether {@link entryRecord} would accept the value, in a third of the time because no messages are built. */
export function isGoodEntry(value: { readonly [key: string]: Json }): boolean {
  for (const key in value) if (!entryKeys.has(key)) return false
  const { type, collection, id, slug, publishedAt, data, liveData, variants } = value
  const { archived, liveSlug, liveVariants } = value
  return (
    type === 'entry' &&
    typeof collection === 'string' &&
    (id === undefined ? slug !== undefined : typeof id === 'string' && entryIdPattern.test(id)) &&
    isGoodSlug(slug) &&
    isGoodSlug(liveSlug) &&
    (archived === undefined ||
      archived === false ||
      (archived === true && id !== undefined && liveData === undefined)) &&
    (publishedAt === undefined ||
      (typeof publishedAt === 'string' && parseTimestamp(publishedAt) !== null)) &&
    (data === undefined || isJsonObject(data)) &&
    (liveData === undefined || isJsonObject(liveData)) &&
    areGoodOverlays(variants) &&
    areGoodOverlays(liveVariants) &&
    ((liveSlug === undefined && liveVariants === undefined) || liveData !== undefined)
  )
}

function isGoodSlug(slug: Json | undefined): boolean {
  return slug === undefined || (typeof slug === 'string' && isSlug(slug))
}

function areGoodOverlays(overlays: Json | undefined): boolean {
  return (
    overlays === undefined ||
    (isJsonObject(overlays) &&
      Object.entries(overlays).every(([name, each]) => variantIdPattern.test(name) && isJsonObject(each)))
  )
}

function isSlug(text: string): boolean {
  // A text never has more code points than UTF-16 code units.
  return text !== '' && (text.length <= slugLengthMax || [...text].length <= slugLengthMax)
}

const collectionRecord = z
  .strictObject({ type: z.literal('collection'), ...modelShape })
  .superRefine(checkNamedFields)

const componentRecord = z
  .strictObject({ type: z.literal('component'), ...componentShape, kind: componentShape.kind.optional() })
  .superRefine(checkNamedFields)
  .superRefine(checkComponentFields)

const recordsByType = {
  collection: collectionRecord,
  component: componentRecord,
  variant: variantRecord,
  asset: assetRecord,
  entry: entryRecord,
} as const

const isRecordType = (type: string): type is keyof typeof recordsByType => Object.hasOwn(recordsByType, type)

/** The record with the number of keys in its objects, or a list of error messages. */
type CheckedRecord =
  | { readonly record: ImportRecord; readonly keys: number }
  | { readonly errors: readonly string[] }

export function checkRecord(value: unknown): CheckedRecord {
  if (!isJsonObject(value)) return { errors: ['This is not a JSON object; NDJSON has one object per line.'] }
  const seen = { keys: 0 }
  const textError = findStorageError(value, seen)
  const { keys } = seen
  if (textError) return { errors: [textError] }
  if (isGoodEntry(value)) return { record: withComposedSlugs(value) as unknown as ImportRecord, keys }
  const type = typeof value.type === 'string' ? value.type : ''
  if (!isRecordType(type))
    return { errors: ['"type" must be "collection", "component", "variant", "asset" or "entry".'] }
  const result = recordsByType[type].safeParse(value, { reportInput: true })
  if (!result.success) return { errors: result.error.issues.map(issue => toSentence(type, issue)) }
  return { record: withComposedSlugs(result.data) as ImportRecord, keys }
}

/** Normalizes slugs to Unicode NFC, so that slugs that look the same are equal. */
function withComposedSlugs<Value extends object>(value: Value): Value {
  const { slug, liveSlug } = value as { readonly slug?: unknown; readonly liveSlug?: unknown }
  if (!isDecomposed(slug) && !isDecomposed(liveSlug)) return value
  return {
    ...value,
    ...(typeof slug === 'string' && { slug: slug.normalize('NFC') }),
    ...(typeof liveSlug === 'string' && { liveSlug: liveSlug.normalize('NFC') }),
  }
}

function isDecomposed(slug: unknown): boolean {
  return typeof slug === 'string' && slug.normalize('NFC') !== slug
}

function toSentence(type: string, issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `Unknown key ${issue.keys.map(key => `"${key}"`).join(', ')}.`
  const place = issue.path.map(part => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  const subject = place === '' ? `The ${type}` : `"${place.slice(1)}"`
  // A reserved name must be absent.
  const isReserved = issue.code === 'invalid_type' && issue.expected === 'undefined'
  if (issue.code !== 'invalid_type' || isReserved) return `${subject} ${issue.message}.`
  return issue.input === undefined
    ? `${subject} is missing.`
    : `${subject} must be ${typeNames[issue.expected] ?? issue.expected}.`
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  array: 'a list',
  object: 'an object',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
}
