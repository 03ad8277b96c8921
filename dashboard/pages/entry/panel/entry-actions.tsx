// The actions of an entry in the top bar: the publish button, the menu, and on narrow screens a button for the panel.
import { Button, Drawer, Group, Tooltip } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import IconLayoutSidebarRight from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarRight.mjs'
import { useEffect, useRef, useState } from 'react'
import type { DialogName } from '../dialog/dialog-props.ts'
import { phoneQuery, useLeaving } from '../dialog/entry-dialog.tsx'
import type { EntryPanelProps } from '../panel-props.ts'
import { errorsOf, isEmpty, isPublished, pendingChanges } from '../publish/publishing.ts'
import { useEntryRights } from '../rights.ts'
import { EntryDialogs } from './entry-dialogs.tsx'
import { EntryMenu } from './entry-menu.tsx'
import { PanelContent } from './entry-panel.tsx'
import { useHasPanel } from './use-has-panel.ts'
import { useSettled } from './use-settled.ts'

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
