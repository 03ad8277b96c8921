// The input of JSON: text, checked while it is typed. Only what can be read is a value.
import { Text, Textarea } from '@mantine/core'
import { useId, useState } from 'react'
import type { FieldInputProps } from './field-input.ts'

const rowsMin = 3
const rowsMax = 24

interface Parsed {
  readonly value: unknown
  readonly error: string | null
}

function parse(text: string): Parsed {
  if (text.trim() === '') return { value: null, error: null }
  try {
    return { value: JSON.parse(text), error: null }
  } catch (error) {
    return { value: undefined, error: error instanceof Error ? error.message : String(error) }
  }
}

function format(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2)
}

export function JsonInput({ value, onChange, ...others }: FieldInputProps) {
  const [typed, setTyped] = useState({ text: format(value), for: value })
  const [left, setLeft] = useState(false)
  const message = useId()
  // Undone, or changed by someone else: then the text follows the value.
  const isCurrent = JSON.stringify(typed.for ?? null) === JSON.stringify(value ?? null)
  const text = isCurrent ? typed.text : format(value)
  const { error } = parse(text)
  const change = (next: string) => {
    const parsed = parse(next)
    setLeft(false)
    setTyped({ text: next, for: parsed.error === null ? parsed.value : value })
    if (parsed.error === null) onChange(parsed.value)
  }
  const shown = left ? error : null
  return (
    <>
      <Textarea
        id={others.id}
        value={text}
        onChange={event => change(event.currentTarget.value)}
        onBlur={() => {
          setLeft(true)
          others.onLeave()
        }}
        readOnly={others.readOnly}
        autosize
        minRows={rowsMin}
        maxRows={rowsMax}
        spellCheck={false}
        error={others.invalid || shown !== null}
        withErrorStyles={others.invalid || shown !== null}
        aria-describedby={[others.describedBy, message].filter(Boolean).join(' ')}
        aria-invalid={others.invalid || shown !== null}
        className="json-input"
      />
      <Text id={message} size="sm" c={shown === null ? 'dimmed' : 'var(--mantine-color-error)'} mt={4}>
        {shown === null ? '' : `Not saved: this is no JSON yet. ${shown}`}
      </Text>
    </>
  )
}
