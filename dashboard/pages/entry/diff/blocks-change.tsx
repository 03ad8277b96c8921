// Shows the changes of blocks, each with the changes of its fields.
import { Text } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { nameBlock } from '../../../fields/component/blocks.ts'
import type { ReadField } from '../../../fields/field-type.ts'
import { nameField } from '../../../parts/entries/place-name.ts'
import { type BlockChange, countBlockChanges, diffBlocks } from './block-diff.ts'
import type { Change } from './changes.ts'
import { Added, Removed } from './marked.tsx'

interface BlocksChangeProps {
  readonly change: Change
  /** Shows the change of one field of a block. */
  readonly show: (inner: Change) => ReactNode
}

export function BlocksChange({ change: { field, before, after }, show }: BlocksChangeProps) {
  const blocks = field as ReadField
  const changes = useMemo(() => diffBlocks(blocks, before, after), [blocks, before, after])
  if (changes.length === 0) return <Text size="sm">No block has changed.</Text>
  return (
    <ul className="plain-list block-changes">
      {changes.map(change => (
        <li key={`${change.kind} ${change.block.component} ${change.block.key}`}>
          <BlockName change={change} name={nameBlock(blocks, change.block)} />
          {change.inner.length > 0 ? (
            <dl className="block-view-fields">
              {change.inner.map(inner => (
                <div key={inner.path}>
                  <dt>{inner.field ? nameField(inner.field) : inner.path}</dt>
                  <dd>{show(inner)}</dd>
                </div>
              ))}
            </dl>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function BlockName({
  change: { kind, isMoved },
  name,
}: {
  readonly change: BlockChange
  readonly name: string
}) {
  if (kind === 'added') return <Added>{name}</Added>
  if (kind === 'removed') return <Removed>{name}</Removed>
  const word = kind === 'moved' ? 'moved' : isMoved ? 'changed and moved' : 'changed'
  return (
    <Text span size="sm" fw={550}>
      {name}{' '}
      <Text span size="xs" c="dimmed" fw={400}>
        {word}
      </Text>
    </Text>
  )
}

/** For example `1 added, 2 changed`. */
export function ShortBlocks({ change: { field, before, after } }: Pick<BlocksChangeProps, 'change'>) {
  return countBlockChanges(diffBlocks(field as ReadField, before, after)) || 'changed in detail'
}
