// The dialog that lists the keyboard shortcuts of all pages. `?` opens it.
import { Modal, Stack, Title } from '@mantine/core'
import { modifierKey as ctrl } from './shortcut-keys.ts'

type Shortcut = readonly [what: string, ...keys: string[]]

const groups: readonly (readonly [title: string, shortcuts: readonly Shortcut[]])[] = [
  [
    'Everywhere',
    [
      ['Find entries, open pages, and do things', `${ctrl} K`],
      ['Show these shortcuts', '?'],
      ['Close a dialog or a menu', 'Esc'],
    ],
  ],
  [
    'In an entry',
    [
      ['Save at once', `${ctrl} S`],
      ['Publish', `${ctrl} Enter`],
      ['Undo', `${ctrl} Z`],
      ['Redo', `${ctrl} Shift Z`],
      ['Move an item of a list', 'Alt ↑', 'Alt ↓'],
    ],
  ],
  [
    'In a rich text',
    [
      ['Bold, italic', `${ctrl} B`, `${ctrl} I`],
      ['Indent or outdent a list item', `${ctrl} ]`, `${ctrl} [`],
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
