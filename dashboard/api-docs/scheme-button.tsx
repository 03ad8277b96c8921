// Switches between light and dark. The choice is stored in the same place as that of the dashboard's menu.
import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'

export function SchemeButton() {
  // Without this option, Mantine adds a temporary style element, which the Content-Security-Policy of this page blocks.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const scheme = useComputedColorScheme('light')
  const other = scheme === 'light' ? 'dark' : 'light'
  const Icon = scheme === 'light' ? IconMoon : IconSun
  return (
    <ActionIcon
      variant="default"
      size="md"
      aria-label={`Show in ${other} colours`}
      onClick={() => setColorScheme(other)}
    >
      <Icon size={16} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}
