// Chooses whether requests are sent with the session or with an API key.
import { Anchor, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { sessionKey, useSignedIn } from '../../../api/accounts/session.ts'
import {
  forgetRefused,
  rememberSecret,
  type StoredSecret,
  useKnownSecrets,
} from '../../../api/keys/api-keys.ts'
import { useHasRight, useSpacePaths } from '../../../api/space.ts'
import { PasswordInput } from '../../../parts/forms/password-input.tsx'
import { isSendableKey, type TryResponse } from '../request/send.ts'

interface AccessFieldProps {
  /** The space's id. */
  readonly space: string
  readonly access: ReturnType<typeof useAccess>
}

const kinds: { readonly value: AccessKind; readonly label: string }[] = [
  { value: 'session', label: 'Signed in as you' },
  { value: 'key', label: 'With an API key' },
]

/** Selects whether the request is sent with the user's session or, like a site, with an API key. */
export function AccessField({ space, access }: AccessFieldProps) {
  const { kind, chooseKind, choice, choose, error } = access
  const { user } = useSignedIn()
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label="How to send it"
        data={kinds}
        value={kind}
        onChange={chooseKind}
        fullWidth
      />
      {kind === 'session' ? (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Sent as {user.email}. The response is what an API key of this space gets: what is published, no
          drafts.
        </Text>
      ) : (
        <KeyField space={space} choice={choice} onChange={choose} error={error} />
      )}
    </Stack>
  )
}

/** The value of the field. `id` is null for a pasted key. */
interface KeyChoice {
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
function toShort(key: string): string {
  return `${key.slice(0, 12)}…`
}

/** Returns the secret itself; empty if there is none yet. */
function keyOf({ id, pasted }: KeyChoice, secrets: readonly StoredSecret[]): string {
  return id === null ? pasted.trim() : (secrets.find(secret => secret.id === id)?.key ?? '')
}

/** Selects the API key of the request: one that this tab knows, or a pasted one. */
function KeyField({ space, choice, onChange, error }: KeyFieldProps) {
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

type AccessKind = 'session' | 'key'

/** `space` is the space's id. */
export function useAccess(space: string) {
  const client = useQueryClient()
  const secrets = useKnownSecrets(space)
  const [kind, setKind] = useState<AccessKind>('session')
  const [chosen, setChoice] = useState<KeyChoice>({ id: secrets[0]?.id ?? null, pasted: '' })
  const [error, setError] = useState<string | null>(null)
  // A key that was revoked in the meantime cannot be selected.
  const choice = { ...chosen, id: secrets.some(({ id }) => id === chosen.id) ? chosen.id : null }
  /** Null if the session is sent. */
  const secret = kind === 'session' ? null : keyOf(choice, secrets)

  /** Returns false if there is no usable key. A pasted key is remembered until the tab is reloaded. */
  const take = (): boolean => {
    const message = secret === null ? null : findMistake(secret)
    setError(message)
    if (message !== null) return false
    if (secret !== null && choice.id === null) {
      const id = `pasted-${secret}`
      rememberSecret({ id, name: 'Pasted', key: secret, space })
      setChoice({ id, pasted: '' })
    }
    return true
  }
  const choose = (next: KeyChoice) => {
    setError(null)
    setChoice(next)
  }
  const chooseKind = (next: AccessKind) => {
    setError(null)
    setKind(next)
  }
  /**
   * Removes a key that the server has rejected, because a revoked, expired or unknown key stays invalid. A rejected
   * session is refetched.
   */
  const heed = ({ status, key }: TryResponse) => {
    if (status !== 401) return
    if (key === null) return void client.invalidateQueries({ queryKey: sessionKey })
    forgetRefused(key)
    setError(`The server refused ${toShort(key)}. It has been removed from the list.`)
  }
  return { kind, chooseKind, choice, choose, secret, error, take, heed }
}

function findMistake(secret: string): string | null {
  if (secret === '') return 'Choose or paste a key.'
  return isSendableKey(secret) ? null : 'This is not an API key.'
}
