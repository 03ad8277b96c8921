// The publish dialog, which shows the changes for readers field by field.
import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useLayoutEffect, useState } from 'react'
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import {
  type ChangedEntry,
  useEntryLinks,
  useNewest,
  usePublish,
  usePublishTogether,
} from '../../../api/content/entry-actions.ts'
import { ApiProblem } from '../../../api/request.ts'
import { DialogActions } from '../../../parts/dialogs.tsx'
import { type LocalTime, LocalTimeInput } from '../../../parts/time/local-time.tsx'
import { toExactText } from '../../../parts/time/moment.tsx'
import { ActionError, FieldProblems, LiveReferrers, pathsOf } from '../dialog/action-error.tsx'
import { type DialogProps, EntryDialog, toTarget } from '../dialog/entry-dialog.tsx'
import { WithSaved } from '../dialog/state-dialog.tsx'
import { ChangeList } from '../diff/change-list.tsx'
import { listChanges } from '../diff/changes.ts'
import { titleOf, useNames } from '../diff/names.ts'
import type { EntryPanelProps } from '../panel-props.ts'
import { ForeignNotes, MissingAlts } from './asset-notes.tsx'
import { isAboutTargets, PublishTargets, RefusedTargets, useMissingTargets } from './publish-targets.tsx'
import { describeSize, errorsOf } from './publishing.ts'

export function PublishDialog({ panel, opened, onClose }: DialogProps) {
  const isInvalid = errorsOf(panel.entry).length > 0
  const title = titleOf(panel)
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      goTo={panel.goTo}
      title={isInvalid ? `“${title}” cannot be published yet` : `Publish “${title}”`}
      size="lg"
    >
      <WithSaved panel={panel}>
        {(seen, see) => <PublishForm panel={panel} seen={seen} see={see} onClose={onClose} />}
      </WithSaved>
    </EntryDialog>
  )
}

interface PublishFormProps {
  readonly panel: EntryPanelProps
  readonly seen: EntryView
  readonly see: (doc: EntryView) => void
  readonly onClose: () => void
}

function PublishForm({ panel, seen, see, onClose }: PublishFormProps) {
  const changes = listChanges(panel.model.fields, seen.live, seen)
  const names = useNames(panel, changes)
  const links = useEntryLinks(seen.id, seen.draftVersion)
  const targets = useMissingTargets(links.data, { own: seen.id, at: null })
  const [publishedAt, setPublishedAt] = useState<LocalTime>(null)
  const [marked, setMarked] = useState<readonly string[]>([])
  useFocusWhenReady(targets.isPending)
  const entry = toTarget(panel)
  const publish = usePublish(entry)
  const together = usePublishTogether(entry)
  const newest = useNewest(entry)
  const action = targets.chosen.length > 0 ? together : publish
  const problems = errorsOf(seen)
  const done = ({ cancelled }: ChangedEntry) => {
    const others =
      targets.chosen.length > 0
        ? ` and ${count(targets.chosen.length, 'other entry', 'other entries')} are`
        : ' is'
    const more = cancelled ? ' Its schedule is cancelled.' : ''
    notifications.show({ message: `“${titleOf(panel)}”${others} published.${more}` })
    onClose()
  }
  const send = () => {
    const own = { draftVersion: seen.draftVersion, ...(publishedAt && { publishedAt }) }
    if (targets.chosen.length === 0) publish.mutate(own, { onSuccess: done })
    else together.mutate({ targets: targets.chosen, own }, { onSuccess: done })
  }
  const showNewest = () => {
    if (action.error instanceof ApiProblem) setMarked(pathsOf(action.error.members))
    newest.mutate(undefined, {
      onSuccess: ({ doc }) => {
        action.reset()
        see(doc)
      },
    })
  }
  const label =
    targets.chosen.length > 0 ? `Publish ${count(targets.chosen.length + 1, 'entry', 'entries')}` : 'Publish'
  const isReady = problems.length === 0 && !targets.isPending && publishedAt !== undefined
  return (
    <Stack
      onKeyDown={event => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        if (isReady && !action.isPending) send()
      }}
    >
      {problems.length > 0 ? (
        <Alert role="note" color="red" variant="light" title="Correct this first">
          <FieldProblems problems={problems} names={names} />
        </Alert>
      ) : (
        <>
          <PublishWords seen={seen} collection={panel.model.apiName} />
          <MissingAlts seen={seen} fields={panel.model.fields} names={names} />
          <ForeignNotes seen={seen} fields={panel.model.fields} names={names} />
        </>
      )}
      {seen.live && changes.some(({ path }) => path !== '/slug') ? (
        <section aria-label="What will change">
          <ChangeList
            changes={changes.filter(({ path }) => path !== '/slug')}
            names={names}
            marked={marked}
          />
        </section>
      ) : null}
      <PublishTargets targets={targets} names={names} isScheduled={false} />
      {links.data ? (
        <LiveReferrers links={links.data} consequence={referrerWords[seen.live ? 'live' : 'draft']} />
      ) : null}
      {problems.length > 0 ? null : (
        <PublicationDate value={publishedAt} onChange={setPublishedAt} error={action.error} />
      )}
      {together.error instanceof ApiProblem && isAboutTargets(together.error) ? (
        <RefusedTargets
          error={together.error}
          title="Nothing was published"
          targets={targets}
          names={names}
          onNewest={showNewest}
        />
      ) : (
        <ActionError
          error={newest.error ?? (messageOfDate(action.error) === null ? action.error : null)}
          title="Could not publish the entry"
          names={names}
          onNewest={showNewest}
        />
      )}
      <DialogActions
        onClose={onClose}
        closeLabel={problems.length > 0 ? 'Close' : 'Cancel'}
        confirmLabel={problems.length > 0 ? null : label}
        onConfirm={send}
        pending={action.isPending}
        disabled={!isReady}
        focus="confirm"
        sticky
      />
    </Stack>
  )
}

