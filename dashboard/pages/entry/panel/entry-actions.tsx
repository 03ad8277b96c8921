// The actions on an entry, as buttons and in a menu, with their dialogs.

import { ActionIcon, Button, Drawer, Group, Menu, Tooltip } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconDots, IconLayoutSidebarRight } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useDuplicate } from '../../../api/content/duplicate.ts'
import { ApiProblem } from '../../../api/request.ts'
import { useSpacePaths } from '../../../api/space.ts'
import { isScheduled } from '../../../parts/entries/entry-state.tsx'
import { describeRefusal } from '../../../parts/entries/place-name.ts'
import { showFailure } from '../../../parts/forms/failure-notice.ts'
import { type DialogName, entryMenuId, phoneQuery, useLeaving } from '../dialog/entry-dialog.tsx'
import { titleOf } from '../diff/names.ts'
import { UnsavedDraft } from '../engine/unsaved-draft.ts'
import type { EntryPanelProps } from '../panel-props.ts'
import { PreviewButton } from '../preview/preview-button.tsx'
import { errorsOf, isEmpty, isPublished, pendingChanges } from '../publish/publishing.ts'
import { useEntryRights } from '../rights.ts'
import { EntryDialogs } from './entry-dialogs.tsx'
import { PanelContent, useHasPanel } from './entry-panel.tsx'
import { useSettled } from './use-settled.ts'

/**
 * The actions of an entry in the top bar: the publish button, the menu, and on narrow screens a button for the panel.
 */
export function EntryActions(props: EntryPanelProps) {
  const panel = useSettled(props)
  const [open, setOpen] = useState<DialogName | null>(null)
  const { canPublish } = useEntryRights()
  const hasPanel = useHasPanel()
  const isArchived = panel.entry.state === 'archived'
  const isStored = panel.entry.draftVersion > 0
  const mayPublish = canPublish && !isArchived
  usePublishKey(mayPublish && !isPublished(panel) && !isEmpty(panel), () => setOpen('publish'))
  return (
    <Group gap="xs" wrap="nowrap">
      <PreviewButton />
      {hasPanel ? null : <PanelSheet panel={panel} onOpen={setOpen} />}
      {isStored ? <EntryMenu panel={panel} onOpen={setOpen} /> : null}
      {mayPublish ? <PublishButton panel={panel} onPublish={() => setOpen('publish')} /> : null}
      <EntryDialogs panel={panel} open={open} onClose={() => setOpen(null)} />
    </Group>
  )
}

/** Opens the publish dialog on Ctrl+Enter. The same keys confirm the dialog. */
function usePublishKey(isPossible: boolean, onPublish: () => void): void {
  const newest = useRef(onPublish)
  newest.current = onPublish
  useEffect(() => {
    if (!isPossible) return
    const publish = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      if (event.defaultPrevented || document.querySelector('[role="dialog"]') !== null) return
      event.preventDefault()
      newest.current()
    }
    document.addEventListener('keydown', publish)
    return () => document.removeEventListener('keydown', publish)
  }, [isPossible])
}

interface PublishButtonProps {
  readonly panel: EntryPanelProps
  readonly onPublish: () => void
}

const whys = {
  empty: 'Nothing to publish yet: fill in a field first.',
  published: "No changes: this is what's live.",
  invalid: 'Correct some fields first.',
} as const

/** The button stays in place when everything is published, so that it keeps the focus. */
function PublishButton({ panel, onPublish }: PublishButtonProps) {
  const isNew = isEmpty(panel)
  const isDone = isPublished(panel) || isNew
  const isInvalid = errorsOf(panel.entry).length > 0
  const why = isNew ? whys.empty : isDone ? whys.published : whys.invalid
  return (
    <Tooltip label={why} disabled={!isDone && !isInvalid} events={{ hover: true, focus: true, touch: true }}>
      <Button
        px="md"
        variant={isDone || isInvalid ? 'default' : 'filled'}
        {...(isDone && { 'data-disabled': true, 'aria-disabled': true })}
        onClick={isDone ? event => event.preventDefault() : onPublish}
      >
        <PublishLabel panel={panel} />
      </Button>
    </Tooltip>
  )
}

