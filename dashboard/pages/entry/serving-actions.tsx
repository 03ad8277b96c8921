// Publish and unpublish, each after a word on what clients will see.
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ReactNode, useState } from 'react'
import type { EntryDetailView } from '../../../src/publishing/browse.schema.ts'
import { usePublish, useUnpublish } from '../../api/content.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'

export function ServingActions({ entry }: { readonly entry: EntryDetailView }) {
  const [asked, setAsked] = useState<'publish' | 'unpublish' | null>(null)
  /** Which of the two buttons is there when only one is: the focus comes back to the one that was pressed. */
  const [only, setOnly] = useState<'publish' | 'unpublish'>('publish')
  const publish = usePublish(entry.id)
  const unpublish = useUnpublish(entry.id)
  const ask = (action: 'publish' | 'unpublish') => {
    publish.reset()
    unpublish.reset()
    setAsked(action)
    if (entry.state === 'changed') setOnly(action)
  }
  const done = (message: string) => {
    setAsked(null)
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
        opened={asked === 'publish'}
        onClose={() => setAsked(null)}
        title={`Publish ${entry.slug}?`}
        confirmLabel="Publish"
        onConfirm={() => publish.mutate(undefined, { onSuccess: () => done(`Published ${entry.slug}.`) })}
        pending={publish.isPending}
        error={publish.error}
      >
        <PublishWords entry={entry} />
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'unpublish'}
        onClose={() => setAsked(null)}
        title={`Unpublish ${entry.slug}?`}
        confirmLabel="Unpublish"
        onConfirm={() => unpublish.mutate(undefined, { onSuccess: () => done(`Unpublished ${entry.slug}.`) })}
        pending={unpublish.isPending}
        error={unpublish.error}
        danger
      >
        <UnpublishWords entry={entry} />
      </ConfirmDialog>
    </Group>
  )
}

function PublishWords({ entry }: { readonly entry: EntryDetailView }): ReactNode {
  if (entry.live) {
    return `Clients get the draft with their next request, as version ${entry.live.version + 1}. It takes the place of what is live now.`
  }
  return 'Clients can read this entry from their next request on. References to it, which are null now, lead to it.'
}

function UnpublishWords({ entry }: { readonly entry: EntryDetailView }) {
  const { count } = entry.referencedBy
  return (
    <>
      From the next request on, this entry answers 404, references to it become null, and lists leave it out.
      Its draft stays, and can be published again.
      {count > 0 ? (
        <Text inherit mt="xs">
          {count === 1 ? '1 live entry points' : `${count.toLocaleString('en')} live entries point`} to it.
        </Text>
      ) : null}
    </>
  )
}
