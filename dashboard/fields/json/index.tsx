// The type of any JSON.
import { Textarea } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { useState } from 'react'
import type { Json, JsonPath } from '../../../src/content/values/model.ts'
import { toInputAria } from '../../parts/forms/input-aria.ts'
import type { FieldInputProps, RuleInputProps, TypeDefinition } from '../field-type.ts'
import { findJsonError, parseJson, toJsonText } from './json-text.ts'

const rowsMin = 3
const rowsMax = 24

/** Keeps the typed text, even while that is not valid JSON. */
function JsonInput({ value, onChange, ...others }: FieldInputProps) {
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

function PathsInput({ form, errors, onChange }: RuleInputProps) {
  return (
    <Textarea
      label="Paths in queries"
      description="One a line: the path, its type (text, number, boolean or dateTime), and “many” if there are several."
      placeholder={'size.height number\ntags text many'}
      className="model-code"
      autosize
      minRows={2}
      spellCheck={false}
      autoCapitalize="none"
      value={form.paths}
      error={errors.paths}
      onChange={event => onChange({ paths: event.currentTarget.value })}
    />
  )
}

function toLine({ path, type, many }: JsonPath): string {
  return `${path} ${type}${many ? ' many' : ''}`
}

/** A line that is not a valid path is sent unchanged, so that the server reports the error. */
function toPaths(text: string): Json | undefined {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  if (lines.length === 0) return undefined
  return lines.map(line => {
    const [path = '', type = '', many] = line.trim().split(/\s+/)
    return { path, type, ...(many === 'many' && { many: true }) }
  })
}

export const json: TypeDefinition = {
  kinds: [{ kind: 'json', label: 'JSON' }],
  choices: [{ label: 'JSON', about: 'Anything, for developers', kind: 'json', place: 12 }],
  icon: IconBraces,
  Input: JsonInput,
  findError: findJsonError,
  rules: {
    QueryInputs: PathsInput,
    toForm: ({ paths = [] }) => ({ paths: paths.map(toLine).join('\n') }),
    toProperties: form => ({ paths: toPaths(form.paths) }),
  },
  toText: value => (typeof value === 'boolean' ? String(value) : null),
}
