// The rules of a field: the conditions for publication, and its properties in the API.
import { NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { Fold } from '../../../parts/page/fold.tsx'
import { AcceptInput } from './accept-input.tsx'
import { canHave, type FieldInputsProps } from './field-form.ts'
import { OptionsEditor } from './options-editor.tsx'
import { TargetsInput } from './targets-input.tsx'

interface FieldRulesProps extends FieldInputsProps {
  readonly fill: boolean
  readonly onFill: (fill: boolean) => void
  /** The number of entries in the collection. */
  readonly entries: number
}

export function FieldRules({ fill, onFill, entries, ...inputs }: FieldRulesProps) {
  const { form, isNew, onChange } = inputs
  const hasDefault = canHave.default(form)
  return (
    <Stack>
      {form.kind === 'asset' ? <AcceptInput {...inputs} /> : null}
      {form.kind === 'reference' ? <TargetsInput {...inputs} /> : null}
      {canHave.options(form) ? <OptionsEditor {...inputs} /> : null}
      <div className="form-pair">
        <Switch
          label="Required"
          description="To publish an entry."
          checked={form.required}
          onChange={event => onChange({ required: event.currentTarget.checked })}
        />
        {canHave.unique(form) ? (
          <Switch
            label="Unique"
            description="No two published entries can have the same value."
            checked={form.unique}
            onChange={event => onChange({ unique: event.currentTarget.checked })}
          />
        ) : null}
      </div>
      {canHave.limits(form) && !form.hasOptions ? <Limits {...inputs} /> : null}
      {form.kind === 'text' && !form.hasOptions ? <TextRules {...inputs} /> : null}
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

function Limits({ form, errors, onChange }: FieldInputsProps) {
  const { kind } = form
  const type = kind === 'date' ? 'date' : 'text'
  const [least, most] =
    kind === 'text'
      ? ['Minimum characters', 'Maximum characters']
      : kind === 'date' || kind === 'dateTime'
        ? ['Earliest', 'Latest']
        : ['Minimum', 'Maximum']
  const description = kind === 'dateTime' ? 'Such as 2026-01-31T09:00:00Z.' : undefined
  return (
    <div className="form-pair">
      <TextInput
        label={least}
        description={description}
        type={type}
        inputMode={kind === 'dateTime' ? 'text' : 'decimal'}
        value={form.min}
        error={errors.min}
        onChange={event => onChange({ min: event.currentTarget.value })}
      />
      <TextInput
        label={most}
        description={description}
        type={type}
        inputMode={kind === 'dateTime' ? 'text' : 'decimal'}
        value={form.max}
        error={errors.max}
        onChange={event => onChange({ max: event.currentTarget.value })}
      />
    </div>
  )
}

function TextRules({ form, errors, onChange }: FieldInputsProps) {
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
          <option value="email">E-mail address</option>
          <option value="url">URL</option>
          <option value="color">Colour</option>
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

function ItemLimits({ form, errors, onChange }: FieldInputsProps) {
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

function Default({ form, errors, onChange }: FieldInputsProps) {
  const { kind, options, hasOptions } = form
  const common = { label: 'Default', description: 'The value of new entries.', error: errors.default }
  if (kind !== 'boolean' && !hasOptions) {
    return (
      <TextInput
        {...common}
        type={kind === 'date' ? 'date' : 'text'}
        value={form.default}
        onChange={event => onChange({ default: event.currentTarget.value })}
      />
    )
  }
  const choices = kind === 'boolean' ? booleans : options.filter(({ value }) => value.trim() !== '')
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

const booleans = [
  { value: 'true', name: 'Yes' },
  { value: 'false', name: 'No' },
] as const

function More({ form, errors, onChange }: FieldInputsProps) {
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
      {form.kind === 'json' ? (
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
      ) : null}
      {canHave.search(form) ? (
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
