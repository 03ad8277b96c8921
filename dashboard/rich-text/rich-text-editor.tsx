// The editor of rich text: the toolbar, the editable content, and announcements of the formatting at the caret.
import { Text, VisuallyHidden } from '@mantine/core'
import { EditorContent, useEditorState } from '@tiptap/react'
import { type FocusEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useFindAsset } from '../api/media/assets.ts'
import { UploadList } from '../media/upload/upload-list.tsx'
import { Held } from '../parts/forms/pointer-hold.ts'
import { type EditorBlocks, ShownBlocksContext } from './blocks/editor-blocks.ts'
import { createEditor, type RichText, showValue } from './create-editor.ts'
import type { PortableText } from './document/portable-text.ts'
import { TextTargetsProvider } from './entries/text-targets.tsx'
import { describeChange, readSelection } from './reading.ts'
import { ContextBar } from './toolbar/context-bar.tsx'
import type { OpenDialog } from './toolbar/editor-dialog.tsx'
import { EntryDialog } from './toolbar/entry-dialog.tsx'
import { ImageDialog } from './toolbar/image-dialog.tsx'
import { LinkDialog } from './toolbar/link-dialog.tsx'
import { TableDialog } from './toolbar/table-dialog.tsx'
import { Toolbar } from './toolbar/toolbar.tsx'
import { useTextUploads } from './use-text-uploads.ts'

export interface RichTextEditorProps {
  readonly value: PortableText | null
  readonly onChange: (value: PortableText | null) => void
  readonly onLeave: () => void
  readonly id: string
  readonly labelledBy: string
  readonly describedBy: string | undefined
  readonly invalid: boolean
  readonly readOnly: boolean
  readonly lang: string | undefined
  /** The collections that the text may refer to; undefined allows any. */
  readonly to: readonly string[] | undefined
  readonly blocks: EditorBlocks
}

export function RichTextEditor(props: RichTextEditorProps) {
  return (
    <TextTargetsProvider>
      <Editing {...props} />
    </TextTargetsProvider>
  )
}

