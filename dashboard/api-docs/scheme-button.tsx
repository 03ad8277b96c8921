// Changes between light and dark, as the dashboard's menu does: both remember it in the same place.
import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'

export function SchemeButton() {
  // Without this, Mantine adds a style element for a moment, which the policy of this page refuses.
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
