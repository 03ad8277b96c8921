// The input of a text field, with one or several lines.
import { TextInput as MantineTextInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import { toTextAria } from '../../parts/forms/input-aria.ts'
import type { FieldInputProps } from '../field-input.ts'

const rowsMin = 3
const rowsMax = 24
/** Longer text gets a textarea that wraps it, so that it is readable. */
const lineLengthMax = 80

export function TextInput({ field, value, onChange, ...others }: FieldInputProps) {
  const common = {
    id: others.id,
    value: typeof value === 'string' ? value : '',
    // An empty text would be a value. An emptied input means no value.
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(event.currentTarget.value === '' ? null : event.currentTarget.value),
    onBlur: others.onLeave,
    readOnly: others.readOnly,
    lang: others.lang,
    error: others.invalid,
    withErrorStyles: others.invalid,
    ...toTextAria(others),
  }
  // A single-line input would remove line breaks.
  const [isLong] = useState(common.value.length > lineLengthMax)
  if (field.multiline || isLong || common.value.includes('\n')) {
    return <Textarea {...common} autosize minRows={field.multiline ? rowsMin : 1} maxRows={rowsMax} />
  }
  const isMail = field.format === 'email'
  return (
    <MantineTextInput
      {...common}
      inputMode={isMail ? 'email' : field.format === 'url' ? 'url' : 'text'}
      autoComplete="off"
    />
  )
}
