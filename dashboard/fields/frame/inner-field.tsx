// A field inside of a block: its name, help, input and problems.
import { Text } from '@mantine/core'
import { type FocusEvent, memo, type ReactNode, useState } from 'react'
import { nameField } from '../../parts/entries/place-name.ts'
import { toInputId } from '../../parts/forms/field-focus.ts'
import { useFocusWhenWanted } from '../component/open-blocks.ts'
import { isGroup, toInput } from '../field-inputs.tsx'
import type { InnerFieldProps } from '../field-type.ts'
import { findValueError } from '../field-values.ts'
import { CharacterCount, FieldLabel, RequiredMark } from './field-label.tsx'
import { Messages, useMessages } from './messages.tsx'

interface InnerFieldMore extends InnerFieldProps {
  /** Why the server has refused the value. */
  readonly refusal?: string | null
  /** Shows what others have changed. */
  readonly changes?: ReactNode
  /** True if the field shows, in a variant, the value for everyone. */
  readonly isInherited?: boolean
  /** Follows the name of the field. While the value is inherited, its id ends with `:same`. */
  readonly mark?: ReactNode
  /** Stands before the input. */
  readonly note?: ReactNode
  /** Called when the focus leaves the field with all its controls. */
  readonly onLeaveField?: () => void
}

/** It is rendered again only when its own value or the problems change. */
export const InnerField = memo(function InnerField(props: InnerFieldMore) {
  const { field, value, path, inner, readOnly, lang, onChange, onLeave, isInherited = false } = props
  useFocusWhenWanted(path)
  const id = toInputId(path)
  const messages = useMessages(id, field, useChecked(props), inner.isBase)
  const [label, help] = [`${id}:name`, `${id}:help`]
  const described = [
    field.help ? help : null,
    isInherited ? `${id}:same` : null,
    messages.list.length > 0 ? messages.id : null,
  ]
  const blur = (event: FocusEvent<HTMLElement>) => {
    messages.onBlur(event)
    if (!event.currentTarget.contains(event.relatedTarget)) props.onLeaveField?.()
  }
  const Input = toInput(field)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the element only tracks the focus
    <div
      className="form-field"
      data-path={path}
      data-inherited={isInherited || undefined}
      onFocus={messages.onFocus}
      onBlur={blur}
    >
      <div className="form-field-head">
        <FieldLabel id={label} input={isGroup(field) ? null : id}>
          {nameField(field)}
          {field.required && inner.isBase ? <RequiredMark /> : null}
        </FieldLabel>
        {props.mark}
        <CharacterCount field={field} value={value} />
      </div>
      {field.help ? (
        <Text id={help} className="form-help">
          {field.help}
        </Text>
      ) : null}
      {props.note}
      <Input
        field={field}
        value={value}
        onChange={next => onChange(field.apiName, next)}
        onLeave={onLeave}
        id={id}
        labelledBy={label}
        describedBy={described.filter(Boolean).join(' ') || undefined}
        invalid={messages.isInvalid}
        readOnly={readOnly}
        lang={lang}
        inner={inner}
      />
      <Messages id={messages.id} messages={messages.list} />
      {props.changes}
    </div>
  )
})

/**
 * Returns what is known to be wrong with the value. The server's problems are about the value that it had when they came;
 * a later one is checked here.
 */
function useChecked(props: InnerFieldMore) {
  const { field, value, path, refusal = null, isInherited = false } = props
  const { problems } = props.inner
  const [seen, setSeen] = useState({ problems, value })
  if (seen.problems !== problems) setSeen({ problems, value })
  const known = refusal ?? (isInherited ? null : findValueError(field, value))
  return {
    value,
    isEdited: !isInherited && seen.value !== value,
    refusal: known === null ? null : { message: known, isLocal: refusal === null },
    problems: problems.filter(({ place }) => place === path),
  }
}
