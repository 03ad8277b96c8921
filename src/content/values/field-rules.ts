// Checks drafts against the rules of their model. Drafts may violate the rules, publications may not. The form of the values
// was checked when they were saved (field-values.ts). Nothing in this file throws, and the work is bounded for any values.
import { toPointer } from '../../base/json/json-pointer.ts'
import { eachAssetNameIn } from './asset-names.ts'
import { isAssetName } from './asset-value.ts'
import type { ReferenceValue } from './field-values.ts'
import { isJsonObject } from './json-object.ts'
import type { Field, Json, Values } from './model.ts'
import { readPortableText } from './portable-text.ts'
import { addressError } from './safe-address.ts'
import { checkScalar, ruleTexts, type WorkBudget } from './scalar-rules.ts'

export type ValidationIssueCode =
  | 'type'
  | 'unique'
  | 'slug_taken'
  | 'required'
  | 'min'
  | 'max'
  | 'minItems'
  | 'maxItems'
  | 'pattern'
  | 'format'
  | 'options'
  | 'address'
  | 'accept'
  | 'asset_missing'
  | 'target_not_allowed'
  | 'target_missing'
  | 'target_archived'
  | 'target_not_live'

export interface ValidationIssue {
  /** A JSON Pointer: `/data/title`, `/variants/vip/tags/2`. */
  readonly path: string
  readonly code: ValidationIssueCode
  /** An error prevents the draft from being published. */
  readonly severity: 'error' | 'warning'
  /** Continues a sentence that begins with the name of the value. */
  readonly message: string
}

/** The target of a reference. */
export interface ReferenceTarget {
  readonly collection: string
  readonly state: 'live' | 'draft' | 'archived'
}

/** Returns null if the entry does not exist. */
export type FindTarget = (reference: ReferenceValue) => ReferenceTarget | null

/** Returns null if the asset does not exist. */
export type FindAsset = (id: string) => { readonly contentType: string } | null

/** Lookups for the entries and assets that a draft names. */
export interface DraftLookups {
  readonly findTarget: FindTarget
  readonly findAsset: FindAsset
}

export interface DraftValues {
  readonly data: Values
  /** Overlays by variant id. */
  readonly variants: { readonly [id: string]: Values }
}

/** The maximum number of reported problems of a draft. A single error prevents its publication. */
export const problemsMax = 1000
/** The maximum number of steps of all patterns in one draft: about a quarter of a second. */
const patternStepsMax = 20_000_000

/** Lists problems in the order of the model, base values before overlays. */
export function findProblems(
  fields: readonly Field[],
  { data, variants }: DraftValues,
  lookups: DraftLookups,
): ValidationIssue[] {
  const search = new ProblemSearch(lookups)
  search.checkValues(fields, data, '/data', true)
  for (const [id, overlay] of Object.entries(variants)) {
    search.checkValues(fields, overlay, toPointer('variants', id), false)
  }
  return search.problems
}

/** Checks values by themselves. Ignores `required`, targets and assets. */
export function findFieldProblems(
  fields: readonly Field[],
  values: Values,
  pointer: string,
): ValidationIssue[] {
  const search = new ProblemSearch(null)
  search.checkValues(fields, values, pointer, false)
  return search.problems
}

class ProblemSearch {
  readonly problems: ValidationIssue[] = []
  readonly #lookups: DraftLookups | null
  readonly #budget: WorkBudget = { stepsLeft: patternStepsMax }

  constructor(lookups: DraftLookups | null) {
    this.#lookups = lookups
  }

  /** Checks the values of one layer. Overlays need not have required values. */
  checkValues(fields: readonly Field[], values: Values, pointer: string, isBase: boolean): void {
    for (const field of fields) {
      const value = Object.hasOwn(values, field.apiName) ? values[field.apiName]! : null
      const path = pointer + toPointer(field.apiName)
      if (isBase && field.required && isBlank(field, value)) this.#add(path, 'required', ruleTexts.required)
      if (value !== null) this.#checkField(field, value, path)
    }
  }

