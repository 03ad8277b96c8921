// Lists changes, each below the name of its field, with all differences or in short form.
import { Anchor, Code, Group, Table, Text, VisuallyHidden } from '@mantine/core'
import { Fragment, type ReactNode, useMemo } from 'react'
import { summarize, summarizeOne } from '../../../fields/field-values.ts'
import { toUnfinishedText } from '../../../fields/json/json-text.ts'
import type { Line } from '../../../fields/text-lines.ts'
import { nameField } from '../../../parts/entries/place-name.ts'
import { ScrollBox } from '../../../parts/lists/stack-table.tsx'
import { BlocksChange, ShortBlocks } from './blocks-change.tsx'
import { type Change, definitionOf, isSame, listDifferences } from './changes.ts'
import { Added, Marked, Pieces, Removed, TextDiff } from './marked.tsx'
import { listAssetIds, type Names } from './names.ts'
import { diffItems, diffLines, toExcerpt } from './text-diff.ts'

interface ChangesProps {
  readonly changes: readonly Change[]
  readonly names: Names
}

interface ChangeListProps extends ChangesProps {
  /** Paths that another user has just changed. */
  readonly marked?: readonly string[]
  /** Renders an action beside the name of a change. */
  readonly actionOf?: (change: Change) => ReactNode
}

const shownMax = 100

/** Shows every change with all its differences. */
export function ChangeList({ changes, names, marked = [], actionOf }: ChangeListProps) {
  return (
    <>
      <dl className="change-list">
        {changes.slice(0, shownMax).map(change => (
          <div key={change.path}>
            <dt>
              <Group justify="space-between" gap="xs">
                <Group gap="xs">
                  {names.placeOf(change.path)}
                  {marked.some(path => `${path}/`.startsWith(`${change.path}/`)) ? (
                    <span className="changed-meanwhile">Just changed</span>
                  ) : null}
                </Group>
                {actionOf?.(change)}
              </Group>
            </dt>
            <dd>
              <FullChange change={change} names={names} />
            </dd>
          </div>
        ))}
      </dl>
      <More count={changes.length - shownMax} />
    </>
  )
}

interface ShortChangeListProps extends ChangesProps {
  readonly goTo: (path: string) => void
}

const shortShownMax = 12

/** Shows the changes in short form. Each name links to its field. */
export function ShortChangeList({ changes, names, goTo }: ShortChangeListProps) {
  return (
    <>
      <ul className="short-changes">
        {changes.slice(0, shortShownMax).map(change => (
          <li key={change.path}>
            <Anchor
              component="button"
              type="button"
              underline="hover"
              c="inherit"
              size="sm"
              onClick={() => goTo(change.path)}
            >
              <VisuallyHidden>Go to </VisuallyHidden>
              {names.placeOf(change.path)}
            </Anchor>
            <span className="short-change">
              <ShortChange change={change} names={names} />
            </span>
          </li>
        ))}
      </ul>
      <More count={changes.length - shortShownMax} />
    </>
  )
}

function More({ count }: { readonly count: number }) {
  if (count <= 0) return null
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {`And ${count.toLocaleString('en')} more.`}
    </Text>
  )
}

interface FullChangeProps {
  readonly change: Change
  readonly names: Names
}

/** Shows all differences of a change: words of texts, items of lists, paths in JSON. */
function FullChange({ change, names }: FullChangeProps) {
  const { field, before, after } = change
  if (hasBlocks(field))
    return <BlocksChange change={change} show={inner => <FullChange change={inner} names={names} />} />
  if (field?.many && [before, after].every(side => side === undefined || Array.isArray(side))) {
    return <ListChange change={change} names={names} />
  }
  const { toLines, isSummaryComplete } = definitionOf(field)
  if (toLines && (before !== undefined || after !== undefined))
    return <TextChange change={change} names={names} />
  const areObjects = [before, after].every(
    side => typeof side === 'object' && side !== null && toUnfinishedText(side) === null,
  )
  const isSummed = isSummaryComplete !== undefined && [before, after].every(isSummaryComplete)
  if (areObjects && !isSummed) return <Places change={change} />
  return <Values change={change} names={names} />
}

function TextChange({ change, names }: FullChangeProps) {
  const { before, after } = change
  // The names of files may be loaded after the change is shown.
  const files = listAssetIds([change]).map(names.assetOf).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines use only the names of files
  const lines = useMemo(
    () => diffLines(toComparedLines(change, 'before', names), toComparedLines(change, 'after', names)),
    [change, files],
  )
  const isMany = lines.some(({ kind }) => kind !== 'same')
  if (isMany) return <TextDiff lines={lines} />
  if (before === undefined || after === undefined) return <NoWords change={change} />
  return <Places change={change} />
}

/** Shown for a change between empty text and no value, which have no words to compare. */
function NoWords({ change: { before, after } }: { readonly change: Change }) {
  const nameOf = (value: unknown) => (value === undefined ? 'no value' : 'empty text')
  return (
    <Text size="sm" c="dimmed">
      {`${nameOf(before)} → ${nameOf(after)}`}
    </Text>
  )
}

function Places({ change: { field, before, after } }: { readonly change: Change }) {
  return <JsonDifferences name={field ? nameField(field) : ''} before={before} after={after} />
}

