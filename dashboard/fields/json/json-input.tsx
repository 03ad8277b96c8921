// The input of JSON. It keeps the typed text, even while that is not valid JSON.
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { toInputAria } from '../../parts/forms/input-aria.ts'
import type { FieldInputProps } from '../field-input.ts'
import { parseJson, toJsonText } from './json-text.ts'

const rowsMin = 3
const rowsMax = 24

export function JsonInput({ value, onChange, ...others }: FieldInputProps) {
  const [typed, setTyped] = useState(() => ({ text: toJsonText(value), value }))
  // After an undo or another user's change, the text is replaced by the value.
  const isCurrent = JSON.stringify(typed.value ?? null) === JSON.stringify(value ?? null)
  const change = (text: string) => {
    const next = parseJson(text)
    setTyped({ text, value: next })
    onChange(next)
  }
  return (
    <Textarea
      id={others.id}
      value={isCurrent ? typed.text : toJsonText(value)}
      onChange={event => change(event.currentTarget.value)}
      onBlur={others.onLeave}
      readOnly={others.readOnly}
      autosize
      minRows={rowsMin}
      maxRows={rowsMax}
      spellCheck={false}
      error={others.invalid}
      withErrorStyles={others.invalid}
      {...toInputAria(others)}
      className="json-input"
    />
  )
}
