// Determines whether the next request is sent with the session or with a key, and validates the key.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionKey } from '../../../api/accounts/session.ts'
import { forgetRefused, rememberSecret, useKnownSecrets } from '../../../api/keys/known-keys.ts'
import { isSendableKey, type TryResponse } from '../request/send.ts'
import { type KeyChoice, keyOf, toShort } from './key-field.tsx'

export type AccessKind = 'session' | 'key'

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
