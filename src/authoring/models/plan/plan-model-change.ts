// Turns the operations of a request into a plan, or into all errors with their places. Each operation applies to the
// model that the previous ones produced. Nothing here reads content.

import { toStoredModel } from '../../../content/model/model-form.ts'
import type { Collection } from '../../../content/values/model.ts'
import { type OperationError, parseOperations } from '../model-operations.ts'
import type { ModelPlan, PlanContext } from '../model-plan.ts'
import { describeForReaders } from '../report/model-readers.ts'
import { ModelEditor } from './model-editor.ts'

export type PlanResult = { readonly plan: ModelPlan } | { readonly errors: readonly OperationError[] }

export function planModelChange(
  model: Collection,
  sent: readonly unknown[],
  context: PlanContext,
  path = '/operations',
): PlanResult {
  const before = toStoredModel(model)
  const { operations, errors: shapeErrors, uncertain } = parseOperations(sent, path)
  const editor = new ModelEditor(before, context, uncertain)
  for (const [index, operation] of operations.entries()) {
    if (operation !== null) editor.apply(operation, `${path}/${index}`)
  }
  const errors = [...shapeErrors, ...editor.finish(path)]
  if (errors.length > 0) return { errors }
  const { fields, removed } = editor
  const after = toStoredModel({ ...editor.model, fields: fields.map(({ field }) => field) })
  const planned = fields.map(({ source }, index) => ({ field: after.fields[index]!, source }))
  const plan = { before, after, fields: planned, removed, readers: [] }
  return { plan: { ...plan, readers: describeForReaders(plan) } }
}
