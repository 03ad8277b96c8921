// The container of an input that consists of several controls: a group with the field's label, which reports when the
// focus leaves it.
import type { FocusEvent, ReactNode } from 'react'
import type { FieldInputProps } from './field-type.ts'

interface FieldGroupProps
  extends Pick<FieldInputProps, 'id' | 'labelledBy' | 'describedBy' | 'invalid' | 'onLeave'> {
  readonly className: string
  readonly children: ReactNode
}

export function FieldGroup({ className, children, onLeave, ...field }: FieldGroupProps) {
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) onLeave()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the fields of a form are grouped by their label
    <div
      id={field.id}
      className={className}
      role="group"
      tabIndex={-1}
      aria-labelledby={field.labelledBy}
      aria-describedby={field.describedBy}
      data-invalid={field.invalid || undefined}
      onBlur={leave}
    >
      {children}
    </div>
  )
}
