// Selects the variant whose values the form shows, or the base for everyone, and which fields of a variant. Describes how
// much each variant overrides.
import { NativeSelect, Text } from '@mantine/core'
import { useCallback, useId, useMemo, useSyncExternalStore } from 'react'
import type { Field } from '../../../../src/content/values/model.ts'
import { useVariants, type VariantView } from '../../../api/content/drafts.ts'
import type { EntryEditor } from '../engine/entry-editor.ts'
import { listSelected, readVariantFacts, type VariantFacts, type VariantFilter } from './variant-filter.ts'

interface ShownToProps {
  readonly variants: readonly VariantView[]
  /** Null for everyone. */
  readonly chosen: string | null
  readonly onChoose: (variant: string | null) => void
  readonly facts: VariantFacts
  readonly filter: VariantFilter
  readonly onFilter: (filter: VariantFilter) => void
}

const buttonsMax = 3
const lettersMax = 24

export function ShownTo(props: ShownToProps) {
  const { variants, chosen, onChoose, facts } = props
  const counts = countOverridden(facts)
  const label = useId()
  if (variants.length === 0) return null
  const letters = variants.map(({ name }) => name).join('').length
  const hasButtons = variants.length <= buttonsMax && letters <= lettersMax
  return (
    <section className="shown-to" aria-labelledby={label}>
      <h2 id={label}>Variant</h2>
      {hasButtons ? (
        <Choice
          labelledBy={label}
          options={[null, ...variants].map(one => ({
            value: one?.id ?? null,
            name: one?.name ?? 'Everyone',
          }))}
          chosen={chosen}
          onChoose={onChoose}
        />
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
        {describe(variants, counts, facts.fieldCount)}
      </Text>
      {chosen === null ? null : (
        <Filter
          chosen={props.filter}
          onChoose={props.onFilter}
          countOf={filter => listSelected(filter, facts, chosen).length}
          isLocale={variants.find(({ id }) => id === chosen)?.kind === 'locale'}
        />
      )}
    </section>
  )
}

interface ChoiceProps<Value> {
  readonly labelledBy: string
  readonly options: readonly { readonly value: Value; readonly name: string }[]
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
}

/** A few options side by side. */
function Choice<Value extends string | null>({ labelledBy, options, chosen, onChoose }: ChoiceProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a group of inputs
    <div role="group" aria-labelledby={labelledBy} className="shown-to-choice">
      {options.map(({ value, name }) => (
        <button
          key={value ?? ''}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

interface FilterProps {
  readonly chosen: VariantFilter
  readonly onChoose: (filter: VariantFilter) => void
  readonly countOf: (filter: Exclude<VariantFilter, 'all'>) => number
  /** True if the variant is a language instead of an audience. */
  readonly isLocale: boolean
}

function Filter({ chosen, onChoose, countOf, isLocale }: FilterProps) {
  const label = useId()
  const options = [
    { value: 'all', name: 'All' },
    { value: 'overridden', name: `Overridden (${countOf('overridden')})` },
    {
      value: 'untranslated',
      name: `${isLocale ? 'Not translated' : 'Other texts'} (${countOf('untranslated')})`,
    },
    { value: 'outdated', name: `Outdated (${countOf('outdated')})` },
  ] as const
  return (
    <>
      <h3 id={label}>Fields</h3>
      <Choice labelledBy={label} options={options} chosen={chosen} onChoose={onChoose} />
    </>
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

const none: readonly VariantView[] = []

/** Returns the variants that the form can show, those of the space and those that the draft has values for, and their facts. */
export function useShownVariants({ store }: EntryEditor, fields: readonly Field[]) {
  const { data = none } = useVariants()
  // A string, so that typing causes no render unless a value is added or removed.
  const text = useSyncExternalStore(
    store.subscribe,
    useCallback(() => JSON.stringify(readVariantFacts(fields, store)), [store, fields]),
  )
  return useMemo(() => {
    const facts = JSON.parse(text) as VariantFacts
    const known = new Set(data.map(({ id }) => id))
    const others = Object.keys(facts.overridden).filter(id => !known.has(id))
    const variants = [...data, ...others.map(id => ({ id, name: id, kind: 'audience' as const }))]
    return { variants, facts }
  }, [data, text])
}

function countOverridden({ overridden }: VariantFacts): ReadonlyMap<string, number> {
  return new Map(Object.entries(overridden).map(([id, addresses]) => [id, addresses.length]))
}

/** Returns the language of a locale's values; undefined for audiences and for ids that are not a language tag. */
export function toLang(variant: VariantView | undefined): string | undefined {
  if (variant?.kind !== 'locale') return undefined
  try {
    return Intl.getCanonicalLocales(variant.id)[0]
  } catch {
    return undefined
  }
}
