// Secrets of API keys that this tab knows because they were created, rotated or pasted since the page was loaded. Only
// keys that may read content are included. They are held in memory only and must never reach the browser's storage, a URL
// or the server's logs.
import { useMemo, useSyncExternalStore } from 'react'

export interface StoredSecret {
  /** The API key's id, or a generated one for a pasted secret of an unknown key. */
  readonly id: string
  readonly name: string
  /** The secret itself, `flst_…`. */
  readonly key: string
  /** The id (not the slug) of the space that the key reads. */
  readonly space: string
}

/** Newest first. */
let secrets: readonly StoredSecret[] = []
const listeners = new Set<() => void>()

function replaceAll(next: readonly StoredSecret[]): void {
  secrets = next
  for (const tell of listeners) tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Replaces an earlier secret under the same id, for example after a rotation. */
export function rememberSecret(secret: StoredSecret): void {
  replaceAll([secret, ...secrets.filter(({ id }) => id !== secret.id)])
}

/** Applies a change of the key's name. Does nothing for an unknown id. */
export function renameSecret(id: string, name: string): void {
  replaceAll(secrets.map(secret => (secret.id === id ? { ...secret, name } : secret)))
}

/** Removes the secret of a revoked key, or a pasted secret. */
export function forgetSecret(id: string): void {
  replaceAll(secrets.filter(secret => secret.id !== id))
}

/** Removes a secret that the server has refused, under any id. */
export function forgetRefused(key: string): void {
  replaceAll(secrets.filter(secret => secret.key !== key))
}

/** Removes all secrets at sign-out and when another user signs in. */
export function forgetAllSecrets(): void {
  replaceAll([])
}

/** Returns the secrets of one space by the space's id, newest first. */
export function useKnownSecrets(space: string): readonly StoredSecret[] {
  const all = useSyncExternalStore(subscribe, () => secrets)
  return useMemo(() => all.filter(secret => secret.space === space), [all, space])
}
