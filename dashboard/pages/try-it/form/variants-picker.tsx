// Selects the variants of the request in order of priority. For one entry, the variants that it has values for come first.
import { useVariants } from '../../../api/content/drafts.ts'
import type { FieldError } from '../../../api/request.ts'
import { type PickerOption, toLabel, withValues } from '../request/picker-options.ts'
import { replaceName } from '../request/standing-errors.ts'
import type { TryRequest } from '../request/try-request.ts'
import { NamesPicker } from './names-picker.tsx'

interface VariantsPickerProps {
  readonly request: TryRequest
  /** The ids of the variants that the entry has values for; empty for a list. */
  readonly ofEntry: readonly string[]
  readonly errors: readonly FieldError[]
  readonly onChange: (part: Pick<TryRequest, 'variants'>) => void
}

/** Returns every variant of the space by its id. */
export function useVariantOptions(): readonly PickerOption[] {
  const { data = [] } = useVariants()
  return data.map(({ id, name }) => ({ value: id, label: toLabel(name, id) }))
}

export function VariantsPicker({ request, ofEntry, errors, onChange }: VariantsPickerProps) {
  const options = withValues(useVariantOptions(), ofEntry)
  const isOfEntry = ({ value }: PickerOption) => ofEntry.includes(value)
  const others = options.filter(option => !isOfEntry(option))
  return (
    <NamesPicker
      name="variants"
      label="Variants"
      description="The first one that has a value wins."
      placeholder="None"
      groups={[
        { group: 'This entry has values for', items: options.filter(isOfEntry) },
        { group: ofEntry.length === 0 ? 'Variants' : 'Other variants', items: others },
      ]}
      value={request.variants}
      errors={errors.filter(({ name }) => name === 'variants')}
      onChange={variants => onChange({ variants })}
      onMend={error => onChange({ variants: replaceName(request.variants, error) })}
    />
  )
}
