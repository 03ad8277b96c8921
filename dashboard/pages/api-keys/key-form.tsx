// The form of a new or existing API key.
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ScopeKind } from '../../../src/base/scopes.ts'
import type { ApiKeyView } from '../../../src/keys/keys.schema.ts'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import type { ExpiryChoice } from './expiry.ts'
import { ExpiryField } from './expiry-field.tsx'
import { findErrors, hasErrors, type KeyErrors, toErrors } from './key-errors.ts'
import { kindOfKey, ScopesField } from './scopes-field.tsx'

export interface KeyValues {
  readonly name: string
  readonly scopes: ApiKeyView['scopes']
  readonly expiry: ExpiryChoice
}

interface KeyFormProps {
  readonly initial: KeyValues
  /** The expiry of an existing key; absent for a new one. */
  readonly currentExpiry?: string | null
  readonly submitLabel: string
  readonly onSubmit: (values: KeyValues) => void
  readonly onCancel: () => void
  readonly pending: boolean
  readonly error: unknown
  readonly errorTitle: string
  /** Renders a note about the chosen values. */
  readonly note?: (values: KeyValues) => ReactNode
}

export function KeyForm(props: KeyFormProps) {
  const { initial, submitLabel, onSubmit, onCancel, pending, error, errorTitle } = props
  const [values, setValues] = useState(initial)
  const [kind, setKind] = useState(() => kindOfKey(initial.scopes))
  const { form, errors, show, clear } = useKeyErrors(error)
  const isNew = !('currentExpiry' in props)
  const setScopes = (scopes: KeyValues['scopes']) => {
    setValues({ ...values, scopes })
    clear('scopes')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    const found = findErrors(values, Date.now())
    show(found)
    if (!hasErrors(found)) onSubmit({ ...values, name: values.name.trim() })
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="Name"
          description="What will use the key, such as a site or an environment."
          required
          maxLength={200}
          autoComplete="off"
          data-autofocus
          value={values.name}
          onChange={event => {
            setValues({ ...values, name: event.currentTarget.value })
            clear('name')
          }}
          error={errors.name}
        />
        <ScopesField
          value={values.scopes}
          kind={kind}
          {...(isNew && {
            onKindChange: (chosen: ScopeKind, scopes: KeyValues['scopes']) => {
              setKind(chosen)
              setScopes(scopes)
            },
          })}
          onChange={setScopes}
          error={errors.scopes}
        />
        <ExpiryField
          value={values.expiry}
          onChange={expiry => {
            setValues({ ...values, expiry })
            clear('expiresAt')
          }}
          error={errors.expiresAt}
          {...(isNew ? {} : { current: props.currentExpiry })}
        />
        {props.note?.(values)}
        {hasErrors(toErrors(error)) ? null : <ProblemAlert error={error} title={errorTitle} />}
        <Group justify="flex-end" gap="sm" className="dialog-buttons">
          <Button variant="default" onClick={onCancel} disabled={pending}>
            Cancel
          </Button>
          <Button type="submit" loading={pending}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/**
 * Returns the visible errors. After a rejection, the focus moves to the first invalid field, so that screen readers read
 * its error.
 */
function useKeyErrors(error: unknown) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<KeyErrors>({})
  const [rejections, setRejections] = useState(0)
  const show = (found: KeyErrors) => {
    setErrors(found)
    if (hasErrors(found)) setRejections(count => count + 1)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new error changes what is shown
  useEffect(() => show(toErrors(error)), [error])
  useEffect(() => {
    if (rejections > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [rejections])
  const clear = (field: keyof KeyErrors) => {
    setErrors(({ [field]: _, ...others }) => others)
  }
  return { form, errors, show, clear }
}