function Editing(props: RichTextEditorProps) {
  const { value, id, readOnly } = props
  const [dialog, setDialog] = useState<OpenDialog>(null)
  /** The key of the block whose form is open. */
  const [edited, setEdited] = useState<string | null>(null)
  const { Card, Dialog, canAdd, wanted } = props.blocks
  const shownBlocks = useMemo(() => ({ Card, onEdit: setEdited }), [Card])
  useEffect(() => {
    if (wanted !== null) setEdited(wanted)
  }, [wanted])
  const [message, say] = useState('')
  const [refusal, setRefusal] = useState('')
  const group = useRef<HTMLDivElement>(null)
  const findAsset = useFindAsset()
  const uploads = useTextUploads(() => richText, props)
  const newest = useRef({ ...props, onFiles: uploads.add, onCopy: uploads.addCopy })
  newest.current = { ...props, onFiles: uploads.add, onCopy: uploads.addCopy }
  const [richText] = useState<RichText>(() =>
    createEditor(value, () => ({
      onChange: next => {
        setRefusal('')
        newest.current.onChange(next)
      },
      onLink: () => setDialog('link'),
      onImage: () => setDialog('image'),
      onEntry: () => setDialog('entry'),
      onBlock: setEdited,
      onToolbar: () => group.current?.querySelector<HTMLElement>('[data-tool][tabindex="0"]')?.focus(),
      onRefuse: setRefusal,
      onFiles: (files, position) => newest.current.onFiles(files, position),
      onCopy: (files, key) => newest.current.onCopy(files, key),
      findAsset,
    })),
  )
  const { editor } = richText
  useEffect(() => showValue(richText, value), [richText, value])
  useAttributes(richText, props)
  useAnnouncements(richText, say)
  const reading = useEditorState({ editor, selector: ({ editor: { state } }) => readSelection(state) })
  const leave = (event: FocusEvent) => {
    const { currentTarget, relatedTarget } = event
    const isWithin = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    // A dialog of the editor is elsewhere in the document, but the form must not take its focus for leaving the field.
    if (dialog !== null || edited !== null) event.stopPropagation()
    else if (!isWithin) props.onLeave()
  }
  const close = () => setDialog(null)
  const dialogProps = { editor, reading, to: props.to, onClose: close }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      ref={group}
      className="rich-text"
      role="group"
      aria-labelledby={props.labelledBy}
      data-invalid={props.invalid || undefined}
      onBlur={leave}
    >
      {readOnly ? null : (
        <Toolbar editor={editor} reading={reading} id={id} onOpen={setDialog} takesBlocks={canAdd} />
      )}
      <ShownBlocksContext value={shownBlocks}>
        <EditorContent editor={editor} className="rich-text-content" />
      </ShownBlocksContext>
      {readOnly ? null : (
        <ContextBar editor={editor} reading={reading} onOpen={setDialog} onBlock={setEdited} />
      )}
      <Dialog
        {...{ editor, readOnly, edited }}
        lang={props.lang}
        isChoosing={dialog === 'component'}
        onEdit={setEdited}
        onLeave={props.onLeave}
        onClose={() => {
          close()
          setEdited(null)
        }}
      />
      <LinkDialog {...dialogProps} opened={dialog === 'link'} />
      <EntryDialog {...dialogProps} opened={dialog === 'entry'} />
      <TableDialog editor={editor} opened={dialog === 'table'} onClose={close} />
      <ImageDialog
        editor={editor}
        reading={reading}
        opened={dialog === 'image'}
        lang={props.lang}
        onClose={close}
      />
      <Held>
        <UploadList list={uploads.list} />
        {[uploads.note, refusal]
          .filter(note => note !== '')
          .map(note => (
            <Text key={note} size="xs" c="dimmed" className="rich-text-note">
              {note}
            </Text>
          ))}
      </Held>
      <VisuallyHidden role="status">{refusal || message || uploads.note}</VisuallyHidden>
    </div>
  )
}

/** Sets the field's ARIA attributes on the editable element. */
function useAttributes({ editor }: RichText, props: RichTextEditorProps): void {
  const { id, labelledBy, describedBy, invalid, readOnly, lang } = props
  useLayoutEffect(() => {
    const attributes = {
      id,
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': labelledBy,
      ...(describedBy && { 'aria-describedby': describedBy }),
      ...(invalid && { 'aria-invalid': 'true' }),
      ...(readOnly && { 'aria-readonly': 'true' }),
      ...(lang && { lang }),
      tabindex: '0',
    }
    editor.setOptions({ editable: !readOnly, editorProps: { ...editor.options.editorProps, attributes } })
  }, [editor, id, labelledBy, describedBy, invalid, readOnly, lang])
  // A click on the label focuses the text, as with other inputs.
  useEffect(() => {
    const label = document.getElementById(labelledBy)
    const focus = () => editor.view.focus()
    label?.addEventListener('click', focus)
    return () => label?.removeEventListener('click', focus)
  }, [editor, labelledBy])
  useEffect(() => () => editor.destroy(), [editor])
}

/** Announces changes by commands and keys. Screen readers announce caret moves themselves. */
function useAnnouncements({ editor }: RichText, say: (message: string) => void): void {
  useEffect(() => {
    let before = readSelection(editor.state)
    const onTransaction = ({
      transaction,
    }: {
      transaction: { docChanged: boolean; storedMarksSet: boolean; getMeta(name: string): unknown }
    }) => {
      const after = readSelection(editor.state)
      const isOwn =
        (transaction.docChanged || transaction.storedMarksSet) && !transaction.getMeta('preventUpdate')
      const change = isOwn ? describeChange(before, after) : ''
      if (change !== '') say(change)
      before = after
    }
    editor.on('transaction', onTransaction)
    return () => {
      editor.off('transaction', onTransaction)
    }
  }, [editor, say])
}
