// The types of numbers, of which an integer is the narrower one.
import { TextInput } from '@mantine/core'
import { IconDecimal, IconNumber123 } from '@tabler/icons-react'
import { useState } from 'react'
import type { Field } from '../../../src/content/values/model.ts'
import { toInputAria } from '../../parts/forms/input-aria.ts'
import {
  type FieldInputProps,
  orderOperators,
  type QueryValues,
  type TypeDefinition,
  type TypeRules,
} from '../field-type.ts'
import { must, parseTypedNumber, toNumberLiteral } from '../typed-value.ts'
import { parseNumber, toNumberText } from './number-text.ts'

interface NumberInputProps extends FieldInputProps {
  readonly inputMode: 'numeric' | 'decimal'
}

/** Keeps the typed text, even while that is not a number. */
function NumberInput({ field, value, onChange, inputMode, ...others }: NumberInputProps) {
  const [typed, setTyped] = useState(() => toNumberText(value))
  // After an undo or another user's change, the text is replaced by the value.
  const text = parseNumber(typed) === (value ?? null) ? typed : toNumberText(value)
  return (
    <TextInput
      id={others.id}
      value={text}
      onChange={event => {
        setTyped(event.currentTarget.value)
        onChange(parseNumber(event.currentTarget.value))
      }}
      onBlur={others.onLeave}
      readOnly={others.readOnly}
      error={others.invalid}
      withErrorStyles={others.invalid}
      inputMode={inputMode}
      autoComplete="off"
      {...toInputAria(others)}
      className="number-input"
    />
  )
}

const digits = /^\s*[-−]?\d+\s*$/

function findIntegerError(value: unknown, limits: Pick<Field, 'min' | 'max'>): string | null {
  return Number.isSafeInteger(value) ? null : `must be a whole number${limitsOf(limits, value)}`
}

/** Describes the limits of the model. Without limits, a number that is too large is described by its digits. */
function limitsOf({ min, max }: Pick<Field, 'min' | 'max'>, value: unknown): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`
  if (min !== undefined) return `, at least ${min}`
  if (max !== undefined) return `, at most ${max}`
  return digits.test(String(value)) ? ' of at most 15 digits' : ''
}

const rules: TypeRules = {
  parse: parseTypedNumber,
  limits: {
    labels: ['Minimum', 'Maximum'],
    measure: value => (typeof value === 'number' ? value : null),
  },
  isCountable: true,
}

const query: QueryValues = {
  operators: orderOperators,
  isNumeric: true,
  directions: ['Lowest first', 'Highest first'],
  toLiteral: toNumberLiteral,
}

export const integer: TypeDefinition = {
  kinds: [{ kind: 'integer', label: 'Whole number' }],
  choices: [{ label: 'Whole number', about: 'A count, a year', kind: 'integer', place: 8 }],
  icon: IconNumber123,
  Input: props => <NumberInput {...props} inputMode="numeric" />,
  isShort: true,
  itemKeys: ['Enter', 'Backspace'],
  parseItem: parseNumber,
  findError: findIntegerError,
  rules: { ...rules, widensTo: 'number' },
  query,
}

export const number: TypeDefinition = {
  kinds: [{ kind: 'number', label: 'Number' }],
  choices: [{ label: 'Number', about: 'A price, a rating', kind: 'number', place: 7 }],
  icon: IconDecimal,
  Input: props => <NumberInput {...props} inputMode="decimal" />,
  isShort: true,
  itemKeys: ['Enter', 'Backspace'],
  parseItem: parseNumber,
  findError: must(Number.isFinite, 'must be a number of at most 15 digits, such as 12.5'),
  rules,
  query,
}
