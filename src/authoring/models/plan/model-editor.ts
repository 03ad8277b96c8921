// Applies the operations of a request to a stored model one after the other. Errors of operations are collected instead of
// thrown, so that a response lists all of them with their places.

import type { z } from 'zod'
import { toPointer } from '../../../base/json.ts'
import { nearestName } from '../../../base/nearest-name.ts'
import { convertValue } from '../../../content/fields/convert-value.ts'
import { formatOf } from '../../../content/fields/registry.ts'
import { holdsTitle } from '../../../content/fields/text-facts.ts'
import { toStoredComponent, toStoredModel } from '../../../content/model/model-form.ts'
import {
  componentShape,
  fieldInput,
  findComponentFieldErrors,
  findNameErrors,
  modelShape,
} from '../../../content/model/model-input.schema.ts'
import { findPreviewSiteError } from '../../../content/model/preview-url.ts'
import { isComponent } from '../../../content/model/stored-models.ts'
import {
  type Collection,
  type Component,
  type Field,
  fieldsPerCollectionMax,
  type Json,
} from '../../../content/values/model.ts'
import { FieldNames } from '../../../entries/drafts/field-names.store.ts'
import { convertField } from '../convert/convert-field.ts'
import {
  findKeyErrors,
  type ModelOperation,
  type OperationError,
  type Properties,
  parseOperations,
  toErrors,
} from '../model-operations.ts'
import type { ModelPlan, PlanContext, PlannedField } from '../model-plan.ts'
import { describeForReaders } from '../report/model-report.ts'

type PlanResult = { readonly plan: ModelPlan } | { readonly errors: readonly OperationError[] }

export function planModelChange(
  model: Collection | Component,
  sent: readonly unknown[],
  context: PlanContext,
  path = '/operations',
): PlanResult {
  const before = toStored(model)
  const { operations, errors: shapeErrors, uncertain } = parseOperations(sent, path)
  const editor = new ModelEditor(before, context, uncertain)
  for (const [index, operation] of operations.entries()) {
    if (operation !== null) editor.apply(operation, `${path}/${index}`)
  }
  const errors = [...shapeErrors, ...editor.finish(path)]
  if (errors.length > 0) return { errors }
  const { fields, removed } = editor
  const after = toStored({ ...editor.model, fields: fields.map(({ field }) => field) })
  const planned = fields.map(({ source }, index) => ({ field: after.fields[index]!, source }))
  const plan: ModelPlan = { before, after, fields: planned, removed, readers: [], blocks: null }
  return { plan: { ...plan, readers: describeForReaders(plan) } }
}

function toStored(model: Collection | Component): Collection | Component {
  return isComponent(model) ? toStoredComponent(model) : toStoredModel(model)
}

type Of<Op extends ModelOperation['op']> = Extract<ModelOperation, { readonly op: Op }>

/** Properties that name a field. It must have the type `text` and one value. */
const namingKeys = ['titleField', 'slugFrom'] as const

class ModelEditor {
  model: Collection | Component
  fields: readonly PlannedField[]
  /** Fields of the original model that were removed. */
  readonly removed: Field[] = []
  readonly #errors: OperationError[] = []
  readonly #context: PlanContext
  /** Fields whose state is unknown because an operation on them has errors. */
  readonly #uncertain: ReadonlySet<string>
  readonly #names: FieldNames
  /** The operation that last changed a key of the model or a field, by its name. */
  readonly #touched = new Map<string, string>()

  constructor(model: Collection | Component, context: PlanContext, uncertain: ReadonlySet<string>) {
    this.model = model
    this.fields = model.fields.map(field => ({ field, source: { kind: 'stored', field, conversions: [] } }))
    this.#context = context
    this.#uncertain = uncertain
    this.#names = new FieldNames(context.history)
  }

  apply(operation: ModelOperation, path: string): void {
    const before = this.#errors.length
    if (operation.op === 'set') this.#set(operation, path)
    else if (operation.op === 'addField') this.#addField(operation, path)
    else if (operation.op === 'setField') this.#setField(operation, path)
    else if (operation.op === 'moveField') this.#moveField(operation, path)
    else if (operation.op === 'renameField') this.#renameField(operation, path)
    else if (operation.op === 'convertField') this.#convertField(operation, path)
    else if (operation.op === 'removeField') this.#removeField(operation, path)
    else this.#restoreField(operation, path)
    if (this.#errors.length === before) this.#names.follow(operation)
  }

  /** Returns all errors, including those that only the complete model reveals. */
  finish(path: string): readonly OperationError[] {
    if (this.fields.length > fieldsPerCollectionMax) {
      this.#fail(path, `leave more than the maximum of ${fieldsPerCollectionMax} fields`)
    }
    for (const key of namingKeys) {
      const named = (this.model as Partial<Collection>)[key]
      const field = this.fields.find(each => each.field.apiName === named)?.field
      if (named === undefined || this.#uncertain.has(named) || (field !== undefined && holdsTitle(field)))
        continue
      const isSet = this.#touched.get(`${key}=`) ?? this.#touched.get(named) ?? path
      this.#fail(
        isSet,
        `must leave ${key} naming a text field without "many", but "${named}" is not one; change ${key} first`,
      )
    }
    return this.#errors
  }

  #fail(path: string, message: string): void {
    this.#errors.push({ path, message })
  }

