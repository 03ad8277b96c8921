// The top bar's save status and actions, and the side panel. Both follow the edits with a short delay.
import { type ReactNode, useCallback, useDeferredValue, useSyncExternalStore } from 'react'
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import { TopBarActions } from '../../../parts/page/top-bar.tsx'
import { useEditor } from '../editor-context.ts'
import type { EntryPanelProps } from '../panel-props.ts'
import { EntryActions } from './entry-actions.tsx'
import { EntryPanel } from './entry-panel.tsx'

interface EntrySideProps {
  readonly model: CollectionModelView
  readonly goTo: (path: string) => void
  readonly status: ReactNode
  /** Shown above the panel's content. */
  readonly children: ReactNode
}

export function EntrySide({ model, goTo, status, children }: EntrySideProps) {
  const editor = useEditor()
  const { store } = editor
  const draft = useDeferredValue(useSyncExternalStore(store.subscribe, store.getDraft))
  const entry = useSyncExternalStore(
    store.subscribe,
    useCallback(() => store.base, [store]),
  )
  const unsaved = useSyncExternalStore(
    store.subscribe,
    useCallback(() => store.edits.size > 0, [store]),
  )
  const onChanged = useCallback((doc: EntryView) => editor.take(doc), [editor])
  const onReplaced = useCallback((doc: EntryView) => editor.takeReplaced(doc), [editor])
  const save = useCallback(() => editor.save(), [editor])
  const panel: EntryPanelProps = { entry, model, draft, unsaved, save, onChanged, onReplaced, goTo }
  return (
    <>
      <TopBarActions>
        {status}
        <EntryActions {...panel} />
      </TopBarActions>
      <EntryPanel {...panel}>{children}</EntryPanel>
    </>
  )
}
