// The form of a change of one field: the field, the variant, what to do, and the field's own input for the value.
import { NativeSelect, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import type { Field, Json } from '../../../../src/content/values/model.ts'
import { useVariants } from '../../../api/content/drafts.ts'
import { findValueError, isBlank, toStartValue } from '../../../fields/field-values.ts'
import { DialogActions } from '../../../parts/dialogs.tsx'
import { countEntries } from '../../../parts/lists/counts.ts'
import type { ChangeKind, FieldChange } from './edit-plan.ts'
import { changeWords } from './edit-words.ts'
import { FieldSelect } from './field-select.tsx'
import { ValueInput } from './value-input.tsx'

interface ChangeFormProps {
  readonly collection: CollectionModelView
  /** The change that was entered before; null if there was none. */
  readonly change: FieldChange | null
  /** The number of selected entries. */
  readonly count: number
  readonly onCancel: () => void
  readonly onSubmit: (change: FieldChange) => void
}

export function ChangeForm({ collection, change, count, onCancel, onSubmit }: ChangeFormProps) {
  const fields = collection.fields.filter(({ hidden }) => !hidden) as readonly Field[]
  const [apiName, setApiName] = useState(change?.field.apiName ?? fields[0]?.apiName ?? '')
  const field = fields.find(one => one.apiName === apiName) ?? null
  const [variant, setVariant] = useState(change?.variant ?? '')
  const [kind, setKind] = useState<ChangeKind>(change?.kind ?? 'set')
  const [value, setValue] = useState<Json>(change?.value ?? (field ? toStartValue(field) : null))
  const { data: variants = [] } = useVariants()
  if (field === null) return <Text size="sm">This collection has no fields.</Text>
  const kinds: readonly ChangeKind[] = field.many ? ['set', 'add', 'remove', 'clear'] : ['set', 'clear']
  const chosenKind = kinds.includes(kind) ? kind : 'set'
  const error = chosenKind === 'clear' ? null : findValueError(field, value)
  const isReady = chosenKind === 'clear' || (!isBlank(value) && error === null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) onSubmit({ field, variant, kind: chosenKind, value })
  }
  const chooseField = (name: string) => {
    setApiName(name)
    const next = fields.find(one => one.apiName === name)
    if (next) setValue(toStartValue(next))
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FieldSelect fields={fields} value={apiName} onChange={chooseField} />
        {variants.length > 0 ? (
          <NativeSelect
            label="For"
            data={[
              { value: '', label: 'Everyone' },
              ...variants.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={variant}
            onChange={event => setVariant(event.currentTarget.value)}
          />
        ) : null}
        <NativeSelect
          label="Change"
          data={kinds.map(one => ({ value: one, label: toChangeLabel(one, variant) }))}
          value={chosenKind}
          onChange={event => setKind(event.currentTarget.value as ChangeKind)}
        />
        {chosenKind === 'clear' ? null : (
          <ValueInput key={apiName} field={field} value={value} error={error} onChange={setValue} />
        )}
        <Text size="sm" c="dimmed">
          You see the effect before anything is saved. Nothing is published.
        </Text>
        <DialogActions onClose={onCancel} confirmLabel={`Check ${countEntries(count)}`} disabled={!isReady} />
      </Stack>
    </form>
  )
}

function toChangeLabel(kind: ChangeKind, variant: string): string {
  return kind === 'clear' && variant !== '' ? 'Use the value for everyone' : changeWords[kind]
}