  #set({ properties }: Of<'set'>, path: string): void {
    const at = `${path}/properties`
    const errors = findKeyErrors(isComponent(this.model) ? 'component' : 'collection', properties, at)
    const changed: Record<string, Json> = {}
    for (const [key, value] of Object.entries(properties)) {
      const place = at + toPointer(key)
      if (errors.some(error => error.path === place)) continue
      const isRemoved = value === null && key !== 'name' && key !== 'previewUrl'
      const shapes = isComponent(this.model) ? componentShape : modelShape
      const shape = shapes[key as keyof typeof shapes] as z.ZodType
      const result = isRemoved ? null : shape.safeParse(value)
      if (result && !result.success) errors.push(...toErrors(result.error.issues, value, place))
      else changed[key] = value
      if (namingKeys.some(each => each === key)) this.#touched.set(`${key}=`, place)
    }
    const siteError = this.#findSiteError(changed.previewUrl)
    if (siteError !== null) errors.push({ path: `${at}/previewUrl`, message: siteError })
    this.#errors.push(...errors)
    if (errors.length === 0)
      this.model = withoutNulls({ ...this.model, ...changed }, ['previewUrl']) as unknown as
        | Collection
        | Component
  }

  #findSiteError(previewUrl: Json | undefined): string | null {
    const { previewSites } = this.#context
    const isText = typeof previewUrl === 'string' && previewSites !== undefined
    return isText ? findPreviewSiteError(previewUrl, previewSites) : null
  }

  #addField({ field, before, fill = false }: Of<'addField'>, path: string): void {
    const isFree = this.#requireFree(field.apiName, `${path}/field/apiName`)
    this.#checkField(field, `${path}/field`)
    const place = before === undefined ? this.fields.length : this.#find(before, `${path}/before`)
    const value = field.default ?? null
    if (fill && value === null) this.#fail(`${path}/fill`, 'requires a default, which existing entries get')
    if (!isFree || place === null) return
    this.fields = this.fields.toSpliced(place, 0, {
      field,
      source: { kind: 'new', fill: fill ? value : null },
    })
    this.#touched.set(field.apiName, path)
  }

  #setField({ field: name, properties }: Of<'setField'>, path: string): void {
    const index = this.#find(name, `${path}/field`)
    const at = `${path}/properties`
    const errors = findKeyErrors('field', properties, at)
    this.#errors.push(...errors)
    if (index === null || errors.length > 0) return
    const { field, source } = this.fields[index]!
    if (formatOf(field) !== null && Object.hasOwn(properties, 'format')) {
      this.#fail(`${at}/format`, 'can only be changed by convertField')
      return
    }
    const changed = withoutNulls({ ...field, ...properties })
    const result = fieldInput.safeParse(changed)
    if (!result.success) {
      for (const issue of result.error.issues) {
        // If the cause is a property that the field already had, the error is about all sent properties.
        const isSent = Object.hasOwn(properties, String(issue.path[0]))
        this.#errors.push(...toErrors([isSent ? issue : { ...issue, path: [] }], changed, at))
      }
      return
    }
    if (field.of !== undefined && result.data.of === undefined) {
      const message =
        'must stay, because values may have blocks: [] keeps those that are there, and lets none be added'
      this.#fail(`${at}/of`, message)
      return
    }
    this.#checkField(result.data as Field, at, Object.keys(properties))
    this.#replace(index, { field: result.data as Field, source })
  }

  #moveField({ field: name, before }: Of<'moveField'>, path: string): void {
    const index = this.#find(name, `${path}/field`)
    const isFound = before === null || this.#find(before, `${path}/before`) !== null
    if (index === null || !isFound || before === name) return
    const moved = this.fields[index]!
    const others = this.fields.toSpliced(index, 1)
    const place = before === null ? others.length : others.findIndex(({ field }) => field.apiName === before)
    this.fields = others.toSpliced(place, 0, moved)
  }

  #renameField({ field: name, to }: Of<'renameField'>, path: string): void {
    const index = this.#find(name, `${path}/field`)
    if (index === null || name === to || !this.#requireFree(to, `${path}/to`)) return
    const { field, source } = this.fields[index]!
    const errors = isComponent(this.model) ? findComponentFieldErrors({ ...field, apiName: to }) : []
    for (const { message } of errors) this.#fail(`${path}/to`, message)
    this.#replace(index, { field: { ...field, apiName: to }, source })
    const named = this.model as Partial<Collection>
    for (const key of namingKeys) if (named[key] === name) this.model = { ...this.model, [key]: to }
    this.#touched.set(to, path)
  }

  #convertField(operation: Of<'convertField'>, path: string): void {
    const index = this.#find(operation.field, `${path}/field`)
    if (index === null) return
    const { field, source } = this.fields[index]!
    const result = convertField(field, operation)
    if ('errors' in result) {
      for (const error of result.errors) this.#fail(path + toPointer(...error.path), error.message)
      return
    }
    const converted = result.field
    this.#checkField(converted, path, ['of'])
    this.#touched.set(field.apiName, path)
    if (source.kind === 'new') {
      const fill = convertValue(field, converted, source.fill).value ?? null
      this.#replace(index, { field: converted, source: { kind: 'new', fill } })
    } else {
      const conversions = [...source.conversions, converted]
      this.#replace(index, { field: converted, source: { ...source, conversions } })
    }
  }

  #removeField({ field: name }: Of<'removeField'>, path: string): void {
    const index = this.#find(name, `${path}/field`)
    if (index === null) return
    const { source } = this.fields[index]!
    if (source.kind === 'stored') this.removed.push(source.field)
    this.fields = this.fields.toSpliced(index, 1)
    this.#touched.set(name, path)
  }

  #restoreField({ field: name, modelVersion }: Of<'restoreField'>, path: string): void {
    const fieldIn = (model: Pick<Collection, 'fields'>) =>
      model.fields.find(({ apiName }) => apiName === name)
    const isFree = this.#requireFree(name, `${path}/field`)
    const change = this.#context.history.find(each => each.modelVersion === modelVersion)
    const field = change && fieldIn(change.before)
    if (!change || !field) {
      const last = this.#context.history.findLast(each => fieldIn(each.before) !== undefined)
      const hint = last ? `; the field last existed before version ${last.modelVersion}` : ''
      const message = change
        ? `names a change before which the model had no field "${name}"${hint}`
        : `names no recorded change of the model${hint}`
      this.#fail(`${path}/modelVersion`, message)
      return
    }
    if (!isFree) return
    const following = change.before.fields.slice(change.before.fields.indexOf(field) + 1)
    const next = this.fields.findIndex(each =>
      following.some(({ apiName }) => apiName === each.field.apiName),
    )
    const place = next < 0 ? this.fields.length : next
    const source = { kind: 'restored', modelVersion, field, conversions: [] } as const
    this.fields = this.fields.toSpliced(place, 0, { field, source })
    this.#touched.set(name, path)
  }

  #replace(index: number, field: PlannedField): void {
    this.fields = this.fields.with(index, field)
  }

  /** Returns the index of a field. If there is none, adds an error and returns null. */
  #find(name: string, path: string): number | null {
    const index = this.fields.findIndex(({ field }) => field.apiName === name)
    if (index >= 0) return index
    if (this.#uncertain.has(name)) return null
    const now = this.#names.nameNow(name)
    const names = this.fields.map(({ field }) => field.apiName)
    const nearest = nearestName(name, names)
    const hint = now !== null ? `: it is called "${now}" now` : nearest ? ` (did you mean "${nearest}"?)` : ''
    this.#fail(path, `is not a field of the model${hint}`)
    return null
  }

  #requireFree(name: string, path: string): boolean {
    const isFree = !this.fields.some(({ field }) => field.apiName === name)
    if (!isFree) this.#fail(path, 'is the name of an existing field')
    return isFree
  }

  /** Checks the names of models in a field, and what only fields of components must not have, among these properties. */
  #checkField(field: Field, path: string, properties?: readonly string[]): void {
    const errors = [
      ...findNameErrors(field, this.#context),
      ...(isComponent(this.model) ? findComponentFieldErrors(field) : []),
    ]
    for (const error of errors) {
      if (properties?.includes(String(error.path[0])) === false) continue
      this.#fail(path + toPointer(...error.path), error.message)
    }
  }
}

function withoutNulls(values: object, except: readonly string[] = []): Properties {
  const entries = Object.entries(values as Properties)
  return Object.fromEntries(entries.filter(([key, value]) => value !== null || except.includes(key)))
}
