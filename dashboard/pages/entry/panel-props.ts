// What the editor tells the panel beside the form and the actions of the top bar, and what they may ask of it.
import type { EntryView } from '../../../src/authoring/entries/entries.schema.ts'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'

/** The draft as the form shows it, with what is not saved yet. */
export interface EditedDraft {
  readonly data: EntryView['data']
  readonly variants: EntryView['variants']
  readonly slug: string
}

export interface EntryPanelProps {
  /** As the server has it: what was last saved or fetched. */
  readonly entry: EntryView
  readonly model: CollectionModelView
  readonly draft: EditedDraft
  /** Whether the draft has changes that the server does not have. */
  readonly unsaved: boolean
  /** Resolves once everything is saved, to the entry as the server has it then; otherwise rejects. */
  readonly save: () => Promise<EntryView>
  /** The server has changed the state or the draft of the entry. */
  readonly onChanged: (doc: EntryView) => void
  /** The same where this user has replaced values of the draft, and may undo it. */
  readonly onReplaced: (doc: EntryView) => void
  /** Moves the focus to a field, by its JSON Pointer such as `/data/title`. */
  readonly goTo: (path: string) => void
}
