// Provides the page's editor to all components of the form.
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import type { Path } from './engine/draft-paths.ts'
import type { EntryEditor } from './engine/entry-editor.ts'
import type { FieldState } from './engine/field-state.ts'
import type { SaveState } from './engine/saver.ts'

const EditorContext = createContext<EntryEditor | null>(null)
export const EditorProvider = EditorContext.Provider

export function useEditor(): EntryEditor {
  const editor = useContext(EditorContext)
  if (editor === null) throw new Error('This part belongs to the editor of an entry.')
  return editor
}

/** Renders again only when the state of this path changes. */
export function useFieldState(path: Path): FieldState {
  const { store } = useEditor()
  return useSyncExternalStore(
    store.subscribe,
    useCallback(() => store.getField(path), [store, path]),
  )
}

export function useSaveState(): SaveState {
  const editor = useEditor()
  return useSyncExternalStore(editor.store.subscribe, editor.getSaveState)
}
