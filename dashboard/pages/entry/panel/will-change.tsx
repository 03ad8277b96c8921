// Lists the changes that readers would see if the draft were published.
import { Text } from '@mantine/core'
import { ShortChangeList } from '../diff/change-list.tsx'
import { useNames } from '../diff/names.ts'
import type { EntryPanelProps } from '../panel-props.ts'
import { describeSize, isEmpty, pendingChanges } from '../publish/publishing.ts'

export function WillChange(panel: EntryPanelProps) {
  const changes = pendingChanges(panel)
  const names = useNames(panel, changes)
  if (changes.length > 0) {
    return (
      <div className="panel-box">
        <ShortChangeList changes={changes} names={names} goTo={panel.goTo} />
      </div>
    )
  }
  return (
    <Text size="sm" c="dimmed">
      {explainNone(panel)}
    </Text>
  )
}

function explainNone(panel: EntryPanelProps): string {
  const { entry, draft } = panel
  if (isEmpty(panel)) return 'Not saved yet: start typing.'
  if (entry.state === 'archived') return 'Archived entries cannot be published.'
  if (entry.live === null)
    return `This entry is not on your site yet. Publishing makes all of it live: ${describeSize(draft)}.`
  return entry.state === 'changed'
    ? 'No visible changes: only the way it is stored.'
    : "No changes: this is what's live."
}
