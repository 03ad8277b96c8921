// Shows all differences of a change: words of texts, items of lists, paths in JSON.

import { Group, Text } from '@mantine/core'
import { useMemo } from 'react'
import { toUnfinishedText } from '../../../fields/json/json-text.ts'
import { toNamedAsset } from '../../../media/asset-value.ts'
import { nameField } from '../../../parts/entries/field-name.ts'
import type { Change } from './changes.ts'
import { JsonDifferences } from './json-differences.tsx'
import { diffItems } from './list-diff.ts'
import { Added, Marked, Removed, TextDiff } from './marked.tsx'
import type { Names } from './names.ts'
import { listTextAssets } from './rich-text-lines.ts'
import { toComparedLines } from './short-change.tsx'
import { summarize, summarizeOne } from './summarize.ts'
import { diffLines } from './text-diff.ts'

interface FullChangeProps {
  readonly change: Change
  readonly names: Names
}

export function FullChange({ change, names }: FullChangeProps) {
  const { field, before, after } = change
  if (field?.many && [before, after].every(side => side === undefined || Array.isArray(side))) {
    return <ListChange change={change} names={names} />
  }
  const isText = field === null || field.type === 'text' || field.type === 'richText'
  if (isText && (before !== undefined || after !== undefined))
    return <TextChange change={change} names={names} />
  const areObjects = [before, after].every(
    side => typeof side === 'object' && side !== null && toUnfinishedText(side) === null,
  )
  const areFiles = field?.type === 'asset' && [before, after].every(side => toNamedAsset(side) !== null)
  if (areObjects && !areFiles && field?.type !== 'reference') return <Places change={change} />
  return <Values change={change} names={names} />
}

function TextChange({ change, names }: FullChangeProps) {
  const { field, before, after } = change
  // The names of files may be loaded after the change is shown.
  const files = [before, after].flatMap(listTextAssets).map(names.assetOf).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines use only the names of files
  const lines = useMemo(
    () => diffLines(toComparedLines(change, 'before', names), toComparedLines(change, 'after', names)),
    [change, files],
  )
  const isMany = lines.some(({ kind }) => kind !== 'same')
  if (isMany) return <TextDiff lines={lines} />
  if (field?.type !== 'richText' || before === undefined || after === undefined)
    return <NoWords change={change} />
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
