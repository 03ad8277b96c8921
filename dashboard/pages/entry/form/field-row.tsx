// One field of the form: its name, help, input, live value and problems. It is rendered again only when the state of its
// own path changes.
import { Text } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import type { Field } from '../../../../src/content/values/model.ts'
import { isGroup, toInput } from '../../../fields/field-inputs.tsx'
import { findValueError } from '../../../fields/value-error.ts'
import { StateBadge } from '../../../parts/entries/entry-state.tsx'
import { nameField } from '../../../parts/entries/field-name.ts'
import { Held } from '../../../parts/forms/pointer-hold.ts'
import { useEditor, useFieldState } from '../editor-context.ts'
import { isEqual, toFieldPath } from '../engine/draft-paths.ts'
import { FieldFrame, RequiredMark, useMessages } from './field-frame.tsx'
import { toInputId } from './field-id.ts'
import { countCharacters } from './field-problems.ts'
import { LiveValue } from './live-value.tsx'
import { ShownValue } from './shown-value.tsx'

export interface FieldRowProps {
  readonly field: Field
  readonly variant: string | null
  readonly readOnly: boolean
  readonly lang: string | undefined
}

export const FieldRow = memo(function FieldRow({ field, variant, readOnly, lang }: FieldRowProps) {
  const path = toFieldPath(field.apiName, variant)
  const editor = useEditor()
  const state = useFieldState(path)
  const id = toInputId(path)
  const messages = useMessages(id, field, state, variant === null)
  const [label, help] = [`${id}:name`, `${id}:help`]
  const Input = toInput(field)
  const isForeign = !state.isEdited && findValueError(field, state.value) !== null
  const described = [field.help ? help : null, messages.list.length > 0 ? messages.id : null]
  const isChanged = state.live !== null && !isEqual(state.value ?? null, state.live.value ?? null)
  return (
    <FieldFrame path={path} field={field} state={state} messages={messages} readOnly={readOnly}>
      <div className="form-field-head">
        <FieldLabel id={label} input={isGroup(field) || isForeign ? null : id}>
          {nameField(field)}
          {field.required && variant === null ? <RequiredMark /> : null}
        </FieldLabel>
        {isChanged ? <StateBadge word="changed" tone="amber" /> : null}
        <CharacterCount field={field} value={state.value} />
      </div>
      {field.help ? (
        <Text id={help} className="form-help">
          {field.help}
        </Text>
      ) : null}
      {isForeign ? (
        <ShownValue
          field={field}
          value={state.value}
          readOnly={readOnly}
          onReplace={() => editor.change(path, field.many ? [] : null)}
        />
      ) : (
        <Input
          field={field}
          value={state.value}
          onChange={value => editor.change(path, value)}
          onLeave={() => editor.leaveField()}
          id={id}
          labelledBy={label}
          describedBy={described.filter(Boolean).join(' ') || undefined}
          invalid={messages.isInvalid}
          readOnly={readOnly}
          lang={lang}
        />
      )}
      <Held>{isChanged ? <LiveValue field={field} value={state.live?.value} /> : null}</Held>
    </FieldFrame>
  )
})

interface FieldLabelProps {
  readonly id: string
  /** Null if the label names a group. */
  readonly input: string | null
  readonly children: ReactNode
}

function FieldLabel({ id, input, children }: FieldLabelProps) {
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

function CharacterCount({ field, value }: { readonly field: Field; readonly value: unknown }) {
  if (field.type !== 'text' || field.many || field.max === undefined) return null
  const count = typeof value === 'string' ? countCharacters(value) : 0
  return (
    <span className="form-count" data-over={count > Number(field.max) || undefined}>
      {count} / {field.max}
    </span>
  )
}
