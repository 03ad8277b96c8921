// Shows a block of a component inside a text by the card of its field.
import {
  type NodeViewRenderer,
  NodeViewWrapper,
  type ReactNodeViewProps,
  ReactNodeViewRenderer,
} from '@tiptap/react'
import { useContext } from 'react'
import type { ComponentAttributes } from '../document/schema.ts'
import { ShownBlocksContext } from './editor-blocks.ts'

function BlockView({ node }: ReactNodeViewProps) {
  const shown = useContext(ShownBlocksContext)
  return (
    <NodeViewWrapper className="rich-text-block">
      {shown ? (
        <shown.Card attributes={node.attrs as ComponentAttributes} onEdit={shown.onEdit} />
      ) : (
        node.attrs.component
      )}
    </NodeViewWrapper>
  )
}

export const showBlock: NodeViewRenderer = ReactNodeViewRenderer(BlockView, {
  // The buttons work by themselves. Any other click selects the card.
  stopEvent: ({ event }) => event.target instanceof Element && event.target.closest('button') !== null,
})
