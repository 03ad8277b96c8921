// The panel beside the form of an entry, which is a drawer on narrow screens: state, actions, changes and facts.
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import type { Actor } from '../../../../src/base/caller.ts'
import { useEntryLinks } from '../../../api/content/entry-actions.ts'
import { Held } from '../../../parts/forms/pointer-hold.ts'
import { useNameOf } from '../../../parts/people/person.tsx'
import { Moment, toExactText } from '../../../parts/time/moment.tsx'
import type { DialogName } from '../dialog/entry-dialog.tsx'
import { ShortChangeList } from '../diff/change-list.tsx'
import { useNames } from '../diff/names.ts'
import { RecentVersions } from '../history/history-drawer.tsx'
import { PanelNote } from '../panel-note.tsx'
import type { EntryPanelProps } from '../panel-props.ts'
import { useIsWide, usePreviewOpen } from '../preview/preview-open.ts'
import { describeSize, isEmpty, pendingChanges } from '../publish/publishing.ts'
import { useEntryRights } from '../rights.ts'
import { ScheduleBar } from '../schedule/schedule-bar.tsx'
import { EntryDialogs } from './entry-dialogs.tsx'
import { useSettled } from './use-settled.ts'

interface Props extends EntryPanelProps {
  /** Shown above the panel's content at every width. */
  readonly children?: ReactNode
}

/** On narrow screens only the important notes are shown. A button in the top bar opens the rest. */
export function EntryPanel({ children, ...props }: Props) {
  const panel = useSettled(props)
  const [open, setOpen] = useState<DialogName | null>(null)
  const hasPanel = useHasPanel()
  return (
    <aside aria-label="About this entry" className="entry-panel">
      <Stack gap="lg">
        {children}
        <Held>
          <PanelNotes panel={panel} onOpen={setOpen} />
        </Held>
        {hasPanel ? <PanelContent panel={panel} onOpen={setOpen} /> : null}
      </Stack>
      <EntryDialogs panel={panel} open={open} onClose={() => setOpen(null)} />
    </aside>
  )
}

interface PanelContentProps {
  readonly panel: EntryPanelProps
  readonly onOpen: (dialog: DialogName) => void
}

export function PanelContent({ panel, onOpen }: PanelContentProps) {
  const isStored = panel.entry.draftVersion > 0
  return (
    <Stack gap="lg">
      <PanelSection title="Will change when published">
        <WillChange {...panel} />
      </PanelSection>
      {isStored ? (
        <>
          <PanelSection title="Details">
            <EntryDetails panel={panel} onOpen={onOpen} />
          </PanelSection>
          <PanelSection title="History">
            <RecentVersions panel={panel} onOpen={onOpen} />
          </PanelSection>
        </>
      ) : null}
    </Stack>
  )
}

function PanelSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} className="panel-heading">
        {title}
      </Title>
      {children}
    </section>
  )
}

interface PanelNotesProps {
  readonly panel: EntryPanelProps
  readonly onOpen: (dialog: DialogName) => void
}

/** Renders nothing if there are no notes. */
function PanelNotes({ panel, onOpen }: PanelNotesProps) {
  const { entry } = panel
  const { canPublish, canWrite, why } = useEntryRights()
  const isArchived = entry.state === 'archived'
  // Users without write access see their note above the form.
  const note = canWrite ? why : null
  if (note === null && !isArchived && entry.schedule === null) return null
  return (
    <Stack gap="sm">
      {note === null ? null : (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
      {isArchived ? (
        <PanelNote tone="gray" title="Archived">
          <Text size="sm">
            It was archived <Moment at={entry.archivedAt} />. Nobody can change or publish it.
          </Text>
          {canWrite ? (
            <Group gap="xs">
              <Button size="xs" variant="default" onClick={() => onOpen('unarchive')}>
                Unarchive
              </Button>
              {canPublish ? (
                <Button size="xs" variant="default" onClick={() => onOpen('delete')}>
                  Delete for good
                </Button>
              ) : null}
            </Group>
          ) : null}
        </PanelNote>
      ) : null}
      <ScheduleBar panel={panel} onOpen={onOpen} />
    </Stack>
  )
}

interface EntryDetailsProps {
  readonly panel: EntryPanelProps
  readonly onOpen: (dialog: DialogName) => void
}

/** Shows the facts of an entry: its live version, publication, schedule, referrers, and who changed and created it. */
function EntryDetails({ panel, onOpen }: EntryDetailsProps) {
  const { entry } = panel
  const { live, createdAt, createdBy, updatedAt, updatedBy, firstPublishedAt } = entry
  const isOlder = firstPublishedAt !== null && firstPublishedAt !== live?.publishedAt
  return (
    <dl className="entry-details">
      <Detail name="Live version">{live?.version ?? 'None'}</Detail>
      <Detail name="Published">
        {live ? <time dateTime={live.publishedAt}>{toExactText(live.publishedAt)}</time> : 'Not published'}
      </Detail>
      {isOlder ? (
        <Detail name="First published">
          <time dateTime={firstPublishedAt}>{toExactText(firstPublishedAt)}</time>
        </Detail>
      ) : null}
      <Detail name="Schedule">
        <Schedule panel={panel} onOpen={onOpen} />
      </Detail>
      <Detail name="Used by">
        <UsedBy id={entry.id} onOpen={() => onOpen('usedBy')} />
      </Detail>
      <Detail name="Changed">
        <Moment at={updatedAt} /> <Who by={updatedBy} />
      </Detail>
      <Detail name="Created">
        <Moment at={createdAt} /> <Who by={createdBy} />
      </Detail>
      <Detail name="ID">
        <Text span inherit ff="monospace" fz="xs" className="entry-text">
          {entry.id}
        </Text>
      </Detail>
    </dl>
  )
}

function Detail({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Who({ by }: { readonly by: Actor | null }) {
  const nameOf = useNameOf()
  return by === null ? null : <Text span inherit c="dimmed">{`by ${nameOf(by)}`}</Text>
}

function Schedule({ panel, onOpen }: EntryDetailsProps) {
  const { canPublish } = useEntryRights()
  const { schedule, state } = panel.entry
  const at = schedule?.state === 'pending' ? (schedule.publishAt ?? schedule.unpublishAt) : null
  if (!canPublish || state === 'archived') return at === null ? 'None' : toExactText(at)
  const text = schedule?.state === 'failed' ? 'Failed: set another time' : 'Set a time'
  return (
    <DetailButton onClick={() => onOpen('schedule')}>{at === null ? text : toExactText(at)}</DetailButton>
  )
}

function UsedBy({ id, onOpen }: { readonly id: string; readonly onOpen: () => void }) {
  const { data } = useEntryLinks(id)
  if (!data) return '…'
  if (data.fromCount === 0) return 'Not used'
  const text = `${data.fromCount.toLocaleString('en')} ${data.fromCount === 1 ? 'entry' : 'entries'}`
  return <DetailButton onClick={onOpen}>{text}</DetailButton>
}

function DetailButton({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <Anchor component="button" type="button" inherit mih={24} onClick={onClick}>
      {children}
    </Anchor>
  )
}

/** Lists the changes that readers would see if the draft were published. */
function WillChange(panel: EntryPanelProps) {
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

/** Checks whether the window is wide enough for the panel beside the form. Otherwise the panel is a drawer. */
export function useHasPanel(): boolean {
  const [isPreview] = usePreviewOpen()
  return useIsWide() && !isPreview
}
