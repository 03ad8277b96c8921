// The dialog that adds a field, for which the user first chooses a kind, or edits an existing field.
import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { FieldKindIcon } from '../../../fields/field-kind-icon.tsx'
import { type FieldChoice, fieldChoices } from '../../../fields/field-kinds.ts'
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx'
import { SpaceLine } from '../../../parts/dialogs/space-line.tsx'
import { nameField } from '../../../parts/entries/field-name.ts'
import { type FieldModel, toField } from '../change/operation-words.ts'
import type { PreparedChange } from '../change/use-model-change.ts'
import { FieldEditor } from './field-editor.tsx'
import { toForm, toNewForm } from './field-form.ts'

export type OpenField = { readonly kind: 'new' } | { readonly kind: 'known'; readonly field: FieldModel }

interface FieldDialogProps {
  /** Null while the dialog is closed. */
  readonly field: OpenField | null
  readonly prepared: PreparedChange
  readonly onClose: () => void
  readonly onExit: () => void
}

export function FieldDialog({ field, prepared, onClose, onExit }: FieldDialogProps) {
  // Keeps the last field while the dialog fades out.
  const [shown, setShown] = useState(field)
  const [choice, setChoice] = useState<FieldChoice | null>(null)
  if (field !== null && field !== shown) setShown(field)
  const gone = () => {
    setShown(null)
    setChoice(null)
    onExit()
  }
  const title =
    shown?.kind === 'known' ? nameField(shown.field) : choice ? `New field: ${choice.label}` : 'Add a field'
  return (
    <FormDialog
      opened={field !== null}
      onClose={onClose}
      onExitTransitionEnd={gone}
      title={title}
      size="lg"
      form={choice?.label ?? ''}
    >
      <SpaceLine />
      {shown?.kind === 'new' && !choice ? <Choices onChoose={setChoice} /> : null}
      {shown?.kind === 'new' && choice ? (
        <FieldEditor
          field={null}
          initial={toNewForm(choice)}
          prepared={prepared}
          onClose={onClose}
          onBack={() => setChoice(null)}
        />
      ) : null}
      {shown?.kind === 'known' ? (
        <FieldEditor
          key={shown.field.apiName}
          field={toField(shown.field)}
          initial={toForm(toField(shown.field))}
          prepared={prepared}
          onClose={onClose}
        />
      ) : null}
    </FormDialog>
  )
}

function Choices({ onChoose }: { readonly onChoose: (choice: FieldChoice) => void }) {
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        What does the field hold?
      </Text>
      <ul className="plain-list field-choices">
        {fieldChoices.map((choice, index) => (
          <li key={choice.label}>
            <button
              type="button"
              className="choice-card"
              onClick={() => onChoose(choice)}
              {...(index === 0 ? { 'data-autofocus': true } : {})}
            >
              <FieldKindIcon {...choice} />
              <span className="model-names">
                <span className="choice-name">{choice.label}</span>
                <Text span size="xs" c="dimmed">
                  {choice.about}
                </Text>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
