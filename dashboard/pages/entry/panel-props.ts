// The data and callbacks that the editor passes to the side panel and to the actions of the top bar.
import type { EntryView } from '../../../src/authoring/entries/entries.schema.ts'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'

/** The draft as the form shows it, including unsaved edits. */
export interface EditedDraft {
  readonly data: EntryView['data']
  readonly variants: EntryView['variants']
  readonly slug: string
}

export interface EntryPanelProps {
  /** The server's version, as last saved or fetched. */
  readonly entry: EntryView
  readonly model: CollectionModelView
  readonly draft: EditedDraft
  /** True if the draft has edits that the server does not have. */
  readonly unsaved: boolean
  /** Saves all edits. Resolves to the server's version of the entry, or rejects. */
  readonly save: () => Promise<EntryView>
  /** Called after a mutation has changed the state or the draft of the entry. */
  readonly onChanged: (doc: EntryView) => void
  /** Called instead if this user has replaced values of the draft, which can be undone. */
  readonly onReplaced: (doc: EntryView) => void
  /** Moves the focus to a field by its JSON Pointer, such as `/data/title`. */
  readonly goTo: (path: string) => void
}
