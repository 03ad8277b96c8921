// What readers will get differently once the draft is published, before anybody presses "Publish".
import { Text } from '@mantine/core'
import type { EntryPanelProps } from '../panel-props.ts'
import { ShortChangeList } from './change-list.tsx'
import { useNames } from './names.ts'
import { describeSize, isEmpty, pendingChanges } from './publishing.ts'

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
  if (isEmpty(panel)) return 'Nothing is stored before your first change.'
  if (entry.state === 'archived') return 'Nothing: it is archived, and cannot be published.'
  if (entry.live === null) return `All of it: ${describeSize(draft)}. Readers do not get this entry yet.`
  return entry.state === 'changed'
    ? 'Its form only: every value is the same.'
    : 'Nothing. Readers get what you see.'
}
