// The errors of requests about models.
import { type FieldError, Problem } from '../../base/errors.ts'
import { counted } from '../../base/text.ts'
import type { OperationError } from './model-operations.ts'
import type { ModelChangeReport } from './report/model-report.ts'

const errorsMax = 50

export function invalidModel(found: readonly OperationError[]): Problem {
  const errors = found
    .slice(0, errorsMax)
    .map(({ path, message }): FieldError => ({ in: 'body', name: toName(path), message }))
  const detail = errors.map(({ name, message }) => `${name || 'The body'} ${message}.`).join(' ')
  return new Problem('invalid_body', detail, { errors })
}

/** Returns the name of a top-level field of the body; for anything deeper, the JSON Pointer. */
function toName(path: string): string {
  return path.lastIndexOf('/') === 0 ? path.slice(1) : path
}

export function requireNoLosses(report: ModelChangeReport): void {
  if (report.losses.length === 0) return
  const reasons = report.losses.map(
    ({ field, reason, count }) => `${field}: ${reason} (${counted(count, 'entry', 'entries')}).`,
  )
  const detail = [
    'Values would be lost. Nothing was changed.',
    ...reasons.slice(0, 10),
    'Send acceptLosses: true to change the model all the same.',
  ].join(' ')
  throw new Problem('model_change_loses', detail, { members: { report } })
}

/** Throws if drafts would exceed the size limit; the argument has their names. */
export function requireDraftsFit(oversized: readonly string[]): void {
  if (oversized.length === 0) return
  const names = oversized.slice(0, 20).join(', ')
  const more = oversized.length > 20 ? ` and ${oversized.length - 20} more` : ''
  const detail = `Drafts would have more than 2 MiB, overlays included: ${names}${more}. Nothing was changed.`
  throw new Problem('entry_too_large', detail)
}
