// Selects the variant whose values the form shows, or the base for everyone, and describes how much each variant
// overrides.
import { NativeSelect, Switch, Text } from '@mantine/core'
import { useId } from 'react'
import type { VariantView } from '../../../api/content/drafts.ts'

interface ShownToProps {
  readonly variants: readonly VariantView[]
  /** Null for everyone. */
  readonly chosen: string | null
  readonly onChoose: (variant: string | null) => void
  /** The number of fields that each variant overrides. */
  readonly counts: ReadonlyMap<string, number>
  readonly fieldCount: number
  readonly onlyDifferent: boolean
  readonly onOnlyDifferent: (only: boolean) => void
}

const buttonsMax = 3
const lettersMax = 24

export function ShownTo(props: ShownToProps) {
  const { variants, chosen, onChoose, counts, fieldCount, onlyDifferent, onOnlyDifferent } = props
  const label = useId()
  if (variants.length === 0) return null
  const letters = variants.map(({ name }) => name).join('').length
  const hasButtons = variants.length <= buttonsMax && letters <= lettersMax
  return (
    <section className="shown-to" aria-labelledby={label}>
      <h2 id={label}>Variant</h2>
      {hasButtons ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a group of inputs
        <div role="group" aria-labelledby={label} className="shown-to-choice">
          {[null, ...variants].map(one => (
            <button
              key={one?.id ?? ''}
              type="button"
              aria-pressed={(one?.id ?? null) === chosen}
              onClick={() => onChoose(one?.id ?? null)}
            >
              {one?.name ?? 'Everyone'}
            </button>
          ))}
        </div>
      ) : (
        <NativeSelect
          aria-labelledby={label}
          value={chosen ?? ''}
          onChange={event => onChoose(event.currentTarget.value === '' ? null : event.currentTarget.value)}
        >
          <option value="">Everyone</option>
          {variants.map(({ id, name }) => (
            <option key={id} value={id}>
              {counts.has(id) ? `${name} (${counts.get(id)})` : name}
            </option>
          ))}
        </NativeSelect>
      )}
      <Text size="xs" c="dimmed" mt={6}>
        <b>Values for: {variants.find(({ id }) => id === chosen)?.name ?? 'Everyone'}</b>
        <br />
        {describe(variants, counts, fieldCount)}
      </Text>
      {chosen === null ? null : (
        <Switch
          mt="xs"
          size="sm"
          label="Only what differs"
          checked={onlyDifferent}
          onChange={event => onOnlyDifferent(event.currentTarget.checked)}
        />
      )}
    </section>
  )
}

const namesShown = 4

/** For example "German overrides 4 of 22 fields, Trade 2." */
function describe(
  variants: readonly VariantView[],
  counts: ReadonlyMap<string, number>,
  fieldCount: number,
): string {
  const used = variants.filter(({ id }) => counts.has(id))
  const [first, ...others] = used
  if (!first) return 'No variant overrides a field.'
  const rest = others.length >= namesShown ? ` and ${others.length - namesShown + 1} more variants` : ''
  const named = others.slice(0, namesShown - 1).map(({ id, name }) => `, ${name} ${counts.get(id)}`)
  const fields = fieldCount === 1 ? 'field' : 'fields'
  return `${first.name} overrides ${counts.get(first.id)} of ${fieldCount} ${fields}${named.join('')}${rest}.`
}
