// Edits the properties of a model: its name and its title field, for a collection also the source of slugs and the address of
// pages, for a component its icon.

import { NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { holdsTitle } from '../../../../src/content/fields/text-facts.ts'
import { defaultPreviewUrl } from '../../../../src/content/model/preview-url.ts'
import type { Json } from '../../../../src/content/values/model.ts'
import { DialogActions, FormDialog, SpaceLine } from '../../../parts/dialogs.tsx'
import { nameField } from '../../../parts/entries/place-name.ts'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { type FormErrors, noErrors, toFormErrors } from '../change/form-errors.ts'
import type { FieldModel } from '../change/operation-words.ts'
import type { PreparedChange } from '../change/use-model-change.ts'
import { IconInput } from '../icon-input.tsx'

interface SettingsDialogProps {
  readonly opened: boolean
  readonly prepared: PreparedChange
  readonly onClose: () => void
  readonly onExit: () => void
}

export function SettingsDialog({ opened, prepared, onClose, onExit }: SettingsDialogProps) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onExit}
      title={`Edit the ${prepared.shown.kind}`}
      centered
    >
      <SpaceLine />
      <SettingsForm prepared={prepared} onClose={onClose} />
    </FormDialog>
  )
}

function toValues({ shown }: PreparedChange) {
  return {
    name: shown.name,
    description: shown.description ?? '',
    titleField: shown.titleField ?? '',
    slugFrom: (shown.kind === 'collection' && shown.slugFrom) || '',
    singleton: (shown.kind === 'collection' && shown.singleton) || false,
    icon: (shown.kind === 'component' && shown.icon) || '',
    hasPage: shown.kind === 'collection' && shown.previewUrl !== null,
    previewUrl: (shown.kind === 'collection' && shown.previewUrl) || '',
  }
}

/** The default is sent as itself, because null means that entries have no page. */
function toPreviewUrl({ hasPage, previewUrl }: ReturnType<typeof toValues>): string | null {
  return hasPage ? previewUrl.trim() || defaultPreviewUrl : null
}

function SettingsForm({ prepared, onClose }: Pick<SettingsDialogProps, 'prepared' | 'onClose'>) {
  const [before] = useState(() => toValues(prepared))
  const [values, setValues] = useState(before)
  const { errors, error, isPending, send } = useSending(prepared, onClose)
  const set = (changes: Partial<typeof values>) => setValues({ ...values, ...changes })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const changed = Object.entries(values).filter(
      ([key, value]) => value !== before[key as keyof typeof before],
    )
    const properties = Object.fromEntries(
      changed
        .filter(([key]) => key !== 'hasPage' && key !== 'previewUrl')
        .map(([key, value]) => [key, value === '' && key !== 'name' ? null : value]),
    )
    const previewUrl = toPreviewUrl(values)
    void send({ ...properties, ...(previewUrl !== toPreviewUrl(before) && { previewUrl }) })
  }
  const isCollection = prepared.shown.kind === 'collection'
  const texts = prepared.shown.fields.filter(holdsTitle)
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="Name"
          data-autofocus
          maxLength={200}
          value={values.name}
          error={errors.fields.name}
          onChange={event => set({ name: event.currentTarget.value })}
        />
        <Textarea
          label="Description"
          description="For editors."
          autosize
          minRows={1}
          maxLength={1000}
          value={values.description}
          error={errors.fields.description}
          onChange={event => set({ description: event.currentTarget.value })}
        />
        <NativeSelect
          label={isCollection ? 'Title of entries' : 'Title of blocks'}
          description="The field that lists show as the title."
          value={values.titleField}
          error={errors.fields.titleField}
          onChange={event => set({ titleField: event.currentTarget.value })}
        >
          <option value="">The first text field</option>
          <TextOptions fields={texts} />
        </NativeSelect>
        {isCollection ? null : <IconInput value={values.icon} onChange={icon => set({ icon })} />}
        {isCollection ? (
          <>
            <NativeSelect
              label="Slugs made from"
              description="For new entries; existing ones keep theirs."
              value={values.slugFrom}
              error={errors.fields.slugFrom}
              onChange={event => set({ slugFrom: event.currentTarget.value })}
            >
              <option value="">The id</option>
              <TextOptions fields={texts} />
            </NativeSelect>
            <Switch
              label="Single entry"
              description="For the settings of a site, or a page that exists only once."
              checked={values.singleton}
              onChange={event => set({ singleton: event.currentTarget.checked })}
            />
            <Switch
              label="Entries have a page"
              description="Otherwise a preview shows the pages of entries that lead to them."
              checked={values.hasPage}
              onChange={event => set({ hasPage: event.currentTarget.checked })}
            />
            {values.hasPage ? (
              <TextInput
                label="Preview URL"
                description={
                  'The path of a page, such as /blog/{slug}. Placeholders: {token}, {collection}, {id}, {slug}, {variants}.'
                }
                placeholder={defaultPreviewUrl}
                autoCapitalize="none"
                spellCheck={false}
                value={values.previewUrl}
                error={errors.fields.previewUrl}
                onChange={event => set({ previewUrl: event.currentTarget.value })}
              />
            ) : null}
          </>
        ) : null}
        <ProblemAlert
          error={Object.keys(errors.fields).length > 0 ? null : error}
          title="These settings are not valid"
        />
        <DialogActions onClose={onClose} confirmLabel="Done" pending={isPending} />
      </Stack>
    </form>
  )
}

function TextOptions({ fields }: { readonly fields: readonly FieldModel[] }) {
  return fields.map(field => (
    <option key={field.apiName} value={field.apiName}>
      {nameField(field)}
    </option>
  ))
}

/** Tries the properties on the server, and closes the form if the server would accept them. */
function useSending(prepared: PreparedChange, onClose: () => void) {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [errors, setErrors] = useState<FormErrors>(noErrors)
  const send = async (properties: Readonly<Record<string, Json>>) => {
    if (Object.keys(properties).length === 0) return onClose()
    setPending(true)
    try {
      await prepared.tryToAdd([{ op: 'set', properties }])
      onClose()
    } catch (thrown) {
      setError(thrown)
      setErrors(toFormErrors(thrown, prepared.operations.length))
    } finally {
      setPending(false)
    }
  }
  return { errors, error, isPending, send }
}
