// The type of plain text, with one or several lines.
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { IconLetterT } from '@tabler/icons-react'
import { useState } from 'react'
import { toTextAria } from '../../parts/forms/input-aria.ts'
import type { FieldInputProps, RuleInputProps, TypeDefinition } from '../field-type.ts'
import { toUnfinishedText } from '../json/json-text.ts'
import { toLines } from '../text-lines.ts'
import { must, parseTypedText } from '../typed-value.ts'

const rowsMin = 3
const rowsMax = 24
/** Longer text gets a textarea that wraps it, so that it is readable. */
const lineLengthMax = 80

function PlainTextInput({ field, value, onChange, ...others }: FieldInputProps) {
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
    <TextInput
      {...common}
      inputMode={isMail ? 'email' : field.format === 'url' ? 'url' : 'text'}
      autoComplete="off"
    />
  )
}

const formats: Readonly<Record<string, string>> = { email: 'E-mail address', url: 'URL', color: 'Colour' }

function TextRules({ form, errors, onChange }: RuleInputProps) {
  return (
    <>
      <Switch
        label="Several lines"
        checked={form.multiline}
        onChange={event => onChange({ multiline: event.currentTarget.checked })}
      />
      <div className="form-pair">
        <NativeSelect
          label="Format"
          value={form.format}
          error={errors.format}
          onChange={event => onChange({ format: event.currentTarget.value })}
        >
          <option value="">Any text</option>
          {Object.entries(formats).map(([format, name]) => (
            <option key={format} value={format}>
              {name}
            </option>
          ))}
        </NativeSelect>
        <TextInput
          label="Pattern"
          description="RE2, for the whole text."
          className="model-code"
          spellCheck={false}
          autoCapitalize="none"
          maxLength={200}
          value={form.pattern}
          error={errors.pattern}
          onChange={event => onChange({ pattern: event.currentTarget.value })}
        />
      </div>
    </>
  )
}

/** Counts code points, as the server does. */
function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

export const text: TypeDefinition = {
  kinds: [{ kind: 'text', label: 'Text' }],
  choices: [
    { label: 'Text', about: 'A title, a name, a line', kind: 'text', place: 1 },
    { label: 'Long text', about: 'Several lines, no formatting', kind: 'text', place: 2, multiline: true },
    { label: 'Choice', about: 'One of the options that you list', kind: 'text', place: 6, hasOptions: true },
  ],
  icon: IconLetterT,
  Input: PlainTextInput,
  itemKeys: ['Enter', 'Backspace'],
  parseItem: line => line,
  // Addresses and colours are the same in every language, and the model has the names of options.
  isTranslatable: ({ format, options }) => format === undefined && options === undefined,
  findError: must(value => typeof value === 'string', 'must be text'),
  rules: {
    parse: parseTypedText,
    limits: {
      labels: ['Minimum characters', 'Maximum characters'],
      unit: ' characters',
      measure: value => (typeof value === 'string' ? countCharacters(value) : null),
    },
    isCountable: true,
    ValueInputs: TextRules,
    toForm: ({ pattern = '', format = '', multiline = false }) => ({ pattern, format, multiline }),
    toProperties: form => ({
      pattern: form.pattern === '' ? undefined : form.pattern,
      format: parseTypedText(form.format),
      multiline: form.multiline || undefined,
    }),
    describe: ({ format, pattern }) => [
      format === undefined ? '' : (formats[format] ?? ''),
      pattern === undefined ? '' : `Pattern ${pattern}`,
    ],
  },
  toLines: value =>
    toLines(typeof value === 'string' ? value : (toUnfinishedText(value) ?? JSON.stringify(value))),
  query: {
    operators: ['eq', 'ne', 'in', 'prefix'],
    directions: ['A to Z', 'Z to A'],
  },
}
