// Handles the keyboard shortcuts of every page: Ctrl+K opens the command palette, and `?` the list of shortcuts.
import { useCallback, useEffect, useState } from 'react'

type Help = 'search' | 'shortcuts'

/** Checks whether the user is typing in a field, where `?` is a normal character. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  )
}

function toHelp(event: KeyboardEvent): Help | null {
  if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)) return 'shortcuts'
  const isSearch = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
  return isSearch && !event.shiftKey && !event.altKey ? 'search' : null
}

export function useHelp() {
  const [shown, setShown] = useState<Help | null>(null)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const help = toHelp(event)
      // Rich text may use Ctrl+K for links, and an open dialog must be closed first.
      if (help === null || event.defaultPrevented || document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      setShown(help)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return {
    shown,
    search: useCallback(() => setShown('search'), []),
    shortcuts: useCallback(() => setShown('shortcuts'), []),
    close: useCallback(() => setShown(null), []),
  }
}
