// Secrets of API keys that this tab has seen: made, rotated or pasted here since the page was loaded, of keys that may read
// content. They stay in memory and must never reach the browser's storage, an address or the server's logs.
import { useMemo, useSyncExternalStore } from 'react'

export interface StoredSecret {
  /** The API key's, or one of the page's own making for a pasted secret whose key is not known. */
  readonly id: string
  readonly name: string
  /** The secret itself, `flst_…`. */
  readonly key: string
  /** The id (not the slug) of the space that the key reads. */
  readonly space: string
}

/** The newest first. */
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

/** Takes the place of an earlier secret under the same id, as after a rotation. */
export function rememberSecret(secret: StoredSecret): void {
  replaceAll([secret, ...secrets.filter(({ id }) => id !== secret.id)])
}

/** Where the key's name changed; nothing happens to a secret that is not known. */
export function renameSecret(id: string, name: string): void {
  replaceAll(secrets.map(secret => (secret.id === id ? { ...secret, name } : secret)))
}

/** For a key that is revoked, or a pasted secret that was taken out again. */
export function forgetSecret(id: string): void {
  replaceAll(secrets.filter(secret => secret.id !== id))
}

/** Under whatever id: the server has refused it. */
export function forgetRefused(key: string): void {
  replaceAll(secrets.filter(secret => secret.key !== key))
}

/** At sign-out, and when somebody else signs in. */
export function forgetAllSecrets(): void {
  replaceAll([])
}

/** Those of one space, by its id, the newest first. */
export function useKnownSecrets(space: string): readonly StoredSecret[] {
  const all = useSyncExternalStore(subscribe, () => secrets)
  return useMemo(() => all.filter(secret => secret.space === space), [all, space])
}
