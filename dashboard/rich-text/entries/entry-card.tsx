// Shows an entry inside a text: its picture, title, state and collection, or that it is missing.
import { Text } from '@mantine/core'
import {
  type NodeViewRenderer,
  NodeViewWrapper,
  type ReactNodeViewProps,
  ReactNodeViewRenderer,
} from '@tiptap/react'
import { useCollectionNames } from '../../api/content/content.ts'
import { ReferenceChip } from '../../parts/references/reference-chip.tsx'
import { readReferences } from '../../parts/references/reference-value.ts'
import type { EntryAttributes } from '../document/schema.ts'
import { useTextTarget } from './text-targets.tsx'

function EntryCard({ node }: ReactNodeViewProps) {
  const { entry } = node.attrs as EntryAttributes
  const known = useTextTarget(entry)
  const nameOf = useCollectionNames()
  const target = known.targets.get(entry.id)
  const isMissing = target === undefined && !known.isPending && known.error === null
  return (
    <NodeViewWrapper className="rich-text-entry">
      <ReferenceChip reference={readReferences(entry)[0]!} known={known} withState />
      {target ? (
        <Text span size="xs" c="dimmed">
          {nameOf(target.collection)}
        </Text>
      ) : null}
      {isMissing ? (
        <Text span size="xs" c="dimmed">
          This entry does not exist. Replace or remove it.
        </Text>
      ) : null}
      {known.error === null ? null : (
        <Text span size="xs" c="dimmed">
          The title could not be loaded.
        </Text>
      )}
    </NodeViewWrapper>
  )
}

export const showEntry: NodeViewRenderer = ReactNodeViewRenderer(EntryCard, {
  // A click on the title opens the entry. Any other click selects the card.
  stopEvent: ({ event }) => event.target instanceof Element && event.target.closest('a') !== null,
})
