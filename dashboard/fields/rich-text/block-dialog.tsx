// The dialog of blocks in a text: the choice of a component, and then the form of its block. Changes are in the text at once.
import { Button, Group } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { useContext } from 'react'
import type { BlockDialogProps } from '../../rich-text/blocks/editor-blocks.ts'
import { changeBlock, insertPart } from '../../rich-text/commands.ts'
import type { ComponentAttributes } from '../../rich-text/document/schema.ts'
import { newKey } from '../../rich-text/document/unique-keys.ts'
import { EditorDialog } from '../../rich-text/toolbar/editor-dialog.tsx'
import { BlockFields } from '../component/block-fields.tsx'
import {
  type Block,
  componentOf,
  createBlock,
  listAllowed,
  makeRandomKey,
  nameBlock,
} from '../component/blocks.ts'
import { ComponentPicker } from '../component/component-picker.tsx'
import { useFocusWhenWanted, wantPlace } from '../component/open-blocks.ts'
import type { InnerFields } from '../field-type.ts'
import { type TextBlocks, TextBlocksContext } from './text-blocks.ts'

export function BlockDialog(props: BlockDialogProps) {
  const text = useContext(TextBlocksContext)
  const { inner } = text ?? {}
  return text && inner ? <Dialog {...props} {...text} inner={inner} /> : null
}

interface DialogProps extends BlockDialogProps, TextBlocks {
  readonly inner: InnerFields
}

function Dialog(props: DialogProps) {
  const { editor, field, path, edited, isChoosing, onClose } = props
  const block = edited === null ? null : findBlock(editor, edited)
  const begin = (component: Parameters<typeof createBlock>[0]) => {
    const { data } = createBlock(component, makeRandomKey)
    const key = newKey()
    insertPart('component', { key, component: component.apiName, data })(editor.state, editor.view.dispatch)
    props.onEdit(key)
    wantPlace(`${path}/${key}`)
  }
  return (
    <EditorDialog
      editor={editor}
      title={block === null ? 'Insert a block' : nameBlock(field, block)}
      opened={isChoosing || block !== null}
      onClose={onClose}
      isSaved
    >
      {block === null ? (
        <ComponentPicker
          components={listAllowed(field)}
          label="Component to insert"
          onChoose={begin}
          onClose={onClose}
        />
      ) : (
        <BlockForm {...props} key={block.key} block={block} />
      )}
    </EditorDialog>
  )
}

function BlockForm({ editor, field, inner, path, readOnly, lang, block, onLeave, onClose }: BlockFormProps) {
  const place = `${path}/${block.key}`
  useFocusWhenWanted(place)
  const own = inner.problems.filter(each => each.place === place)
  const update = (key: string, change: (before: Block) => Block) => {
    const changeData = ({ component, data }: ComponentAttributes) => ({
      data: change({ component, key, data }).data,
    })
    changeBlock(key, changeData)(editor.state, editor.view.dispatch)
  }
  return (
    <div className="rich-text-block-form" data-path={place}>
      {own.length > 0 ? (
        <ul className="form-messages plain-list">
          {own.map(({ code, message }) => (
            <li key={code}>{`This block ${message}.`}</li>
          ))}
        </ul>
      ) : null}
      <BlockFields {...{ field, block, inner, readOnly, lang, onLeave }} path={place} onUpdate={update} />
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose} data-autofocus={componentOf(field, block) === undefined || undefined}>
          Done
        </Button>
      </Group>
    </div>
  )
}

interface BlockFormProps extends DialogProps {
  readonly block: Block
}

function findBlock(editor: Editor, key: string): Block | null {
  const node = editor.state.doc.children.find(
    ({ type, attrs }) => type.name === 'component' && attrs.key === key,
  )
  if (node === undefined) return null
  const { component, data } = node.attrs as ComponentAttributes
  return { component, key, data }
}
