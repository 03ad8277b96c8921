// The rich text editor with the blocks of the field's components. It is loaded when an entry has such a field.
import { useContext, useMemo } from 'react'
import { blockLevelsMax } from '../../../src/content/values/model.ts'
import { RichTextField } from '../../rich-text/rich-text-field.tsx'
import { listAllowed } from '../component/blocks.ts'
import { useWantedInside } from '../component/open-blocks.ts'
import { BlockTrail } from '../component/trail.ts'
import type { FieldInputProps } from '../field-type.ts'
import { BlockDialog } from './block-dialog.tsx'
import { TextBlockCard } from './text-block-card.tsx'
import { TextBlocksContext } from './text-blocks.ts'

export function TextField({ inner, ...props }: FieldInputProps) {
  const { field, id } = props
  const path = id.replace(/^field:/, '')
  const context = useMemo(
    // A text is one value, with all that is in its blocks.
    () => ({ field, inner: inner && { ...inner, isShared: false, only: null }, path }),
    [field, inner, path],
  )
  const isTooDeep = useContext(BlockTrail).length >= blockLevelsMax
  const blocks = {
    Card: TextBlockCard,
    Dialog: BlockDialog,
    canAdd: inner !== undefined && !isTooDeep && listAllowed(field).length > 0,
    wanted: useWantedInside(path),
  }
  return (
    <TextBlocksContext value={context}>
      <RichTextField {...props} to={field.to} blocks={blocks} />
    </TextBlocksContext>
  )
}
