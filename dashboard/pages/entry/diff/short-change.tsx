// Shows a change in short form for the panel: both values if they are short, otherwise the first difference.
import { Text } from '@mantine/core'
import { Fragment } from 'react'
import { toUnfinishedText } from '../../../fields/json/json-text.ts'
import { type Change, isSame } from './changes.ts'
import { toExcerpt } from './excerpt.ts'
import { diffItems } from './list-diff.ts'
import { Added, Marked, Pieces, Removed } from './marked.tsx'
import type { Names } from './names.ts'
import { toRichTextLines } from './rich-text-lines.ts'
import { summarize, summarizeOne } from './summarize.ts'
import { diffLines, type Line, toLines } from './text-diff.ts'

interface ShortChangeProps {
  readonly change: Change
  readonly names: Names
}

const shortMax = 60

export function ShortChange({ change, names }: ShortChangeProps) {
  const { field, variant } = change
  const [old, now] = [summarize(field, change.before, names), summarize(field, change.after, names)]
  const isLong = (old?.length ?? 0) > shortMax || (now?.length ?? 0) > shortMax
  const isText = field === null || field.type === 'text' || field.type === 'richText'
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

const itemsShown = 6

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
      {changed.slice(0, itemsShown).map(({ kind, item }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same item may occur twice
        <Fragment key={index}>
          {index > 0 ? ' ' : null}
          <Marked kind={kind}>{cut(summarizeOne(field, item, names))}</Marked>
        </Fragment>
      ))}
      {changed.length > itemsShown ? ` and ${changed.length - itemsShown} more` : null}
    </>
  )
}

export function toComparedLines(
  { field, ...sides }: Change,
  side: 'before' | 'after',
  { assetOf }: Pick<Names, 'assetOf'>,
): readonly Line[] {
  const value = sides[side]
  if (value === undefined || value === null) return []
  if (field?.type === 'richText') return toRichTextLines(value, assetOf)
  return toLines(typeof value === 'string' ? value : (toUnfinishedText(value) ?? JSON.stringify(value)))
}

function cut(text: string): string {
  return text.length > shortMax ? `${text.slice(0, shortMax).trimEnd()}…` : text
}
