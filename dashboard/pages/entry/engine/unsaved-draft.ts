// The error for a draft that could not be saved, with the paths that prevent it.
import { type Path, slugPath } from './draft-paths.ts'
import type { DraftStore } from './draft-store.ts'
import type { SaveState } from './saver.ts'

export interface UnsavedPath {
  readonly path: Path
  /** Continues a sentence that begins with the field's name. */
  readonly message: string
}

export class UnsavedDraft extends Error {
  constructor(
    message: string,
    readonly paths: readonly UnsavedPath[],
  ) {
    super(message)
  }
}

export function toUnsavedDraft(state: SaveState, store: DraftStore): UnsavedDraft {
  const isAboutPaths = state.kind === 'refused' || state.kind === 'conflict'
  return new UnsavedDraft(explain(state), isAboutPaths ? listUnsavedPaths(store) : [])
}

function listUnsavedPaths(store: DraftStore): UnsavedPath[] {
  return [...store.edits.keys()].flatMap(path => {
    if (store.isInConflict(path)) return [{ path, message: 'was changed elsewhere, too' }]
    const refusal = store.refusalOf(path)
    if (refusal === null) return []
    // The server's message about a taken slug is a complete sentence.
    const isTaken = path === slugPath && refusal.suggestion !== null
    return [{ path: refusal.place, message: isTaken ? 'is taken' : refusal.message }]
  })
}

function explain(state: SaveState): string {
  switch (state.kind) {
    case 'offline':
      return 'The server cannot be reached. Your changes are kept on this device.'
    case 'failed':
      return `${state.reason.charAt(0).toUpperCase()}${state.reason.slice(1)}`
    case 'conflict':
      return 'The same fields were changed elsewhere. Decide which value stays, then try again.'
    case 'refused':
      return 'Some values were not accepted. Correct them, then try again.'
    default:
      return 'Your changes are not saved yet.'
  }
}
