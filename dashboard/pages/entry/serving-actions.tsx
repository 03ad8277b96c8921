// Publish and unpublish, each after a dialog that says what clients will see.
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ReactNode, useState } from 'react'
import type { EntryView, LinksView } from '../../../src/authoring/entries.schema.ts'
import { type ChangedEntry, usePublish, useRefreshContent, useUnpublish } from '../../api/content.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { toExactText } from '../../parts/moment-text.ts'
import { explainServingProblem } from './serving-problem.tsx'

interface ServingActionsProps {
  readonly entry: EntryView
  /** Undefined while they load. */
  readonly links: LinksView | undefined
  readonly title: string
}

export function ServingActions({ entry, links, title }: ServingActionsProps) {
  const [confirming, setConfirming] = useState<'publish' | 'unpublish' | null>(null)
  /** The button that is left when there is only one: the focus returns to the one that was pressed. */
  const [only, setOnly] = useState<'publish' | 'unpublish'>('publish')
  /** As it was when the dialog was opened: no other draft is published. */
  const [seen, setSeen] = useState(entry)
  const publish = usePublish(entry.id)
  const unpublish = useUnpublish(entry.id)
  const refresh = useRefreshContent()
  const ask = (action: 'publish' | 'unpublish') => {
    publish.reset()
    unpublish.reset()
    setSeen(entry)
    setConfirming(action)
    if (entry.state === 'changed') setOnly(action)
  }
  const done = (message: string, { cancelled }: ChangedEntry) => {
    setConfirming(null)
    const more = cancelled ? ' What was scheduled for it is cancelled.' : ''
    notifications.show({ message: `${message}${more}`, closeButtonProps: { 'aria-label': 'Close' } })
  }
  const reload = () => {
    setConfirming(null)
    void refresh()
  }
  const explain = (error: unknown) => explainServingProblem(error, reload)
  return (
    <Group gap="sm">
      {entry.state === 'live' ? null : (
        <Button key={entry.live ? 'publish' : only} px="md" onClick={() => ask('publish')}>
          Publish
        </Button>
      )}
      {entry.live ? (
        <Button
          key={entry.state === 'changed' ? 'unpublish' : only}
          px="md"
          variant="default"
          onClick={() => ask('unpublish')}
        >
          Unpublish
        </Button>
      ) : null}
      <ConfirmDialog
        opened={confirming === 'publish'}
        onClose={() => setConfirming(null)}
        title={`Publish “${title}”?`}
        confirmLabel="Publish"
        onConfirm={() =>
          publish.mutate(seen.draftVersion, {
            onSuccess: changed => done(`“${title}” is published.`, changed),
          })
        }
        pending={publish.isPending}
        error={publish.error}
        errorTitle="Could not publish the entry"
        explain={explain}
      >
        <PublishWords entry={seen} />
      </ConfirmDialog>
      <ConfirmDialog
        opened={confirming === 'unpublish'}
        onClose={() => setConfirming(null)}
        title={`Unpublish “${title}”?`}
        confirmLabel="Unpublish"
        onConfirm={() =>
          unpublish.mutate(undefined, { onSuccess: changed => done(`“${title}” is unpublished.`, changed) })
        }
        pending={unpublish.isPending}
        error={unpublish.error}
        errorTitle="Could not unpublish the entry"
        explain={explain}
        danger
      >
        <UnpublishWords entry={seen} referrers={links?.fromLiveCount ?? 0} />
      </ConfirmDialog>
    </Group>
  )
}

function PublishWords({ entry: { live, slug, schedule } }: { readonly entry: EntryView }): ReactNode {
  const publishAt = schedule?.state === 'pending' ? schedule.publishAt : null
  return (
    <>
      {live
        ? `The draft becomes version ${live.version + 1} and replaces what is live. Clients get it with their next request.`
        : 'Clients can read this entry from their next request. References to it are no longer null.'}
      {live && live.slug !== slug ? (
        <Text inherit mt="xs" style={{ overflowWrap: 'anywhere' }}>
          Its slug changes from {live.slug} to {slug}: a request for the old one gets a 404.
        </Text>
      ) : null}
      {publishAt ? (
        <Text inherit mt="xs">
          The publication that is scheduled for {toExactText(publishAt)} is cancelled.
        </Text>
      ) : null}
    </>
  )
}

interface UnpublishWordsProps {
  readonly entry: EntryView
  /** How many live entries refer to it. */
  readonly referrers: number
}

function UnpublishWords({ entry: { schedule }, referrers }: UnpublishWordsProps) {
  return (
    <>
      Clients can no longer read this entry: a request for it gets a 404, references to it become null, and
      lists leave it out. The draft stays and can be published again.
      {referrers > 0 ? (
        <Text inherit mt="xs">
          {referrers === 1 ? '1 live entry refers' : `${referrers.toLocaleString('en')} live entries refer`}{' '}
          to it.
        </Text>
      ) : null}
      {schedule?.unpublishAt ? (
        <Text inherit mt="xs">
          The withdrawal that is scheduled for {toExactText(schedule.unpublishAt)} is cancelled.
        </Text>
      ) : null}
    </>
  )
}
