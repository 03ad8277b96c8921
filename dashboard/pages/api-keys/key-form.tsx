// The form of a new or existing API key: its name, scopes and expiry. It checks the values before it sends them, and
// calculates the time at which a key expires.
import { Checkbox, Code, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { kindOf, type Scope, type ScopeKind, scopesByKind } from '../../../src/base/scopes.ts'
import type { ApiKeyView } from '../../../src/keys/keys.schema.ts'
import { ApiProblem } from '../../api/request.ts'
import { DialogActions } from '../../parts/dialogs.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { toExactText } from '../../parts/time/moment.tsx'

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

/** The form of a new or existing API key. */
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
        <DialogActions
          onClose={onCancel}
          confirmLabel={submitLabel}
          pending={pending}
          locked={pending}
          sticky
        />
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

type Scopes = ApiKeyView['scopes']

/** The type is exhaustive, so that a new scope of the server does not compile until it is described. */
const about: Record<Scope, string> = {
  'content.read': 'Read published content.',
  'schema.read': 'Read the content model: collections and their fields. For code generators.',
  'draft.read': 'Read drafts, history and the content model. Every management scope includes this.',
  'content.write': 'Create and change drafts.',
  'content.publish': 'Publish and unpublish entries.',
  'model.write':
    'Change collections and fields, and with them published content. Treat it like an owner’s password.',
  'content.preview': 'Read drafts as a site shows them. It opens nothing else.',
}

const kinds: Record<ScopeKind, { label: string; description: string; initial: Scopes }> = {
  delivery: {
    label: 'Delivery',
    description: 'For sites and apps: reads what is published, and never a draft.',
    initial: ['content.read'],
  },
  management: {
    label: 'Management',
    description: 'For scripts and tools: works with drafts. Keep it on a server, never in a page.',
    initial: ['draft.read'],
  },
  preview: {
    label: 'Preview',
    description: 'For the server of a site that shows drafts. Keep it on that server, never in a page.',
    initial: ['content.preview'],
  },
}

interface ScopesFieldProps {
  readonly value: Scopes
  readonly kind: ScopeKind
  /** Absent for an existing key, which keeps its kind. */
  readonly onKindChange?: (kind: ScopeKind, scopes: Scopes) => void
  readonly onChange: (value: Scopes) => void
  readonly error: string | undefined
}

/** Returns the kind of a key. All its scopes have the same kind. */
function kindOfKey([scope]: Scopes): ScopeKind {
  return scope === undefined ? 'delivery' : kindOf(scope)
}

/**
 * The input of a key's scopes: delivery or management, and a checkbox for each scope of that kind. The kind of an
 * existing key cannot be changed.
 */
function ScopesField({ value, kind, onKindChange, onChange, error }: ScopesFieldProps) {
  const scopes: Scopes = [...scopesByKind[kind]]
  return (
    <>
      {onKindChange ? <KindChoice kind={kind} onChange={onKindChange} /> : null}
      <Checkbox.Group
        label={`${kinds[kind].label} scopes`}
        {...(onKindChange
          ? {}
          : {
              description: 'A key cannot change its kind. For scopes of the other kind, create another key.',
            })}
        value={value}
        onChange={chosen => onChange(scopes.filter(scope => chosen.includes(scope)))}
        error={error}
      >
        <Stack gap="xs" my={6}>
          {scopes.map(scope => (
            <Checkbox
              key={scope}
              value={scope}
              label={<Code>{scope}</Code>}
              description={about[scope]}
              aria-invalid={error ? true : undefined}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  )
}

interface KindChoiceProps {
  readonly kind: ScopeKind
  readonly onChange: (kind: ScopeKind, scopes: Scopes) => void
}

function KindChoice({ kind, onChange }: KindChoiceProps) {
  const all = Object.keys(kinds) as ScopeKind[]
  const choose = (text: string) => {
    const chosen = all.find(name => name === text)
    if (chosen) onChange(chosen, kinds[chosen].initial)
  }
  return (
    <Radio.Group
      label="What the key is for"
      description="This cannot be changed later."
      value={kind}
      onChange={choose}
    >
      <Stack gap="xs" my={6}>
        {all.map(name => (
          <Radio key={name} value={name} label={kinds[name].label} description={kinds[name].description} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

const dayMilliseconds = 86_400_000
const soonDays = 14

/** In the order of the form. */
const expiryPresetDays = [7, 30, 90, 365] as const

/** `keep` is only for an existing key. */
type ExpiryKind = 'keep' | `${(typeof expiryPresetDays)[number]}` | 'date' | 'never'

interface ExpiryChoice {
  readonly kind: ExpiryKind
  /** `2027-01-31`, or empty; used if `kind` is `date`. */
  readonly date: string
}

/**
 * Returns the time in RFC 3339 format; null means never. Returns undefined if nothing is sent, because the expiry is kept
 * or the date is incomplete. `now` is in milliseconds since 1970.
 */
export function toExpiresAt({ kind, date }: ExpiryChoice, now: number): string | null | undefined {
  if (kind === 'keep') return undefined
  if (kind === 'never') return null
  if (kind === 'date') return toEndOfDay(date)
  return new Date(now + Number(kind) * dayMilliseconds).toISOString()
}

/** Returns the end of the day in local time. */
function toEndOfDay(date: string): string | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  if (!match) return undefined
  return new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]), 23, 59, 59, 999).toISOString()
}

/** Returns the local date in the format of a date field. */
function toLocalDate(time: number): string {
  const date = new Date(time)
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

/** Checks whether the key is active and expires within 14 days. */
export function endsSoon({ status, expiresAt }: ApiKeyView, now: number): boolean {
  if (status !== 'active' || expiresAt === null) return false
  return Date.parse(expiresAt) - now <= soonDays * dayMilliseconds
}

interface ExpiryFieldProps {
  readonly value: ExpiryChoice
  readonly onChange: (value: ExpiryChoice) => void
  readonly error: string | undefined
  /** The expiry of an existing key, which can be kept. Absent for a new key. */
  readonly current?: string | null
}

const presets = expiryPresetDays.map(days => ({ value: String(days), label: `In ${days} days` }))

function describe(value: ExpiryChoice, current: string | null | undefined): string {
  const expiresAt = toExpiresAt(value, Date.now())
  const end = value.kind === 'keep' ? current : expiresAt
  if (end === null) return 'The key never expires. If its secret leaks, it works until you revoke it.'
  if (end === undefined) return 'The key is valid until the end of that day.'
  const verb = Date.parse(end) > Date.now() ? 'Expires' : 'Expired'
  return `${verb} on ${toExactText(end)}, in your time zone.`
}

/** The input of a key's expiry: a preset, a date, or never. It shows the resulting time. */
function ExpiryField({ value, onChange, error, current }: ExpiryFieldProps) {
  const keepOption = current === undefined ? [] : [{ value: 'keep', label: 'Keep the current expiry' }]
  const isDate = value.kind === 'date'
  return (
    <Stack gap="xs">
      <NativeSelect
        label="Expires"
        value={value.kind}
        onChange={event => onChange({ ...value, kind: event.currentTarget.value as ExpiryKind })}
        data={[
          ...keepOption,
          ...presets,
          { value: 'date', label: 'On a date' },
          { value: 'never', label: 'Never' },
        ]}
        description={describe(value, current)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={isDate ? undefined : error}
      />
      {isDate ? (
        <TextInput
          type="date"
          label="Last day"
          required
          min={toLocalDate(Date.now())}
          max="9999-12-31"
          value={value.date}
          onChange={event => onChange({ ...value, date: event.currentTarget.value })}
          error={error}
        />
      ) : null}
    </Stack>
  )
}

/** Validates the form of an API key by field, first locally, then with the server's messages. */
type KeyErrors = Partial<Record<'name' | 'scopes' | 'expiresAt', string>>

interface KeyFormValues {
  readonly name: string
  readonly scopes: readonly string[]
  readonly expiry: ExpiryChoice
}

/** Returns no errors if the form is valid. `now` is in milliseconds since 1970. */
function findErrors({ name, scopes, expiry }: KeyFormValues, now: number): KeyErrors {
  const errors: KeyErrors = {}
  if (name.trim() === '') errors.name = 'Enter a name.'
  if (scopes.length === 0) errors.scopes = 'Choose at least one scope.'
  if (expiry.kind === 'date') {
    const expiresAt = toExpiresAt(expiry, now)
    if (!expiresAt) errors.expiresAt = 'Choose a date.'
    else if (Date.parse(expiresAt) <= now) errors.expiresAt = 'Choose today or a later date.'
  }
  return errors
}

/** Returns the server's messages by field. */
function toErrors(error: unknown): KeyErrors {
  const errors: KeyErrors = {}
  if (!(error instanceof ApiProblem)) return errors
  for (const field of ['name', 'scopes', 'expiresAt'] as const) {
    const message = error.messageFor(field)
    if (message) errors[field] = message
  }
  return errors
}

function hasErrors(errors: KeyErrors): boolean {
  return Object.keys(errors).length > 0
}
