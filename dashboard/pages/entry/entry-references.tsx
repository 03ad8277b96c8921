// The references of an entry, and the live entries that refer to it.
import { Anchor, Code, Stack, Table, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { EntryDetailView } from '../../../src/authoring/dashboard-content.schema.ts'
import { StateBadge } from '../../parts/entry-state.tsx'
import { ScrollBox } from '../../parts/scroll-box.tsx'
import { type EntryLink, isFound, LinkToEntry } from './reference-value.tsx'

const rowsAtOnce = 25
const referencesMax = 500

export function EntryReferences({ entry }: { readonly entry: EntryDetailView }) {
  return (
    <Stack gap="lg">
      <PointsTo references={entry.references} />
      <PointedToBy referencedBy={entry.referencedBy} />
    </Stack>
  )
}

function PointsTo({ references }: { readonly references: EntryDetailView['references'] }) {
  const missing = references.filter(link => !isFound(link)).length
  const resting = references.filter(link => isFound(link) && !link.live).length
  const notes = [
    missing > 0 ? `${missing} ${missing === 1 ? 'has' : 'have'} a missing target` : null,
    resting > 0 ? `${resting} ${resting === 1 ? 'is' : 'are'} not live` : null,
  ].filter(note => note !== null)
  const isCut = references.length >= referencesMax
  return (
    <div>
      <Title order={3} size="h5" mb={4}>
        References to
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {isCut ? `The first ${referencesMax} references of the draft` : count(references.length, 'reference')}
        {notes.length > 0 ? `; ${notes.join(', ')}: clients get null, or a list without them` : null}
      </Text>
      {references.length > 0 ? (
        <Rows
          label="References to"
          columns={['Field', 'Entry', 'State']}
          rows={references.map(link => [
            <Code key="field">{link.field}</Code>,
            isFound(link) ? (
              <LinkToEntry key="entry" link={link} />
            ) : (
              <MissingEntry key="entry" link={link} />
            ),
            <TargetState key="state" link={link} />,
          ])}
        />
      ) : null}
    </div>
  )
}

function MissingEntry({ link }: { readonly link: EntryLink }) {
  const name = link.id ?? `${link.collection}/${link.slug}`
  return (
    <Text span size="sm" className="entry-text">
      <code>{name}</code>: this entry does not exist
    </Text>
  )
}

function TargetState({ link }: { readonly link: EntryLink }) {
  if (!isFound(link)) return <StateBadge word="Missing" color="red" />
  return link.live ? <StateBadge word="Live" color="green" /> : <StateBadge word="Not live" color="gray.5" />
}

function PointedToBy({ referencedBy }: { readonly referencedBy: EntryDetailView['referencedBy'] }) {
  const { list, count: all } = referencedBy
  const isCut = list.length < all
  return (
    <div>
      <Title order={3} size="h5" mb={4}>
        Referenced by
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {isCut ? `The first ${list.length} of ` : null}
        {count(all, 'live entry', 'live entries')}
      </Text>
      {list.length > 0 ? (
        <Rows
          label="Referenced by"
          columns={['Entry']}
          rows={list.map(link => [<LinkToEntry key="entry" link={link} />])}
        />
      ) : null}
    </div>
  )
}

interface RowsProps {
  readonly label: string
  readonly columns: readonly string[]
  /** One cell for each column. The row index is the React key: the list arrives complete and is not sorted here. */
  readonly rows: readonly (readonly ReactNode[])[]
}

function Rows({ label, columns, rows }: RowsProps) {
  const [shown, setShown] = useState(rowsAtOnce)
  const rest = rows.length - shown
  return (
    <ScrollBox label={label}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {columns.map(column => (
              <Table.Th key={column} scope="col">
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, shown).map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same target may appear twice
            <Table.Tr key={row}>
              {cells.map((cell, index) => (
                <Table.Td key={columns[index]}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rest > 0 ? (
        <Anchor
          component="button"
          type="button"
          size="sm"
          mt="xs"
          mih={24}
          onClick={() => setShown(rows.length)}
        >
          {`Show ${rest} more`}
        </Anchor>
      ) : null}
    </ScrollBox>
  )
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number === 0 ? 'No' : number.toLocaleString('en')} ${number === 1 ? one : many}`
}
