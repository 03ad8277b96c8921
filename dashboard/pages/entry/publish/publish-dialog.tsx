// The publish dialog, which shows the changes for readers field by field.
import { Alert, Button, Stack } from '@mantine/core'
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
import { PendingButton } from '../../../parts/forms/pending-button.tsx'
import type { LocalTime } from '../../../parts/time/local-time.tsx'
import { ActionError, FieldProblems, pathsOf } from '../dialog/action-error.tsx'
import { type DialogProps, toTarget } from '../dialog/dialog-props.ts'
import { DialogButtons, EntryDialog } from '../dialog/entry-dialog.tsx'
import { LiveReferrers } from '../dialog/referrers.tsx'
import { WithSaved } from '../dialog/with-saved.tsx'
import { ChangeList } from '../diff/change-list.tsx'
import { listChanges } from '../diff/changes.ts'
import { titleOf, useNames } from '../diff/names.ts'
import type { EntryPanelProps } from '../panel-props.ts'
import { ForeignNotes } from './foreign-notes.tsx'
import { MissingAlts } from './missing-alts.tsx'
import { messageOfDate, PublicationDate } from './publication-date.tsx'
import { isAboutTargets, PublishTargets, RefusedTargets } from './publish-targets.tsx'
import { PublishWords } from './publish-words.tsx'
import { errorsOf } from './publishing.ts'
import { useMissingTargets } from './use-missing-targets.ts'

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
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {problems.length > 0 ? 'Close' : 'Cancel'}
        </Button>
        {problems.length > 0 ? null : (
          <PendingButton pending={action.isPending} disabled={!isReady} onClick={send} data-autofocus>
            {targets.chosen.length > 0
              ? `Publish ${count(targets.chosen.length + 1, 'entry', 'entries')}`
              : 'Publish'}
          </PendingButton>
        )}
      </DialogButtons>
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
