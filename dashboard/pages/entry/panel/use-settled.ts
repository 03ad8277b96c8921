// Returns the draft with a delay after the last edit, because comparing it at each key press would slow down typing.
import { useDebouncedValue } from '@mantine/hooks'
import type { EntryPanelProps } from '../panel-props.ts'

const quietMs = 300

export function useSettled(panel: EntryPanelProps): EntryPanelProps {
  const [draft] = useDebouncedValue(panel.draft, quietMs)
  return { ...panel, draft }
}
