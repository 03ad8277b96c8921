// Lists the entries whose drafts or live versions refer to an entry.
import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { LinksView, ReferrerView } from '../../../../src/authoring/entries/entries.schema.ts'
import { useAllCollections } from '../../../api/content/content.ts'
import { useEntryLinks } from '../../../api/content/entry-actions.ts'
import { useSpacePaths } from '../../../api/space.ts'
import { EntryState } from '../../../parts/entries/entry-state.tsx'
import { namePlace, toFieldPointer } from '../../../parts/entries/place-name.ts'
import { ProblemAlert } from '../../../parts/forms/problem-alert.tsx'
import type { DialogProps } from '../dialog/entry-dialog.tsx'
import { EntryDialog } from '../dialog/entry-dialog.tsx'
import { titleOf } from '../diff/names.ts'

export function UsedByDialog({ panel, opened, onClose }: DialogProps) {
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      goTo={panel.goTo}
      title={`Used by: who refers to “${titleOf(panel)}”`}
      size="lg"
    >
      <UsedBy id={panel.entry.id} />
    </EntryDialog>
  )
}

function UsedBy({ id }: { readonly id: string }) {
  const { data, error, refetch } = useEntryLinks(id)
  if (error)
    return (
      <ProblemAlert error={error} title="Could not load who refers to it" onRetry={() => void refetch()} />
    )
  if (!data)
    return (
      <Text size="sm" aria-busy="true">
        Loading …
      </Text>
    )
  if (data.fromCount === 0)
    return (
      <Text size="sm">No entry refers to it, so changing or unpublishing it affects no other entry.</Text>
    )
  return <Referrers links={data} />
}

function Referrers({ links: { from, fromCount, fromLiveCount } }: { readonly links: LinksView }) {
  const rest = fromCount - from.length
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {`${fromCount.toLocaleString('en')} ${fromCount === 1 ? 'entry' : 'entries'}, ${fromLiveCount || 'none'} of them as published.`}
      </Text>
      <ul className="plain-list used-by">
        {from.map(link => (
          <Referrer key={link.id} link={link} />
        ))}
      </ul>
      {rest > 0 ? <Text size="sm">{`And ${rest.toLocaleString('en')} more.`}</Text> : null}
    </Stack>
  )
}

function Referrer({
  link: { id, collection, title, slug, state, path, live },
}: {
  readonly link: ReferrerView
}) {
  const paths = useSpacePaths()
  const { data: models } = useAllCollections()
  const model = models?.find(({ apiName }) => apiName === collection)
  const field = path === null ? 'only as published' : namePlace(toFieldPointer(path), model?.fields ?? [])
  const draftOnly = path !== null && !live && state === 'changed' ? ', not published yet' : ''
  return (
    <li>
      <div>
        <Anchor component={Link} href={paths.toEntry(collection, id)} size="sm" fw={550} underline="hover">
          {title ?? slug}
        </Anchor>
        <Text size="xs" c="dimmed">{`${model?.name ?? collection} · ${field}${draftOnly}`}</Text>
      </div>
      <EntryState state={state} />
    </li>
  )
}