function Values({ change: { field, variant, before, after }, names }: FullChangeProps) {
  const none = variant === null ? 'No value' : 'As for everyone'
  const [old, now] = [summarize(field, before, names), summarize(field, after, names)]
  return (
    <Text component="div" size="sm" className="entry-text">
      {old === null ? (
        <Text span inherit c="dimmed">
          {none}
        </Text>
      ) : (
        <Removed>{old}</Removed>
      )}
      <span aria-hidden="true"> → </span>
      {now === null ? (
        <Text span inherit c="dimmed">
          {none}
        </Text>
      ) : (
        <Added>{now}</Added>
      )}
    </Text>
  )
}

const itemsShown = 100

/** Shows the items that were removed or added, and the number of unchanged ones. */
function ListChange({ change: { field, before, after }, names }: FullChangeProps) {
  const { changed, stayed, isReordered } = diffItems(before, after)
  if (isReordered && Array.isArray(after)) {
    const items = after.map(item => summarizeOne(field, item, names))
    return <Text size="sm" className="entry-text">{`Same items, new order: ${items.join(', ')}`}</Text>
  }
  return (
    <Group gap={6} className="entry-text">
      {changed.slice(0, itemsShown).map(({ kind, item }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same item may occur twice
        <Marked key={index} kind={kind}>
          {summarizeOne(field, item, names)}
        </Marked>
      ))}
      {stayed > 0 ? (
        <Text span size="xs" c="dimmed">
          {stayed === 1 ? '1 unchanged' : `${stayed.toLocaleString('en')} unchanged`}
        </Text>
      ) : null}
    </Group>
  )
}

/** Rich text is compared by its lines, those of its blocks too. */
function hasBlocks(field: Change['field']): boolean {
  return field?.of !== undefined && definitionOf(field).toLines === undefined
}

interface ShortChangeProps {
  readonly change: Change
  readonly names: Names
}

const shortMax = 60

/** Shows a change in short form for the panel: both values if they are short, otherwise the first difference. */
function ShortChange({ change, names }: ShortChangeProps) {
  const { field, variant } = change
  if (hasBlocks(field)) return <ShortBlocks change={change} />
  const [old, now] = [summarize(field, change.before, names), summarize(field, change.after, names)]
  const isLong = (old?.length ?? 0) > shortMax || (now?.length ?? 0) > shortMax
  const isText = definitionOf(field).toLines !== undefined
  if (isLong && isText && !field?.many && old !== null && now !== null) {
    const excerpt = toExcerpt(
      diffLines(toComparedLines(change, 'before', names), toComparedLines(change, 'after', names)),
    )
    if (excerpt.length > 0) return <Pieces pieces={excerpt} />
  }
  if (field?.many && old !== null && now !== null) return <ShortList change={change} names={names} />
  if (isSame(old, now)) {
    return (
      <Text span inherit c="dimmed">
        changed in detail
      </Text>
    )
  }
  const none = variant === null ? 'no value' : 'as for everyone'
  return (
    <>
      {old === null ? null : (
        <>
          <Removed>{cut(old)}</Removed>{' '}
        </>
      )}
      {now === null ? (
        <Text span inherit c="dimmed">
          {none}
        </Text>
      ) : (
        <Added>{cut(now)}</Added>
      )}
    </>
  )
}

const shortItemsShown = 6

/** Shows only removed and added items. */
function ShortList({ change: { field, before, after }, names }: ShortChangeProps) {
  const { changed, isReordered } = diffItems(before, after)
  if (isReordered) {
    return (
      <Text span inherit c="dimmed">
        in another order
      </Text>
    )
  }
  return (
    <>
      {changed.slice(0, shortItemsShown).map(({ kind, item }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same item may occur twice
        <Fragment key={index}>
          {index > 0 ? ' ' : null}
          <Marked kind={kind}>{cut(summarizeOne(field, item, names))}</Marked>
        </Fragment>
      ))}
      {changed.length > shortItemsShown ? ` and ${changed.length - shortItemsShown} more` : null}
    </>
  )
}

function toComparedLines(
  { field, ...sides }: Change,
  side: 'before' | 'after',
  names: Names,
): readonly Line[] {
  const value = sides[side]
  if (value === undefined || value === null) return []
  return definitionOf(field).toLines?.(value, names) ?? []
}

function cut(text: string): string {
  return text.length > shortMax ? `${text.slice(0, shortMax).trimEnd()}…` : text
}

interface JsonDifferencesProps {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

const placesShown = 20
const textLengthShown = 160

/** Lists the differences between two JSON values. */
function JsonDifferences({ name, before, after }: JsonDifferencesProps) {
  const places = useMemo(() => listDifferences(before, after, placesShown + 1), [before, after])
  if (places.length === 0) return <Text size="sm">Only the order of keys differs.</Text>
  const isMore = places.length > placesShown
  return (
    <ScrollBox label={`Changes in ${name}`}>
      <Table fz="xs" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Path</Table.Th>
            <Table.Th scope="col">Before</Table.Th>
            <Table.Th scope="col">After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {places.slice(0, placesShown).map(place => (
            <Table.Tr key={place.path}>
              <Table.Th scope="row" fw={400}>
                <Code>{place.path}</Code>
              </Table.Th>
              <Table.Td className="entry-text">{toShort(place.before)}</Table.Td>
              <Table.Td className="entry-text">{toShort(place.after)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {isMore ? <Text size="xs">{`Only the first ${placesShown} changes are shown.`}</Text> : null}
    </ScrollBox>
  )
}

function toShort(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > textLengthShown ? `${text.slice(0, textLengthShown)}…` : text
}
