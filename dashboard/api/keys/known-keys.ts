// Secrets of API keys known to this tab: created, rotated or pasted since the page was loaded, of keys that may read
// content. They are held in memory only and must never reach the browser's storage, a URL or the server's logs.
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

/** After a change of the key's name; does nothing for an unknown id. */
export function renameSecret(id: string, name: string): void {
  replaceAll(secrets.map(secret => (secret.id === id ? { ...secret, name } : secret)))
}

/** For a revoked key, or a pasted secret that was removed. */
export function forgetSecret(id: string): void {
  replaceAll(secrets.filter(secret => secret.id !== id))
}

/** Removes a secret that the server has refused, under any id. */
export function forgetRefused(key: string): void {
  replaceAll(secrets.filter(secret => secret.key !== key))
}

/** At sign-out, and when another user signs in. */
export function forgetAllSecrets(): void {
  replaceAll([])
}

/** The secrets of one space, by its id, newest first. */
export function useKnownSecrets(space: string): readonly StoredSecret[] {
  const all = useSyncExternalStore(subscribe, () => secrets)
  return useMemo(() => all.filter(secret => secret.space === space), [all, space])
}
