// The label of a field in a form, with its mark if the field is required, and the count of characters beside it.
import type { ReactNode } from 'react'
import type { Field } from '../../../src/content/values/model.ts'
import { fieldTypes } from '../registry.ts'

export function RequiredMark() {
  return (
    <span className="form-required" title="Required">
      {' '}
      *
    </span>
  )
}

interface FieldLabelProps {
  readonly id: string
  /** Null if the label names a group. */
  readonly input: string | null
  readonly children: ReactNode
}

export function FieldLabel({ id, input, children }: FieldLabelProps) {
  if (input === null) {
    return (
      <span className="form-label" id={id}>
        {children}
      </span>
    )
  }
  return (
    <label className="form-label" id={id} htmlFor={input}>
      {children}
    </label>
  )
}

export function CharacterCount({ field, value }: { readonly field: Field; readonly value: unknown }) {
  const { limits } = fieldTypes[field.type].rules
  if (limits?.unit === undefined || field.many || field.max === undefined) return null
  const count = limits.measure(value) ?? 0
  return (
    <span className="form-count" data-over={count > Number(field.max) || undefined}>
      {count} / {field.max}
    </span>
  )
}
