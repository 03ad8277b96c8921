// The draft as it is when nobody has typed for a moment: comparing it at each key would slow down typing.
import { useDebouncedValue } from '@mantine/hooks'
import type { EntryPanelProps } from '../panel-props.ts'

const quietMs = 300

export function useSettled(panel: EntryPanelProps): EntryPanelProps {
  const [draft] = useDebouncedValue(panel.draft, quietMs)
  return { ...panel, draft }
}
