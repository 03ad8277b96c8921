// The views of blocks that a field gives to the editor of its text. The editor itself knows no components.
import type { Editor } from '@tiptap/react'
import { type ComponentType, createContext } from 'react'
import type { ComponentAttributes } from '../document/schema.ts'

export interface BlockCardProps {
  readonly attributes: ComponentAttributes
  readonly onEdit: (key: string) => void
}

export interface BlockDialogProps {
  readonly editor: Editor
  readonly readOnly: boolean
  readonly lang: string | undefined
  /** The key of the block whose form is open. */
  readonly edited: string | null
  /** True while the component of a new block is chosen. */
  readonly isChoosing: boolean
  readonly onEdit: (key: string) => void
  readonly onLeave: () => void
  readonly onClose: () => void
}

export interface EditorBlocks {
  readonly Card: ComponentType<BlockCardProps>
  readonly Dialog: ComponentType<BlockDialogProps>
  readonly canAdd: boolean
  /** The key of the block that is to be opened. */
  readonly wanted: string | null
}

export interface ShownBlocks {
  readonly Card: ComponentType<BlockCardProps>
  readonly onEdit: (key: string) => void
}

export const ShownBlocksContext = createContext<ShownBlocks | null>(null)
