// A chip for each condition of a list, which removes it.
import { CloseButton } from '@mantine/core'
import type { Field } from '../../../../src/content/values/model.ts'
import { useChosenEntry } from '../../../parts/entries/entry-select.tsx'
import type { Condition } from '../conditions.ts'
import { comparesEntries, describeCondition, isTruth } from './condition-words.ts'

interface FilterChipsProps {
  readonly conditions: readonly Condition[]
  readonly fields: readonly Field[]
  readonly onRemove: (condition: Condition) => void
}

export function FilterChips({ conditions, fields, onRemove }: FilterChipsProps) {
  return (
    <ul className="plain-list filter-chips" aria-label="Filters">
      {conditions.map(condition => (
        <li key={condition.name}>
          <Chip condition={condition} fields={fields} onRemove={() => onRemove(condition)} />
        </li>
      ))}
    </ul>
  )
}

interface ChipProps {
  readonly condition: Condition
  readonly fields: readonly Field[]
  readonly onRemove: () => void
}

function Chip({ condition, fields, onRemove }: ChipProps) {
  const { text, value, field } = describeCondition(condition, fields)
  const isEntry = field !== null && comparesEntries(field) && value !== '' && !value.includes(',')
  const entry = useChosenEntry(isEntry ? value : '')
  const option = field?.options?.find(one => String(one.value) === value)?.name
  const truth = field !== null && isTruth(field) ? (value === 'true' ? 'yes' : 'no') : null
  const shown = value === '' ? '' : (entry?.label ?? option ?? truth ?? value)
  return (
    <span className="filter-chip">
      <span>
        {text} <strong>{shown}</strong>
      </span>
      <CloseButton size="sm" aria-label={`Remove the filter ${text} ${shown}`.trim()} onClick={onRemove} />
    </span>
  )
}
