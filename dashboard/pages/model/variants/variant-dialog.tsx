// Creates a variant, or changes the name or kind of one. The id cannot be changed.
import { Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import type { VariantView } from '../../../api/content/drafts.ts'
import { useChangeVariant, useCreateVariant } from '../../../api/content/variants.ts'
import { ApiProblem } from '../../../api/request.ts'
import { DialogActions, FormDialog, SpaceLine } from '../../../parts/dialogs.tsx'
import { focusFirst, toFieldErrors, toOtherError } from '../../../parts/forms/field-errors.ts'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'

interface VariantDialogProps {
  readonly opened: boolean
  /** Null for a new variant. */
  readonly variant: VariantView | null
  readonly onClose: () => void
  readonly onExit: () => void
}

export function VariantDialog({ opened, variant, onClose, onExit }: VariantDialogProps) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onExit}
      title={variant === null ? 'Add a variant' : `Edit ${variant.name}`}
      centered
    >
      <SpaceLine />
      <VariantForm key={variant?.id ?? ''} variant={variant} onClose={onClose} />
    </FormDialog>
  )
}

const inputs = ['name', 'id', 'kind']

function VariantForm({ variant, onClose }: Pick<VariantDialogProps, 'variant' | 'onClose'>) {
  const create = useCreateVariant()
  const edit = useChangeVariant()
  const { mutate, isPending, error } = variant === null ? create : edit
  const form = useForm<VariantView>({
    initialValues: variant ?? { id: '', name: '', kind: 'locale' },
    validate: {
      name: value => (value.trim() === '' ? 'Enter a name.' : null),
      id: value => (value.trim() === '' ? 'Enter an id.' : null),
    },
  })
  const isTaken = error instanceof ApiProblem && error.code === 'variant_exists'
  const fail = (thrown: unknown) => {
    const taken = thrown instanceof ApiProblem && thrown.code === 'variant_exists'
    const errors = taken ? { id: 'The space has a variant with this id.' } : toFieldErrors(thrown, inputs)
    form.setErrors(errors)
    focusFirst(form, errors)
  }
  const send = form.onSubmit(
    ({ id, name, kind }) =>
      mutate(
        { id: id.trim(), name: name.trim(), kind },
        {
          onSuccess: () => {
            onClose()
            notifications.show({
              message: variant === null ? `${name} is added.` : `${name} is changed.`,
            })
          },
          onError: fail,
        },
      ),
    errors => focusFirst(form, errors),
  )
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <Radio.Group label="Kind" {...form.getInputProps('kind')}>
          <Stack gap={8} mt={6}>
            <Radio value="locale" label="Locale" description="A language, or a language of a country." />
            <Radio value="audience" label="Audience" description="A group of readers, such as members." />
          </Stack>
        </Radio.Group>
        <TextInput
          label="Name"
          description="As editors see it."
          placeholder={form.values.kind === 'locale' ? 'German' : 'Members'}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        {variant === null ? (
          <TextInput
            label="Id"
            description="The name in requests. It never changes. For a locale, its language tag."
            placeholder={form.values.kind === 'locale' ? 'de' : 'members'}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            {...form.getInputProps('id')}
          />
        ) : null}
        <ProblemAlert
          error={isTaken ? null : toOtherError(error, inputs)}
          title={variant === null ? 'Could not add the variant' : 'Could not change the variant'}
        />
        <DialogActions
          onClose={onClose}
          confirmLabel={variant === null ? 'Add variant' : 'Save'}
          pending={isPending}
        />
      </Stack>
    </form>
  )
}
