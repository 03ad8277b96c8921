// What the keyboard opens on every page: the search with Ctrl+K, and the list of shortcuts with `?`.
import { useCallback, useEffect, useState } from 'react'

type Help = 'search' | 'shortcuts'

/** `?` is a character in a field; a field keeps it. */
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
      // A rich text may use Ctrl+K for links, and a dialog is finished first.
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
