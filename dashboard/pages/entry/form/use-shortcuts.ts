// Keyboard shortcuts of the editor: save, undo, redo.
import { useEffect } from 'react'
import type { EntryEditor } from '../engine/entry-editor.ts'

/** `onGoTo` shows the changed field. */
export function useShortcuts(editor: EntryEditor, onGoTo: (path: string) => void): void {
  useEffect(() => {
    const heed = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isElsewhere(event.target)) return
      const key = event.key.toLowerCase()
      if (key === 's') editor.saver.now()
      else if (key === 'z' || key === 'y') {
        const isRedo = key === 'y' || event.shiftKey
        const path = isRedo ? editor.redo() : editor.undo()
        if (path !== null) onGoTo(path)
      } else return
      event.preventDefault()
    }
    document.addEventListener('keydown', heed)
    return () => document.removeEventListener('keydown', heed)
  }, [editor, onGoTo])
}

/** Checks whether the focus is in a dialog, or in an input that is not a field of the entry. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('[role="dialog"]')) return true
  return target.matches('input, textarea, select') && !target.closest('[data-path]')
}
