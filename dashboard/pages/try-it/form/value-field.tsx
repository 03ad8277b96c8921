// The value of a condition: a select for booleans, otherwise text.
import { NativeSelect, TextInput } from '@mantine/core'
import type { QueryType } from '../../../../src/content/model/query-model.ts'
import { toInputAria } from '../../../parts/forms/input-aria.ts'
import { isTrueOrFalse, truths } from '../request/fit-condition.ts'
import type { PathOption } from '../request/path-options.ts'

interface ValueFieldProps {
  /** The condition's path; null if it is unknown. */
  readonly option: PathOption | null
  readonly operator: string
  readonly value: string
  readonly isWrong: boolean
  /** The ids of the elements that describe the input. */
  readonly describedBy: string | undefined
  readonly onChange: (value: string) => void
}

export function ValueField({ option, operator, value, isWrong, describedBy, onChange }: ValueFieldProps) {
  const type = option?.type ?? null
  const common = {
    'aria-label': 'Value',
    value,
    error: isWrong,
    ...toInputAria({ describedBy, invalid: isWrong }),
    style: { flex: '1 1 0', minWidth: 0 },
  }
  if (isTrueOrFalse(option, operator)) {
    return (
      <NativeSelect
        {...common}
        data={truths.includes(value) ? [...truths] : [value, ...truths]}
        onChange={event => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      {...common}
      onChange={event => onChange(event.currentTarget.value)}
      inputMode={type === 'integer' || type === 'number' ? 'decimal' : 'text'}
      placeholder={(type && placeholders[type]) ?? 'Value'}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

const placeholders: Partial<Record<QueryType, string>> = {
  date: '2026-03',
  dateTime: '2026-03',
  reference: 'Entry ID',
  id: 'Entry ID',
  collection: 'API name',
}

/** Describes the syntax of the value if it is not obvious. */
export function toHint(option: PathOption | null, operator: string): string | null {
  if (operator === 'exists') return null
  const isList = operator === 'in' || operator === 'nin' || operator === 'all'
  const hints = [
    option?.type === 'dateTime'
      ? 'A time such as 2026-03-07T09:00:00Z, or a part: 2026, 2026-03, 2026-03-07.'
      : option?.type === 'date'
        ? 'A day such as 2026-03-07, or a part of a date: 2026, 2026-03.'
        : null,
    isList ? 'Separate values with commas; \\, is a comma in a value.' : null,
  ]
  return hints.filter(Boolean).join(' ') || null
}
