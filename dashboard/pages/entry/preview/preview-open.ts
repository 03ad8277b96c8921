// Whether the preview is shown beside the form. It stays open from entry to entry in this window.
import { useMediaQuery, useSessionStorage } from '@mantine/hooks'

/** Windows that are wide enough for the form and the panel or the preview beside it. */
const wideQuery = '(min-width: 75em)'

export function useIsWide(): boolean {
  return useMediaQuery(wideQuery, true, { getInitialValueInEffect: false }) ?? true
}

export function usePreviewOpen() {
  return useSessionStorage({
    key: 'frontlist-preview',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
}
