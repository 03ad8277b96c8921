// The list of keyboard shortcuts, and the keys that open it.
import { Modal, Stack, Title } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The names of keys on the user's platform. */
const modifierKey = isApple ? '⌘' : 'Ctrl'
export const searchKeys = `${modifierKey} K`

type Shortcut = readonly [what: string, ...keys: string[]]

const groups: readonly (readonly [title: string, shortcuts: readonly Shortcut[]])[] = [
  [
    'Everywhere',
    [
      ['Find entries, open pages, and do things', `${modifierKey} K`],
      ['Show these shortcuts', '?'],
      ['Close a dialog or a menu', 'Esc'],
    ],
  ],
  [
    'In an entry',
    [
      ['Save at once', `${modifierKey} S`],
      ['Publish', `${modifierKey} Enter`],
      ['Undo', `${modifierKey} Z`],
      ['Redo', `${modifierKey} Shift Z`],
      ['Move an item of a list', 'Alt ↑', 'Alt ↓'],
    ],
  ],
  [
    'In a rich text',
    [
      ['Bold, italic', `${modifierKey} B`, `${modifierKey} I`],
      ['Indent or outdent a list item', `${modifierKey} ]`, `${modifierKey} [`],
    ],
  ],
  [
    'In a list of entries',
    [
      ['Select the entry', 'Space'],
      ['Select all up to this one', 'Shift click'],
    ],
  ],
]

interface ShortcutsDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** The dialog that lists the keyboard shortcuts of all pages. `?` opens it. */
export function ShortcutsDialog({ opened, onClose }: ShortcutsDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" centered>
      <Stack gap="lg">
        {groups.map(([title, shortcuts]) => (
          <section key={title}>
            <Title order={3} size="h5" mb={4}>
              {title}
            </Title>
            <dl className="shortcuts">
              {shortcuts.map(([what, ...keys]) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>
                    {keys.map(key => (
                      <kbd key={key} className="keys">
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Stack>
    </Modal>
  )
}

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

/** Handles the keyboard shortcuts of every page: Ctrl+K opens the command palette, and `?` the list of shortcuts. */
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
