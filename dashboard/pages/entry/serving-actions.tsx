// Publish and unpublish, each after a dialog that says what clients will see.
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ReactNode, useState } from 'react'
import type { EntryDetailView } from '../../../src/authoring/dashboard-content.schema.ts'
import { usePublish, useUnpublish } from '../../api/content.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'

interface ServingActionsProps {
  readonly entry: EntryDetailView
  readonly title: string
}

export function ServingActions({ entry, title }: ServingActionsProps) {
  const [confirming, setConfirming] = useState<'publish' | 'unpublish' | null>(null)
  /** The button that is left when there is only one: the focus returns to the one that was pressed. */
  const [only, setOnly] = useState<'publish' | 'unpublish'>('publish')
  const publish = usePublish(entry.id)
  const unpublish = useUnpublish(entry.id)
  const ask = (action: 'publish' | 'unpublish') => {
    publish.reset()
    unpublish.reset()
    setConfirming(action)
    if (entry.state === 'changed') setOnly(action)
  }
  const done = (message: string) => {
    setConfirming(null)
    notifications.show({ message, closeButtonProps: { 'aria-label': 'Close' } })
  }
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
        onConfirm={() => publish.mutate(undefined, { onSuccess: () => done(`Published ${title}.`) })}
        pending={publish.isPending}
        error={publish.error}
        errorTitle="Could not publish the entry"
      >
        <PublishWords entry={entry} />
      </ConfirmDialog>
      <ConfirmDialog
        opened={confirming === 'unpublish'}
        onClose={() => setConfirming(null)}
        title={`Unpublish “${title}”?`}
        confirmLabel="Unpublish"
        onConfirm={() => unpublish.mutate(undefined, { onSuccess: () => done(`Unpublished ${title}.`) })}
        pending={unpublish.isPending}
        error={unpublish.error}
        errorTitle="Could not unpublish the entry"
        danger
      >
        <UnpublishWords entry={entry} />
      </ConfirmDialog>
    </Group>
  )
}

function PublishWords({ entry }: { readonly entry: EntryDetailView }): ReactNode {
  if (entry.live) {
    return `The draft becomes version ${entry.live.version + 1} and replaces what is live. Clients get it with their next request.`
  }
  return 'Clients can read this entry from their next request. References to it are no longer null.'
}

function UnpublishWords({ entry }: { readonly entry: EntryDetailView }) {
  const { count } = entry.referencedBy
  return (
    <>
      Clients can no longer read this entry: a request for it gets a 404, references to it become null, and
      lists leave it out. The draft stays and can be published again.
      {count > 0 ? (
        <Text inherit mt="xs">
          {count === 1 ? '1 live entry refers' : `${count.toLocaleString('en')} live entries refer`} to it.
        </Text>
      ) : null}
    </>
  )
}
