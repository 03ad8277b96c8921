// Explains why the list is empty, with an action.
import { Anchor, Button, Group, Stack } from '@mantine/core'
import { Link } from 'wouter'
import type { EntryList } from '../../api/content/content.ts'
import { useHasRight, useSpacePaths } from '../../api/space.ts'
import { ImportCommand } from '../../parts/code/import-command.tsx'
import { NewEntryButton } from '../../parts/entries/new-entry-button.tsx'
import { formatCount } from '../../parts/lists/counts.ts'
import { EmptyState } from '../../parts/lists/empty-state.tsx'
import { Fold } from '../../parts/page/fold.tsx'
import { isFiltered, type ListLocation, listStates } from './list-address.ts'

interface NoEntriesProps {
  readonly location: ListLocation
  readonly list: EntryList
  /** The API name of the collection. */
  readonly apiName: string
  readonly name: string
}

export function NoEntries({ location: { address, change }, list, apiName, name }: NoEntriesProps) {
  const act = (text: string, onClick: () => void) => (
    <Button variant="default" onClick={onClick}>
      {text}
    </Button>
  )
  if (list.count > 0) {
    const first = act('Go to the first page', () => change({ page: 1 }))
    return <EmptyState title="This page does not exist" action={first} />
  }
  if (!isFiltered(address)) return <EmptyCollection apiName={apiName} name={name} list={list} />
  const { search, state } = address
  const title =
    search !== ''
      ? `No results for “${search}”`
      : state === ''
        ? 'No results for these filters'
        : `Nothing under “${listStates[state]}”`
  const clear = () => change({ search: '', state: '', updatedBy: '', references: '' })
  return <EmptyState title={title} action={act('Clear filters', clear)} />
}

function EmptyCollection({ apiName, name, list }: Omit<NoEntriesProps, 'location'>) {
  const paths = useSpacePaths()
  const mayWrite = useHasRight('write')
  const canModel = useHasRight('model')
  const archived = list.states?.archived ?? 0
  return (
    <EmptyState
      title={`${name}: nothing here yet`}
      action={
        <Stack gap="sm" align="flex-start">
          {mayWrite ? (
            <Group>
              <NewEntryButton collection={apiName} name={name} />
            </Group>
          ) : null}
          {archived > 0 ? (
            <Anchor component={Link} href={`${paths.toCollection(apiName)}?state=archived`} size="sm">
              {archived === 1 ? '1 archived entry' : `${formatCount(archived)} archived entries`}
            </Anchor>
          ) : null}
          {canModel ? (
            <Anchor component={Link} href={paths.toModel(apiName)} size="sm">
              Change its fields
            </Anchor>
          ) : null}
          {mayWrite ? <Fold label="Import">{() => <ImportCommand />}</Fold> : null}
        </Stack>
      }
    >
      {mayWrite
        ? 'Write the first entry, or import existing content.'
        : 'Entries appear here as they are written.'}
    </EmptyState>
  )
}
