// The basic inputs of a field: its names, its kind, and whether it holds a list.
import { NativeSelect, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import type { Field } from '../../../../src/content/values/model.ts'
import { fieldKinds, kindOf, labelOf, rulesOf } from '../../../fields/field-kinds.tsx'
import type { FieldKind, RuleInputProps } from '../../../fields/field-type.ts'
import { nameField } from '../../../parts/entries/place-name.ts'

interface FieldBasicsProps extends RuleInputProps {
  /** Null for a new field. */
  readonly before: Field | null
}

export function FieldBasics({ form, isNew, errors, onChange, before }: FieldBasicsProps) {
  const isRenamed = before !== null && form.apiName !== before.apiName
  const isConverted =
    before !== null && (form.kind !== kindOf(before) || form.many !== (before.many ?? false))
  const canBecome = (kind: FieldKind) =>
    !rulesOf(kind).isNeverTarget || (before !== null && kind === kindOf(before))
  return (
    <Stack>
      <div className="form-pair">
        <TextInput
          label="Name"
          description="As editors see it."
          autoComplete="off"
          maxLength={200}
          data-autofocus
          placeholder={before ? nameField({ apiName: before.apiName }) : ''}
          value={form.name}
          error={errors.name}
          onChange={event => onChange({ name: event.currentTarget.value })}
        />
        <TextInput
          label="API name"
          description={isRenamed ? 'Values are kept. Responses have the new name.' : 'The key in responses.'}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={form.apiName}
          error={errors.apiName}
          onChange={event => onChange({ apiName: event.currentTarget.value })}
        />
      </div>
      <Textarea
        label="Help"
        description="A sentence above the input, for editors."
        autosize
        minRows={1}
        maxLength={1000}
        value={form.help}
        error={errors.help}
        onChange={event => onChange({ help: event.currentTarget.value })}
      />
      {isNew ? null : (
        <NativeSelect
          label="Type"
          value={form.kind}
          error={errors.kind}
          onChange={event => onChange({ kind: event.currentTarget.value as FieldKind })}
        >
          {fieldKinds.filter(canBecome).map(kind => (
            <option key={kind} value={kind}>
              {labelOf(kind)}
            </option>
          ))}
        </NativeSelect>
      )}
      {rulesOf(form.kind).isSingle ? null : (
        <Switch
          label="Multiple values"
          description="A list, in an order that editors choose."
          checked={form.many}
          onChange={event => onChange({ many: event.currentTarget.checked })}
        />
      )}
      {isConverted ? (
        <Text size="sm" className="model-note" role="status">
          Values are converted. The review says which of them would be lost, before anything happens.
        </Text>
      ) : null}
    </Stack>
  )
}
