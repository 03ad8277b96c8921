// Shows the live value of a field whose draft differs, if it is short; otherwise only states that it differs.
import { Text } from '@mantine/core'
import type { Field } from '../../../../src/content/values/model.ts'
import { toValueText } from '../../../fields/value-text.ts'

const textLengthShown = 80

export function LiveValue({ field, value }: { readonly field: Field; readonly value: unknown }) {
  const text = toShortText(field, value)
  return (
    <Text className="form-live" component="div">
      {text === null
        ? 'Published version differs'
        : text === ''
          ? 'Empty in the published version'
          : `Published: ${text}`}
    </Text>
  )
}

/** Returns null if the value does not fit in one line; empty if there is none. */
function toShortText(field: Field, value: unknown): string | null {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return ''
  const values = Array.isArray(value) ? value : [value]
  const texts = values.map(one => toValueText(field, one))
  return texts.includes(null) ? null : cut(texts.join(', '))
}

function cut(text: string): string {
  return text.length > textLengthShown ? `${text.slice(0, textLengthShown)}…` : text
}
