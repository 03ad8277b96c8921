// The references of an entry, and the entries that refer to it.
import { Anchor, Code, Stack, Table, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { LinksView, LinkView, ReferrerView } from '../../../src/authoring/entries.schema.ts'
import { partsOfPointer } from '../../../src/base/json-pointer.ts'
import { EntryState, StateBadge } from '../../parts/entry-state.tsx'
import { ScrollBox } from '../../parts/scroll-box.tsx'
import { isFound, LinkToEntry } from './reference-value.tsx'

const rowsAtOnce = 25

export function EntryReferences({ links }: { readonly links: LinksView }) {
  return (
    <Stack gap="lg">
      <PointsTo links={links} />
      <PointedToBy links={links} />
    </Stack>
  )
}

function PointsTo({ links: { to, toCount } }: { readonly links: LinksView }) {
  const missing = to.filter(link => !isFound(link)).length
  const resting = to.filter(link => isFound(link) && !isLive(link)).length
  const notes = [
    missing > 0 ? `${missing} ${missing === 1 ? 'has' : 'have'} a missing target` : null,
    resting > 0 ? `${resting} ${resting === 1 ? 'is' : 'are'} not live` : null,
  ].filter(note => note !== null)
  const isCut = to.length < toCount
  return (
    <div>
      <Title order={3} size="h5" mb={4}>
        References to
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {isCut ? `The first ${to.length} of ` : null}
        {count(toCount, 'reference')}
        {notes.length > 0 ? `; ${notes.join(', ')}: clients get null, or a list without them` : null}
      </Text>
      {to.length > 0 ? (
        <Rows
          label="References to"
          columns={['Field', 'Entry', 'State']}
          rows={to.map(link => [
            <FieldPath key="field" path={link.path} />,
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

function isLive({ state }: LinkView): boolean {
  return state === 'live' || state === 'changed'
}

/** The field of a pointer, and the variant that sets it. */
function FieldPath({ path }: { readonly path: string }) {
  const [kind, ...names] = partsOfPointer(path)
  if (kind !== 'variants') return <Code>{names[0]}</Code>
  return (
    <>
      <Code>{names[1]}</Code> for <Code>{names[0]}</Code>
    </>
  )
}

function MissingEntry({ link }: { readonly link: LinkView }) {
  const name = link.id ?? `${link.collection}/${link.slug}`
  return (
    <Text span size="sm" className="entry-text">
      <code>{name}</code>: this entry does not exist
    </Text>
  )
}

function TargetState({ link }: { readonly link: LinkView }) {
  if (link.state === null) return <StateBadge word="Missing" color="red" />
  return isLive(link) ? (
    <StateBadge word="Live" color="green" />
  ) : (
    <StateBadge word="Not live" color="gray.5" />
  )
}

function PointedToBy({ links: { from, fromCount, fromLiveCount } }: { readonly links: LinksView }) {
  const isCut = from.length < fromCount
  return (
    <div>
      <Title order={3} size="h5" mb={4}>
        Referenced by
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {isCut ? `The first ${from.length} of ` : null}
        {count(fromCount, 'entry', 'entries')}
        {fromCount > 0 ? `; ${fromLiveCount || 'none'} of them in the live version` : null}
      </Text>
      {from.length > 0 ? (
        <Rows
          label="Referenced by"
          columns={['Entry', 'Field', 'State']}
          rows={from.map(link => [
            <LinkToEntry key="entry" link={link} />,
            <ReferringField key="field" link={link} />,
            <EntryState key="state" state={link.state} />,
          ])}
        />
      ) : null}
    </div>
  )
}

/** Draft and live version of the entry may differ in whether they refer. */
function ReferringField({ link: { path, live, state } }: { readonly link: ReferrerView }) {
  if (path === null) return <Text size="sm">Live version only</Text>
  const isDraftOnly = !live && state === 'changed'
  return (
    <>
      <FieldPath path={path} />
      {isDraftOnly ? ', draft only' : null}
    </>
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
