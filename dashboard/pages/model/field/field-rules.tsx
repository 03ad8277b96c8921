// The rules of a field: the conditions for publication, and its properties in the API.
import { NativeSelect, Stack, Switch, TextInput } from '@mantine/core'
import { hasSearchWeight } from '../../../../src/content/fields/text-facts.ts'
import { rulesOf, typeOf } from '../../../fields/field-kinds.tsx'
import type { LimitRules, RuleInputProps } from '../../../fields/field-type.ts'
import { Fold } from '../../../parts/page/fold.tsx'
import { canHaveDefault } from './field-form.ts'
import { OptionsEditor } from './options-editor.tsx'

interface FieldRulesProps extends RuleInputProps {
  readonly fill: boolean
  readonly onFill: (fill: boolean) => void
  /** The number of entries in the collection. */
  readonly entries: number
  /** An entry may have many blocks, so a value in them cannot be unique. */
  readonly isOfComponent: boolean
}

export function FieldRules({ fill, onFill, entries, isOfComponent, ...inputs }: FieldRulesProps) {
  const { form, isNew, onChange } = inputs
  const { TargetInputs, ValueInputs, limits, isCountable } = rulesOf(form.kind)
  const hasDefault = canHaveDefault(form)
  return (
    <Stack>
      {TargetInputs ? <TargetInputs {...inputs} /> : null}
      {isCountable ? <OptionsEditor {...inputs} /> : null}
      <div className="form-pair">
        <Switch
          label="Required"
          description="To publish an entry."
          checked={form.required}
          onChange={event => onChange({ required: event.currentTarget.checked })}
        />
        {isCountable && !isOfComponent ? (
          <Switch
            label="Unique"
            description="No two published entries can have the same value."
            checked={form.unique}
            onChange={event => onChange({ unique: event.currentTarget.checked })}
          />
        ) : null}
      </div>
      {limits && !form.hasOptions ? <Limits limits={limits} {...inputs} /> : null}
      {ValueInputs && !form.hasOptions ? <ValueInputs {...inputs} /> : null}
      {form.many ? <ItemLimits {...inputs} /> : null}
      {hasDefault ? <Default {...inputs} /> : null}
      {hasDefault && isNew && entries > 0 && form.default !== '' ? (
        <Switch
          label="Give it to existing entries"
          checked={fill}
          onChange={event => onFill(event.currentTarget.checked)}
        />
      ) : null}
      <Fold label="More">{() => <More {...inputs} />}</Fold>
    </Stack>
  )
}

interface LimitsProps extends RuleInputProps {
  readonly limits: LimitRules
}

function Limits({ limits: { labels, description }, form, errors, onChange }: LimitsProps) {
  const common = {
    description,
    type: rulesOf(form.kind).isDate ? 'date' : 'text',
    inputMode: description === undefined ? ('decimal' as const) : ('text' as const),
  }
  return (
    <div className="form-pair">
      <TextInput
        {...common}
        label={labels[0]}
        value={form.min}
        error={errors.min}
        onChange={event => onChange({ min: event.currentTarget.value })}
      />
      <TextInput
        {...common}
        label={labels[1]}
        value={form.max}
        error={errors.max}
        onChange={event => onChange({ max: event.currentTarget.value })}
      />
    </div>
  )
}

function ItemLimits({ form, errors, onChange }: RuleInputProps) {
  return (
    <div className="form-pair">
      <TextInput
        label="Minimum items"
        inputMode="numeric"
        value={form.minItems}
        error={errors.minItems}
        onChange={event => onChange({ minItems: event.currentTarget.value })}
      />
      <TextInput
        label="Maximum items"
        inputMode="numeric"
        value={form.maxItems}
        error={errors.maxItems}
        onChange={event => onChange({ maxItems: event.currentTarget.value })}
      />
    </div>
  )
}

function Default({ form, errors, onChange }: RuleInputProps) {
  const { kind, options, hasOptions } = form
  const { isDate, defaults } = rulesOf(kind)
  const common = { label: 'Default', description: 'The value of new entries.', error: errors.default }
  if (!defaults && !hasOptions) {
    return (
      <TextInput
        {...common}
        type={isDate ? 'date' : 'text'}
        value={form.default}
        onChange={event => onChange({ default: event.currentTarget.value })}
      />
    )
  }
  const choices = defaults ?? options.filter(({ value }) => value.trim() !== '')
  return (
    <NativeSelect
      {...common}
      value={form.default}
      onChange={event => onChange({ default: event.currentTarget.value })}
    >
      <option value="">None</option>
      {choices.map(({ value, name }) => (
        <option key={value} value={value.trim()}>
          {name.trim() === '' ? value : name}
        </option>
      ))}
    </NativeSelect>
  )
}

function More(props: RuleInputProps) {
  const { form, errors, onChange } = props
  const { QueryInputs } = rulesOf(form.kind)
  return (
    <Stack>
      <Switch
        label="Hidden in the editor"
        description="The API still returns it."
        checked={form.hidden}
        onChange={event => onChange({ hidden: event.currentTarget.checked })}
      />
      <Switch
        label="In queries"
        description="Filters and sorting can use it."
        checked={form.query}
        onChange={event => onChange({ query: event.currentTarget.checked })}
      />
      {QueryInputs ? <QueryInputs {...props} /> : null}
      {hasSearchWeight(typeOf(form.kind)) ? (
        <NativeSelect
          label="Weight in searches"
          value={form.search}
          error={errors.search}
          onChange={event => onChange({ search: event.currentTarget.value })}
        >
          <option value="">As usual</option>
          <option value="0">Not searched</option>
          <option value="1">1, low</option>
          <option value="2">2</option>
          <option value="3">3, high</option>
        </NativeSelect>
      ) : null}
    </Stack>
  )
}
