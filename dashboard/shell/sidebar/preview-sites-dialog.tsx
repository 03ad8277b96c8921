// Edits the sites on which a space shows its drafts.
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { type PreviewSite, previewSitesMax } from '../../../src/content/model/preview-url.ts'
import { useChangePreviewSites, usePreviewSites } from '../../api/preview.ts'
import { ApiProblem } from '../../api/request.ts'
import { DialogActions, FormDialog } from '../../parts/dialogs.tsx'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'

interface PreviewSitesDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

export function PreviewSitesDialog({ opened, onClose }: PreviewSitesDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Preview sites" centered>
      <PreviewSites onClose={onClose} />
    </FormDialog>
  )
}

function PreviewSites({ onClose }: { readonly onClose: () => void }) {
  const { data, error, refetch } = usePreviewSites()
  if (error) {
    return (
      <ProblemAlert error={error} title="Could not load the preview sites" onRetry={() => void refetch()} />
    )
  }
  if (!data) return <Text aria-busy="true">Loading …</Text>
  return <SitesForm sites={data} onClose={onClose} />
}

const empty: PreviewSite = { name: '', url: '' }

interface SitesFormProps {
  readonly sites: readonly PreviewSite[]
  readonly onClose: () => void
}

function SitesForm({ sites, onClose }: SitesFormProps) {
  const [rows, setRows] = useState(() => (sites.length > 0 ? sites : [empty]))
  const change = useChangePreviewSites()
  const set = (index: number, changes: Partial<PreviewSite>) =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...changes } : row)))
  const filled = rows.filter(({ name, url }) => name.trim() !== '' || url.trim() !== '')
  const send = (event: FormEvent) => {
    event.preventDefault()
    setRows(filled.length > 0 ? filled : [empty])
    change.mutate(filled, {
      onSuccess: () => {
        onClose()
        notifications.show({ message: 'The preview sites are saved.' })
      },
    })
  }
  const errorOf = (index: number, key: keyof PreviewSite) =>
    change.error instanceof ApiProblem ? change.error.messageFor(`/previewSites/${index}/${key}`) : null
  const isAtFields = rows.some((_, index) => errorOf(index, 'name') ?? errorOf(index, 'url'))
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <Text size="sm" c="dimmed">
          The sites that show drafts beside the form, such as staging and http://localhost:4321. They receive
          tokens that read drafts.
        </Text>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
          <Group key={index} wrap="nowrap" align="flex-start" gap="xs">
            <TextInput
              aria-label={`Name of site ${index + 1}`}
              placeholder="Staging"
              style={{ flex: '0 0 8.5rem' }}
              value={row.name}
              error={errorOf(index, 'name')}
              onChange={event => set(index, { name: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`Address of site ${index + 1}`}
              placeholder="https://staging.example.org"
              style={{ flex: 1, minWidth: 0 }}
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              value={row.url}
              error={errorOf(index, 'url')}
              onChange={event => set(index, { url: event.currentTarget.value })}
            />
            <ActionIcon
              variant="default"
              size={36}
              aria-label={`Remove site ${index + 1}`}
              onClick={() => setRows(rows.length > 1 ? rows.toSpliced(index, 1) : [empty])}
            >
              <IconTrash size={16} stroke={1.7} aria-hidden="true" />
            </ActionIcon>
          </Group>
        ))}
        {rows.length < previewSitesMax ? (
          <Button
            variant="default"
            size="xs"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconPlus size={14} />}
            onClick={() => setRows([...rows, empty])}
          >
            Add a site
          </Button>
        ) : null}
        <ProblemAlert error={isAtFields ? null : change.error} title="Could not save the preview sites" />
        <DialogActions onClose={onClose} confirmLabel="Save" pending={change.isPending} />
      </Stack>
    </form>
  )
}
