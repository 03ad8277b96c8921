// Shows the changes of blocks, each with the changes of its fields.
import { Text } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { nameBlock } from '../../../fields/component/blocks.ts'
import type { ReadField } from '../../../fields/field-type.ts'
import { nameField } from '../../../parts/entries/place-name.ts'
import { type BlockChange, countBlockChanges, diffBlocks } from './block-diff.ts'
import type { Change } from './changes.ts'
import { Added, Removed } from './marked.tsx'
import { withBase } from './overlaid-blocks.ts'

interface BlocksChangeProps {
  readonly change: Change
  /** Shows the change of one field of a block. */
  readonly show: (inner: Change) => ReactNode
}

export function BlocksChange({ change: whole, show }: BlocksChangeProps) {
  const blocks = whole.field as ReadField
  const changes = useMemo(() => diffBlocks(whole), [whole])
  const origin = describeOrigin(whole)
  if (changes.length === 0) return <Text size="sm">{origin ?? 'No block has changed.'}</Text>
  return (
    <>
      {origin === null ? null : <Text size="sm">{origin}</Text>}
      <ul className="plain-list block-changes">
        {changes.map(change => (
          <li key={`${change.kind} ${change.block.component} ${change.block.key}`}>
            <BlockName change={change} name={nameBlock(blocks, withBase(whole.bases, change.block))} />
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
    </>
  )
}

/** Describes a change between the blocks for everyone and a list of a variant's own; null for any other. */
function describeOrigin({ variant, before, after }: Change): string | null {
  if (variant === null || (before !== undefined && after !== undefined)) return null
  return before === undefined
    ? 'A list of its own, instead of the blocks for everyone:'
    : 'The blocks for everyone again, instead of a list of its own:'
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
export function ShortBlocks({ change }: Pick<BlocksChangeProps, 'change'>) {
  return countBlockChanges(diffBlocks(change)) || 'changed in detail'
}