/** Focuses the confirm button once it is enabled. A dialog cannot give its initial focus to a disabled button. */
function useFocusWhenReady(isPending: boolean): void {
  const [wasReady, setReady] = useState(!isPending)
  useLayoutEffect(() => {
    if (isPending || wasReady) return
    setReady(true)
    if (document.activeElement instanceof HTMLInputElement) return
    document.querySelector<HTMLElement>('.entry-dialog [data-autofocus]')?.focus({ preventScroll: true })
  }, [isPending, wasReady])
}

const referrerWords = {
  live: 'They show the entry as it is published.',
  draft: 'It is missing there until it is published.',
} as const

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`
}

interface PublishWordsProps {
  readonly seen: EntryView
  readonly collection: string
}

/** Describes the consequences of a publication: what readers get, a changed slug, and a cancelled schedule. */
function PublishWords({ seen, collection }: PublishWordsProps) {
  const { live, schedule } = seen
  const publishAt = schedule?.state === 'pending' ? schedule.publishAt : null
  const unpublishAt = schedule?.state === 'pending' ? schedule.unpublishAt : null
  const hasOthers = schedule?.group === seen.id && schedule.with.length > 0
  return (
    <Stack gap="sm">
      <Text size="sm">
        {live
          ? 'Your changes will be live right away.'
          : `This entry will be live right away, with ${describeSize(seen)}.`}
      </Text>
      {live && live.slug !== seen.slug ? (
        <MovedWords before={`/${collection}/${live.slug}`} after={`/${collection}/${seen.slug}`} />
      ) : null}
      {publishAt ? (
        <Text size="sm">
          It is scheduled for {toExactText(publishAt)}. Publishing it now cancels that
          {hasOthers ? ' for this entry; the entries scheduled with it are cancelled too' : ''}.
        </Text>
      ) : null}
      {unpublishAt ? (
        <Text size="sm">It will still be unpublished on {toExactText(unpublishAt)}, as scheduled.</Text>
      ) : null}
    </Stack>
  )
}

function MovedWords({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <Alert role="note" color="yellow" variant="light" title="The slug changes">
      <Text size="sm" className="entry-text">
        From <b>{before}</b> to <b>{after}</b>. The old address will stop working (404), also where other
        sites link to it. References in other entries are updated automatically.
      </Text>
    </Alert>
  )
}

interface PublicationDateProps {
  /** Null means now. */
  readonly value: LocalTime
  readonly onChange: (value: LocalTime) => void
  readonly error: unknown
}

/** The input of the publication date that readers see, for content that was first published earlier. */
function PublicationDate({ value, onChange, error }: PublicationDateProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen) {
    return (
      <Anchor component="button" type="button" size="sm" mih={24} ta="start" onClick={() => setIsOpen(true)}>
        Backdate publication
      </Anchor>
    )
  }
  return (
    <LocalTimeInput
      label="Publication date"
      value={value}
      onChange={onChange}
      error={messageOfDate(error)}
      about="Shown and sorted by on your site. Leave it empty for the time of publishing."
    />
  )
}

/**
 * Returns the server's message about the date, from a single publication or several operations; null for another error.
 */
function messageOfDate(error: unknown): string | null {
  if (!(error instanceof ApiProblem)) return null
  const found = error.errors.find(({ name }) => /(?:^|\/)publishedAt$/.test(name))
  return found ? error.messageFor(found.name) : null
}
