// What is live of a field whose draft has another value: short values beside the word, long ones behind a click.
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

/** Null where it takes more than a line; empty without a value. */
function toShortText(field: Field, value: unknown): string | null {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return ''
  const values = Array.isArray(value) ? value : [value]
  const texts = values.map(one => toValueText(field, one))
  return texts.includes(null) ? null : cut(texts.join(', '))
}

function cut(text: string): string {
  return text.length > textLengthShown ? `${text.slice(0, textLengthShown)}…` : text
}
