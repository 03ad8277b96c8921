// Derives the save state that the top bar shows.
import { isEqual, type Path } from './draft-paths.ts'
import type { DraftStore } from './draft-store.ts'
import type { Saver } from './saver.ts'

export type SaveState =
  /** Nothing was edited in this visit. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' }
  /** Milliseconds since 1970. */
  | { readonly kind: 'saved'; readonly at: number }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'offline' }
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'conflict' | 'refused'; readonly paths: readonly Path[] }

export function toSaveState(store: DraftStore, saver: Saver): SaveState {
  const { trouble, savedAt } = saver
  if (trouble?.kind === 'signedOut') return { kind: 'signedOut' }
  if (trouble?.kind === 'offline') return { kind: 'offline' }
  if (trouble !== null) return { kind: 'failed', reason: trouble.reason }
  if (saver.isSending || store.listSendable().size > 0) return { kind: 'saving' }
  const conflicts = store.listConflicts()
  if (conflicts.length > 0) return { kind: 'conflict', paths: conflicts }
  if (store.edits.size > 0) return { kind: 'refused', paths: [...store.edits.keys()] }
  return savedAt === null ? { kind: 'idle' } : { kind: 'saved', at: savedAt }
}

export function isSameSaveState(a: SaveState, b: SaveState): boolean {
  return isEqual(a, b)
}
