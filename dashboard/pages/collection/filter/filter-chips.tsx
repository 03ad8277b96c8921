// A chip for each condition of a list, which removes it.
import { CloseButton } from '@mantine/core'
import type { Field } from '../../../../src/content/values/model.ts'
import { useTargets } from '../../../api/content/references.ts'
import type { Condition } from '../conditions.ts'
import { comparesEntries, describeCondition, toShownValue } from './condition-words.ts'

interface FilterChipsProps {
  readonly conditions: readonly Condition[]
  readonly fields: readonly Field[]
  readonly onRemove: (condition: Condition) => void
}

export function FilterChips({ conditions, fields, onRemove }: FilterChipsProps) {
  return (
    <ul className="plain-list filter-chips" aria-label="Filters">
      {conditions.map((condition, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a URL can contain the same condition twice
        <li key={index}>
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
  const { text, values, field } = describeCondition(condition, fields)
  const { targets } = useTargets(field !== null && comparesEntries(field) ? values : [])
  const nameOf = (value: string) => {
    const target = targets.get(value)
    return target?.title ?? target?.slug ?? (field === null ? value : toShownValue(field, value))
  }
  const shown = values.map(nameOf).join(', ')
  return (
    <span className="filter-chip">
      <span>
        {text} <strong>{shown}</strong>
      </span>
      <CloseButton size="sm" aria-label={`Remove the filter ${text} ${shown}`.trim()} onClick={onRemove} />
    </span>
  )
}
