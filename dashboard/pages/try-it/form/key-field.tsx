// Selects the API key of the request: one that this tab knows, or a pasted one.
import { Anchor, Select, Stack } from '@mantine/core'
import { Link } from 'wouter'
import { type StoredSecret, useKnownSecrets } from '../../../api/keys/known-keys.ts'
import { useHasRight, useSpacePaths } from '../../../api/space.ts'
import { PasswordInput } from '../../../parts/forms/password-input.tsx'

/** The value of the field. `id` is null for a pasted key. */
export interface KeyChoice {
  readonly id: string | null
  readonly pasted: string
}

interface KeyFieldProps {
  /** The space's id. */
  readonly space: string
  readonly choice: KeyChoice
  readonly onChange: (choice: KeyChoice) => void
  readonly error: string | null
}

const paste = 'paste'
const order: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

/** Returns the beginning of a secret, which identifies it without revealing it. */
export function toShort(key: string): string {
  return `${key.slice(0, 12)}…`
}

/** Returns the secret itself; empty if there is none yet. */
export function keyOf({ id, pasted }: KeyChoice, secrets: readonly StoredSecret[]): string {
  return id === null ? pasted.trim() : (secrets.find(secret => secret.id === id)?.key ?? '')
}

export function KeyField({ space, choice, onChange, error }: KeyFieldProps) {
  const secrets = useKnownSecrets(space)
  const data = [
    ...secrets.map(({ id, name, key }) => ({ value: id, label: `${name} (${toShort(key)})` })),
    { value: paste, label: 'Paste a key' },
  ]
  return (
    <Stack gap="xs">
      {secrets.length > 0 ? (
        <Select
          label="API key"
          data={data}
          value={choice.id ?? paste}
          onChange={id => onChange({ ...choice, id: id === paste ? null : id })}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          {...(choice.id !== null && { description: <AboutPasting />, error })}
          inputWrapperOrder={order}
        />
      ) : null}
      {choice.id === null ? (
        <PasswordInput
          label={secrets.length > 0 ? 'Key to paste' : 'API key'}
          description={<AboutPasting />}
          value={choice.pasted}
          onChange={event => onChange({ ...choice, pasted: event.currentTarget.value })}
          error={error}
          autoComplete="off"
          spellCheck={false}
          inputWrapperOrder={order}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
        />
      ) : null}
    </Stack>
  )
}

function AboutPasting() {
  const canManageKeys = useHasRight('keys.manage')
  const paths = useSpacePaths()
  return (
    <>
      The request is sent as a site sends it. Only this tab remembers the key, until you reload it.{' '}
      {canManageKeys ? (
        <>
          You can{' '}
          <Anchor component={Link} href={paths.apiKeys} inherit underline="always">
            create a key
          </Anchor>{' '}
          and choose it here.
        </>
      ) : (
        'An owner or admin of the space can give you one.'
      )}
    </>
  )
}
