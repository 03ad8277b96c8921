// The size of icons and the keyboard shortcuts in the menus of the toolbar.
import { Text } from '@mantine/core'

export const menuIconSize = { size: 16, stroke: 1.7 } as const

/** The keyboard shortcut beside an item. */
export function Keys({ children }: { readonly children: string }) {
  return (
    <Text span size="xs" c="dimmed" aria-hidden="true">
      {children}
    </Text>
  )
}
