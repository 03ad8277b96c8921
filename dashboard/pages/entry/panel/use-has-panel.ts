// Checks whether the window is wide enough for the panel beside the form. Otherwise the panel is a drawer.
import { useMediaQuery } from '@mantine/hooks'

export function useHasPanel(): boolean {
  return useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
}
