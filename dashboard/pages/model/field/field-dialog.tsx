// The dialog that adds a field, for which the user first chooses a kind, or edits an existing field. Its operations are
// tried on the server before they become part of the prepared change, so that errors are shown beside the inputs.
import { Alert, Button, Stack, Text } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Field } from '../../../../src/content/values/model.ts'
import { FieldKindIcon, fieldChoices } from '../../../fields/field-kinds.tsx'
import type { FieldChoice, FieldForm } from '../../../fields/field-type.ts'
import { DialogActions, FormDialog, SpaceLine } from '../../../parts/dialogs.tsx'
import { nameField } from '../../../parts/entries/place-name.ts'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { toFieldApiName } from '../api-name.ts'
import { type FormErrors, noErrors, toFormErrors } from '../change/form-errors.ts'
import { type FieldModel, toField } from '../change/operation-words.ts'
import { isConflict, type PreparedChange } from '../change/use-model-change.ts'
import { FieldBasics } from './field-basics.tsx'
import { findRepeated, toForm, toNewForm, toOperations } from './field-form.ts'
import { FieldRules } from './field-rules.tsx'

export type OpenField = { readonly kind: 'new' } | { readonly kind: 'known'; readonly field: FieldModel }

interface FieldDialogProps {
  /** Null while the dialog is closed. */
  readonly field: OpenField | null
  readonly prepared: PreparedChange
  readonly onClose: () => void
  readonly onExit: () => void
}

/** The dialog that adds a field, for which the user first chooses a kind, or edits an existing field. */
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

interface FieldEditorProps {
  /** Null for a new field. */
  readonly field: Field | null
  readonly initial: FieldForm
  readonly prepared: PreparedChange
  readonly onClose: () => void
  /** Returns to the choice of a kind. */
  readonly onBack?: () => void
}

/**
 * The form of a field. Its operations are tried on the server before they become part of the prepared change, so that
 * errors are shown beside the inputs.
 */
function FieldEditor({ field, initial, prepared, onClose, onBack }: FieldEditorProps) {
  const [form, setForm] = useState(initial)
  const [fill, setFill] = useState(false)
  const [isOwn, setOwn] = useState(field !== null)
  const { send, isPending, errors, error, clear, root } = useTrying(prepared, onClose)
  const change = (changes: Partial<FieldForm>) => {
    const { name, apiName } = changes
    if (apiName !== undefined) setOwn(apiName !== '')
    // The API name follows the name until the user types another one.
    const derived = name !== undefined && !isOwn ? { apiName: toFieldApiName(name) } : {}
    setForm({ ...form, ...changes, ...derived })
    clear(Object.keys({ ...changes, ...derived }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(form, field, fill)
  }
  const inputs = { form, isNew: field === null, errors: errors.fields, onChange: change }
  return (
    <form onSubmit={submit} noValidate ref={root}>
      <Stack>
        <FieldBasics {...inputs} before={field} />
        <FieldRules
          {...inputs}
          fill={fill}
          onFill={setFill}
          entries={prepared.shown.kind === 'collection' ? prepared.shown.entries : 0}
          isOfComponent={prepared.shown.kind === 'component'}
        />
        {errors.others.length > 0 ? (
          <Alert color="red" variant="light" title="This field is not valid" role="alert">
            {errors.others.map(text => (
              <Text key={text} size="sm">
                {text}
              </Text>
            ))}
          </Alert>
        ) : null}
        <Trouble error={error} errors={errors} />
        <DialogActions
          onClose={onClose}
          confirmLabel={field === null ? 'Add field' : 'Done'}
          pending={isPending}
          sticky
        >
          {onBack ? (
            <Button variant="subtle" color="gray" mr="auto" onClick={onBack}>
              Another kind
            </Button>
          ) : null}
        </DialogActions>
      </Stack>
    </form>
  )
}

function Trouble({ error, errors }: { readonly error: unknown; readonly errors: FormErrors }) {
  const isShown = Object.keys(errors.fields).length > 0 || errors.others.length > 0
  const isOther = isConflict(error)
  return (
    <ProblemAlert
      error={isShown ? null : error}
      title={isOther ? 'Someone else changed this model in the meantime' : 'Could not try the change'}
    >
      {isOther
        ? 'Nothing was overwritten, and what you typed is still here. The page behind shows the model as it is now. Press the button again to apply your change to it.'
        : null}
    </ProblemAlert>
  )
}

/** Tries the form's operations on the server, and closes the form if the server would accept them. */
function useTrying(prepared: PreparedChange, onClose: () => void) {
  const root = useRef<HTMLFormElement>(null)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [errors, setErrors] = useState<FormErrors>(noErrors)
  useEffect(() => {
    if (Object.keys(errors.fields).length > 0)
      root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  const send = async (form: FieldForm, field: Field | null, fill: boolean) => {
    const found = findErrors(form, field === null)
    setError(null)
    setErrors({ fields: found, others: [] })
    if (Object.keys(found).length > 0) return
    const operations = toOperations(field, form, { fill })
    setPending(true)
    try {
      if (operations.length > 0) await prepared.tryToAdd(operations)
      onClose()
    } catch (thrown) {
      setError(thrown)
      setErrors(toFormErrors(thrown, prepared.operations.length))
    } finally {
      setPending(false)
    }
  }
  const clear = (names: readonly string[]) =>
    setErrors(({ fields }) => {
      const left = Object.entries(fields).filter(([name]) => !names.includes(name))
      return { fields: Object.fromEntries(left), others: [] }
    })
  return { send, isPending, error, errors, clear, root }
}

function findErrors(form: FieldForm, isNew: boolean): Record<string, string> {
  const { name, apiName } = form
  return {
    ...(form.hasOptions &&
      findRepeated(form.options).size > 0 && { options: 'Two options have the same value.' }),
    ...(isNew && name.trim() === '' && { name: 'Enter a name.' }),
    ...((!isNew || name.trim() !== '') && apiName.trim() === '' && { apiName: 'Enter an API name.' }),
  }
}
