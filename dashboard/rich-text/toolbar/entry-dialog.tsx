// The dialog that inserts an entry into the text, or replaces the selected one.
import type { Editor } from '@tiptap/react'
import { ReferencePicker } from '../../parts/references/reference-picker.tsx'
import { setPart } from '../commands.ts'
import type { EntryReference } from '../document/portable-text.ts'
import { useTextTargets } from '../entries/text-targets.tsx'
import type { Reading } from '../reading.ts'
import { EditorDialog } from './editor-dialog.tsx'

interface EntryDialogProps {
  readonly editor: Editor
  readonly reading: Reading
  /** The collections that the text may refer to; undefined allows any. */
  readonly to: readonly string[] | undefined
  readonly opened: boolean
  readonly onClose: () => void
}

export function EntryDialog({ editor, reading, to, opened, onClose }: EntryDialogProps) {
  const title = reading.entry === null ? 'Insert an entry' : 'Replace the entry'
  const choose = (id: string) => {
    setPart('entry', { entry: { id } })(editor.state, editor.view.dispatch)
    onClose()
  }
  return (
    <EditorDialog editor={editor} title={title} opened={opened} onClose={onClose}>
      <EntrySearch to={to} chosen={reading.entry} onChoose={choose} onClose={onClose} />
    </EditorDialog>
  )
}

interface EntrySearchProps {
  readonly to: readonly string[] | undefined
  readonly chosen: EntryReference | null
  readonly onChoose: (id: string, title: string) => void
  readonly onClose: () => void
}

/** The search of references, which the link dialog shares. */
export function EntrySearch({ to, chosen, onChoose, onClose }: EntrySearchProps) {
  const { remember } = useTextTargets()
  return (
    <div className="rich-text-search">
      <ReferencePicker
        to={to}
        chosen={new Set(chosen === null ? [] : [chosen.id])}
        label="Search entries"
        isMany={false}
        onChoose={target => {
          remember(target)
          onChoose(target.id, target.title ?? target.slug)
        }}
        onClose={onClose}
        onCreating={() => undefined}
      />
    </div>
  )
}