  #add(
    path: string,
    code: ValidationIssueCode,
    message: string,
    severity: ValidationIssue['severity'] = 'error',
  ): void {
    if (this.problems.length < problemsMax) this.problems.push({ path, code, severity, message })
  }

  #checkField(field: Field, value: Json, path: string): void {
    if (!field.many || !Array.isArray(value)) {
      this.#checkOne(field, value, path)
      return
    }
    const items = value as readonly Json[]
    // An empty list counts as no value, which only `required` refuses.
    if (items.length === 0) return
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = field
    if (items.length < minItems) this.#add(path, 'minItems', `must have at least ${minItems} items`)
    if (items.length > maxItems) this.#add(path, 'maxItems', `must have at most ${maxItems} items`)
    for (const [index, item] of items.entries()) {
      if (this.problems.length >= problemsMax) return
      this.#checkOne(field, item, `${path}/${index}`)
    }
  }

  #checkOne(field: Field, value: Json, path: string): void {
    if (field.type === 'reference') this.#checkReference(field, value, path)
    else if (field.type === 'asset') this.#checkAsset(field, value, path)
    else if (field.type !== 'richText') {
      for (const { code, message } of checkScalar(field, value, this.#budget)) this.#add(path, code, message)
    } else {
      eachAssetNameIn(field, value, path, ({ id }, place) => void this.#checkName(id, place))
      if (field.format === 'portableText') this.#checkPortableText(value, path)
    }
  }

  #checkReference({ to }: Field, value: Json, path: string): void {
    if (this.#lookups === null || !isReference(value)) return
    const target = this.#lookups.findTarget(value)
    if (target === null)
      this.#add(path, 'target_missing', 'refers to an entry that does not exist', 'warning')
    else if (to && !to.includes(target.collection)) {
      const message = `refers to an entry of ${target.collection}; allowed: ${to.join(', ')}`
      this.#add(path, 'target_not_allowed', message)
    } else if (target.state === 'archived') {
      this.#add(path, 'target_archived', 'refers to an archived entry', 'warning')
    } else if (target.state === 'draft') {
      this.#add(path, 'target_not_live', 'refers to an entry that is not published', 'warning')
    }
  }

  #checkAsset({ accept }: Field, value: Json, path: string): void {
    if (!isJsonObject(value)) return
    const { url } = value
    const error = typeof url === 'string' ? addressError(url, 'asset') : null
    if (error !== null) this.#add(`${path}/url`, 'address', error.message)
    const contentType = isAssetName(value) ? this.#checkName(value.id, path) : value.contentType
    if (accept === undefined || typeof contentType !== 'string' || accepts(accept, contentType)) return
    this.#add(path, 'accept', `must be ${accept.join(' or ')}, and is ${contentType}`)
  }

  /** Returns the media type of the asset, if it is known. */
  #checkName(id: string, path: string): string | null {
    if (this.#lookups === null) return null
    const asset = this.#lookups.findAsset(id)
    if (asset === null) this.#add(path, 'asset_missing', 'names a file that does not exist', 'warning')
    return asset?.contentType ?? null
  }

  /** Reports unsafe addresses only, because the form was checked when the value was saved. */
  #checkPortableText(value: Json, path: string): void {
    const result = readPortableText(value, { refusesUnsafeAddresses: true })
    if ('value' in result) return
    for (const { pointer, code, message } of result.errors) {
      if (code === 'address') this.#add(path + pointer, 'address', message)
    }
  }
}

/** Ignores parameters of a media type, such as `; charset=utf-8`. */
function accepts(accept: readonly string[], contentType: string): boolean {
  const given = contentType.split(';')[0]!.trim().toLowerCase()
  return accept.some(type => {
    const wanted = type.toLowerCase()
    return wanted.endsWith('/*') ? given.startsWith(wanted.slice(0, -1)) : given === wanted
  })
}

function isReference(value: Json): value is ReferenceValue {
  if (!isJsonObject(value)) return false
  const { id, collection, slug } = value
  return typeof id === 'string' || (typeof collection === 'string' && typeof slug === 'string')
}

/** Checks whether a value counts as empty. */
function isBlank({ type, format, many }: Field, value: Json): boolean {
  if (value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  if (!Array.isArray(value)) return false
  const items = value as readonly Json[]
  if (type === 'richText' && format === 'portableText' && !many) return items.every(isBlankBlock)
  return items.length === 0
}

/** An editor of rich text leaves a blank block when all text is deleted. */
function isBlankBlock(block: Json): boolean {
  if (!isJsonObject(block) || block._type !== 'block' || !Array.isArray(block.children)) return false
  return (block.children as readonly Json[]).every(
    child => isJsonObject(child) && (typeof child.text !== 'string' || child.text.trim() === ''),
  )
}
