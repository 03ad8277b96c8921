// Shares a preview of an entry with people without an account, and revokes shared links.
import { Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { fillPreviewUrl, findSiteOf } from '../../../../src/content/model/preview-url.ts'
import {
  useCreatePreviewLink,
  usePreviewLinks,
  usePreviewSites,
  useRevokePreviewLink,
} from '../../../api/preview.ts'
import { SecretOnce } from '../../../parts/code/code-block.tsx'
import { DialogActions } from '../../../parts/dialogs.tsx'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import { toExactText } from '../../../parts/time/moment.tsx'
import { type DialogProps, EntryDialog } from '../dialog/entry-dialog.tsx'
import type { EntryPanelProps } from '../panel-props.ts'

export function ShareDialog({ panel, opened, onClose }: DialogProps) {
  return (
    <EntryDialog opened={opened} onClose={onClose} goTo={panel.goTo} title="Share a preview" size="lg">
      <Share panel={panel} onClose={onClose} />
    </EntryDialog>
  )
}

interface ShareProps {
  readonly panel: EntryPanelProps
  readonly onClose: () => void
}

function Share({ panel, onClose }: ShareProps) {
  const [token, setToken] = useState<string | null>(null)
  return (
    <Stack>
      {token === null ? (
        <ShareForm panel={panel} onClose={onClose} onCreated={setToken} />
      ) : (
        <Created panel={panel} token={token} onClose={onClose} />
      )}
      <ActiveLinks id={panel.entry.id} />
    </Stack>
  )
}

const durations = [
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '1 week' },
]

function ShareForm({ panel, onClose, onCreated }: ShareProps & { onCreated: (token: string) => void }) {
  const [label, setLabel] = useState('')
  const [seconds, setSeconds] = useState('86400')
  const [unsaved, setUnsaved] = useState<unknown>(null)
  const create = useCreatePreviewLink()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    try {
      if (panel.unsaved) await panel.save()
    } catch (error) {
      return setUnsaved(error)
    }
    create.mutate(
      {
        ...{ entries: [panel.entry.id], expiresInSeconds: Number(seconds) },
        ...(label.trim() !== '' && { label: label.trim() }),
      },
      { onSuccess: ({ token }) => onCreated(token) },
    )
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <Text size="sm">
          Anyone with the link sees the site as if this entry were published as it is saved. Other drafts stay
          hidden.
        </Text>
        <TextInput
          data-autofocus
          label="Label"
          description="For the list of links, such as the name of a person."
          maxLength={100}
          value={label}
          onChange={event => setLabel(event.currentTarget.value)}
        />
        <NativeSelect
          label="Ends after"
          data={durations}
          value={seconds}
          onChange={event => setSeconds(event.currentTarget.value)}
        />
        <ProblemAlert error={unsaved ?? create.error} title="Could not share the preview" />
        <DialogActions onClose={onClose} confirmLabel="Create link" pending={create.isPending} />
      </Stack>
    </form>
  )
}

function Created({ panel, token, onClose }: ShareProps & { readonly token: string }) {
  const sites = usePreviewSites()
  const { id, collection, slug } = panel.entry
  const { previewUrl } = panel.model
  const site = previewUrl === null ? null : findSiteOf(previewUrl, sites.data ?? [])
  const values = { token, collection, id, slug, variants: '' }
  const link = site && fillPreviewUrl(previewUrl ?? undefined, site, values)
  return (
    <Stack>
      {link === null ? (
        <Text size="sm">
          The entry has no page on a preview site, so this is the token alone. Your site reads drafts with it.
        </Text>
      ) : null}
      <SecretOnce label={link === null ? 'Token' : 'Link'} secret={link ?? token} />
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  )
}

function ActiveLinks({ id }: { readonly id: string }) {
  const links = usePreviewLinks()
  const revoke = useRevokePreviewLink()
  const active = links.data?.filter(
    ({ status, entries }) => status === 'active' && (entries === null || entries.includes(id)),
  )
  if (!active || active.length === 0) return null
  return (
    <section aria-labelledby="active-links">
      <Title order={3} id="active-links" className="panel-heading">
        Links that show this entry
      </Title>
      <ul className="plain-list used-by">
        {active.map(link => (
          <li key={link.id}>
            <div>
              <Text size="sm">{link.label ?? 'Without a label'}</Text>
              <Text size="xs" c="dimmed">{`Until ${toExactText(link.expiresAt)}`}</Text>
            </div>
            <Button
              size="xs"
              variant="default"
              loading={revoke.isPending && revoke.variables === link.id}
              onClick={() => revoke.mutate(link.id)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      <ProblemAlert error={revoke.error} title="Could not revoke the link" />
    </section>
  )
}