/** Renders for example `Publish 2 changes`. On a phone, only screen readers get the last word. */
function PublishLabel({ panel }: { readonly panel: EntryPanelProps }) {
  const { length } = pendingChanges(panel)
  if (isPublished(panel)) return 'Published'
  if (length === 0) return 'Publish'
  return (
    <>
      Publish {length.toLocaleString('en')}
      <span className="wide-only">&nbsp;{length === 1 ? 'change' : 'changes'}</span>
    </>
  )
}

interface PanelSheetProps {
  readonly panel: EntryPanelProps
  readonly onOpen: (dialog: DialogName) => void
}

/** Shows the panel in a drawer, which closes before a dialog opens. */
function PanelSheet({ panel, onOpen }: PanelSheetProps) {
  const [opened, sheet] = useDisclosure(false)
  const { leave, onGone } = useLeaving(opened, sheet.close)
  const button = useRef<HTMLButtonElement>(null)
  const isPhone = useMediaQuery(phoneQuery, false, { getInitialValueInEffect: false })
  return (
    <>
      <Button ref={button} variant="default" px="sm" onClick={sheet.open}>
        <IconLayoutSidebarRight size={18} stroke={1.7} aria-hidden="true" />
        <span className="wide-only">&nbsp;Details</span>
      </Button>
      <Drawer
        opened={opened}
        onClose={sheet.close}
        onExitTransitionEnd={onGone}
        returnFocus={false}
        position="right"
        size={isPhone ? '100%' : 'sm'}
        title="About this entry"
      >
        <PanelContent
          panel={{ ...panel, goTo: path => leave(() => panel.goTo(path)) }}
          onOpen={dialog =>
            leave(() => {
              button.current?.focus()
              onOpen(dialog)
            })
          }
        />
      </Drawer>
    </>
  )
}

interface EntryMenuProps {
  readonly panel: EntryPanelProps
  readonly onOpen: (dialog: DialogName) => void
}

/** The menu of an entry. It contains only actions that the entry's state and the user's role allow. */
function EntryMenu({ panel, onOpen }: EntryMenuProps) {
  const { entry, model } = panel
  const { canWrite, canPublish } = useEntryRights()
  const duplicating = useDuplicating(panel)
  const paths = useSpacePaths()
  const isArchived = entry.state === 'archived'
  const isLive = entry.live !== null
  const query = new URLSearchParams({ collection: entry.collection, slug: entry.live?.slug ?? entry.slug })
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
          <Menu.Item component={Link} href={`${paths.tryIt}?${query}`}>
            Try it
          </Menu.Item>
        ) : null}
        {canWrite ? <Menu.Divider /> : null}
        {canWrite && !isArchived && !model.singleton ? (
          <Menu.Item onClick={duplicating.duplicate}>Duplicate</Menu.Item>
        ) : null}
        {canWrite && !isArchived ? item('share', 'Share a preview') : null}
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

/**
 * The title is not changed: a longer one could break a rule of its field, and would be in one language only. The page of
 * the copy focuses the title.
 */
function useDuplicating(panel: EntryPanelProps) {
  const { entry, model, unsaved, save } = panel
  const paths = useSpacePaths()
  const [, navigate] = useLocation()
  const { mutate, isPending } = useDuplicate(async () => (unsaved ? save() : entry))
  const duplicate = () =>
    mutate(undefined, {
      onSuccess: copy => {
        navigate(paths.toEntry(copy.collection, copy.id))
        notifications.show({
          message: `This is a copy of “${titleOf({ entry: copy, model })}”.`,
        })
      },
      onError: error =>
        showFailure(
          describeRefusal({ reason: error.message, problems: problemsOf(error) }, model.fields),
          'Could not duplicate the entry',
        ),
    })
  return { duplicate, isPending }
}

function problemsOf(error: Error) {
  if (error instanceof UnsavedDraft) return error.paths
  return error instanceof ApiProblem ? error.errors.map(({ name, message }) => ({ path: name, message })) : []
}
