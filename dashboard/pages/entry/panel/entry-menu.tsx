// The menu of an entry. It contains only actions that the entry's state and the user's role allow.
import { ActionIcon, Menu } from '@mantine/core'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import { Link } from 'wouter'
import { useSpacePaths } from '../../../api/space.ts'
import { isScheduled } from '../../../parts/entries/is-scheduled.ts'
import type { DialogName } from '../dialog/dialog-props.ts'
import { entryMenuId } from '../dialog/entry-dialog.tsx'
import type { EntryPanelProps } from '../panel-props.ts'
import { isPublished } from '../publish/publishing.ts'
import { useEntryRights } from '../rights.ts'
import { useDuplicating } from './duplicating.ts'

interface EntryMenuProps {
  readonly panel: EntryPanelProps
  readonly onOpen: (dialog: DialogName) => void
}

export function EntryMenu({ panel, onOpen }: EntryMenuProps) {
  const { entry, model } = panel
  const { canWrite, canPublish } = useEntryRights()
  const duplicating = useDuplicating(panel)
  const paths = useSpacePaths()
  const isArchived = entry.state === 'archived'
  const isLive = entry.live !== null
  const address = new URLSearchParams({ collection: entry.collection, slug: entry.live?.slug ?? entry.slug })
  const item = (dialog: DialogName, text: string, color?: 'red') => (
    <Menu.Item onClick={() => onOpen(dialog)} {...(color && { color })}>
      {text}
    </Menu.Item>
  )
  return (
    <Menu position="bottom-end" width={220} id={entryMenuId}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label="More actions" aria-busy={duplicating.isPending}>
          <IconDots size={18} stroke={1.7} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {item('history', 'History')}
        {item('usedBy', 'Used by')}
        {isLive ? (
          <Menu.Item component={Link} href={`${paths.tryIt}?${address}`}>
            Try it
          </Menu.Item>
        ) : null}
        {canWrite ? <Menu.Divider /> : null}
        {canWrite && !isArchived && !model.singleton ? (
          <Menu.Item onClick={duplicating.duplicate}>Duplicate</Menu.Item>
        ) : null}
        {canPublish && !isArchived
          ? item('schedule', entry.schedule ? 'Change the schedule' : 'Schedule')
          : null}
        {canWrite && isLive && !isPublished(panel) ? item('discard', 'Discard changes') : null}
        {canPublish && isLive ? item('unpublish', 'Unpublish') : null}
        {canWrite && !isArchived && (canPublish || !(isLive || isScheduled(entry)))
          ? item('archive', 'Archive')
          : null}
        {canWrite && isArchived ? item('unarchive', 'Unarchive') : null}
        {canWrite && canPublish && isArchived ? item('delete', 'Delete for good', 'red') : null}
      </Menu.Dropdown>
    </Menu>
  )
}
