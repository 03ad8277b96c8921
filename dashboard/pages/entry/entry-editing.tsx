// The page of a loaded entry: the top bar, the form and the side panel, connected to the editor.

import { Alert, Group } from '@mantine/core'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import type { EntryView } from '../../../src/authoring/entries/entries.schema.ts'
import type { CollectionModelView } from '../../../src/authoring/models/models.schema.ts'
import type { Field } from '../../../src/content/values/model.ts'
import { findTitleField } from '../../api/content/models.ts'
import { useHasRight, useSpacePaths } from '../../api/space.ts'
import { isSelected } from '../../fields/component/blocks.ts'
import { setOpen } from '../../fields/component/open-blocks.ts'
import { EntryState } from '../../parts/entries/entry-state.tsx'
import { namePlace } from '../../parts/entries/place-name.ts'
import { Trail } from '../../parts/page/page-header.tsx'
import { toShortTime } from '../../parts/time/moment.tsx'
import { EditorProvider } from './editor-context.ts'
import { hasPlace, placeOfAddress, toFieldPath, toParts, toPath, toPlace } from './engine/draft-paths.ts'
import type { EntryEditor } from './engine/entry-editor.ts'
import { EntryForm, EntryHeading, useTitle } from './form/entry-form.tsx'
import { focusField } from './form/field-id.ts'
import { ProblemSummary } from './form/problem-summary.tsx'
import { ShownTo, toLang, useShownVariants } from './form/shown-to.tsx'
import { useShortcuts } from './form/use-shortcuts.ts'
import { listAround, readVariantFacts, selectPlaces, type VariantFilter } from './form/variant-filter.ts'
import { useHasPanel } from './panel/entry-panel.tsx'
import { EntrySide } from './panel/entry-side.tsx'
import type { EditAddress } from './preview/preview-messages.ts'
import { useIsWide, usePreviewOpen } from './preview/preview-open.ts'
import { PreviewPane } from './preview/preview-pane.tsx'
import { useEntryRights } from './rights.ts'
import { SaveStatus, SignInAgain } from './saving/save-status.tsx'
import { OrphanedEdits, UnsentEdits, useHasUnsent } from './saving/unsent-edits.tsx'
import { useEntryEditor } from './saving/use-entry-editor.ts'
import { type OpenedEntry, toNewEntry } from './saving/use-opened-entry.ts'

interface EntryEditingProps {
  readonly id: string
  readonly opened: OpenedEntry
  readonly model: CollectionModelView
}

export function EntryEditing({ id, opened, model }: EntryEditingProps) {
  const [first] = useState(() => opened.entry ?? toNewEntry(id, model))
  const editor = useEntryEditor({ entry: first, model, opened })
  const base = useBase(editor)
  const canWrite = useHasRight('write')
  const hasPanel = useHasPanel()
  const fields = model.fields as readonly Field[]
  const { variants, facts } = useShownVariants(editor, fields)
  const { variant, filter, only, show } = useShownFields(editor, fields)
  const shown = variants.find(one => one.id === variant)
  const titleField = findTitleField(model)?.apiName ?? null
  const isNew = base.draftVersion === 0
  const isArchived = base.state === 'archived'
  const readOnly = !canWrite || isArchived
  const hasUnsent = useHasUnsent(editor)
  const { goTo, goToPlace } = useGoTo(editor, only, show)
  const [isPreview] = usePreviewOpen()
  const openPart = useOpenPart(editor, shown?.id ?? null, goToPlace)
  useShortcuts(editor, goTo)
  const { bar, main } = useBarHeight()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when a new entry or a copy is opened
  useEffect(() => {
    if ((isNew || opened.isCopy) && titleField !== null) focusField(toFieldPath(titleField, null))
  }, [])
  const names = useCallback(
    (path: string) => {
      const variantOf = (one: string) => variants.find(({ id }) => id === one)?.name ?? one
      return namePlace(path, model.fields, variantOf)
    },
    [model, variants],
  )
  const status =
    canWrite || hasUnsent ? <SaveStatus isNew={isNew} names={names} local={opened.local} /> : null
  const shownTo = (
    <ShownTo
      variants={variants}
      chosen={shown?.id ?? null}
      onChoose={id => show(id, filter)}
      facts={facts}
      filter={filter}
      onFilter={next => show(variant, next)}
    />
  )
  return (
    <EditorProvider value={editor}>
      <div className="page-full entry-page" data-preview={isPreview || undefined}>
        <EntryTrail model={model} titleField={titleField} entry={base} hasState={hasPanel} />
        <div className="entry-main" ref={main}>
          {hasPanel ? null : (
            <div className="entry-bar" ref={bar}>
              {isNew ? null : <EntryStates entry={base} />}
              {status}
            </div>
          )}
          <div className="entry-form" data-read-only={!canWrite || isArchived || undefined}>
            <EntryHeading title={titleField} fallback={toFallback(base, model)} />
            <ReadOnlyNote canWrite={canWrite} isArchived={isArchived} />
            {hasPanel ? null : shownTo}
            <UnsentEdits readOnly={readOnly} names={names} />
            <OrphanedEdits />
            <ProblemSummary names={names} onGoTo={goTo} />
            <EntryForm
              model={model}
              titleField={titleField}
              variant={shown ?? null}
              filter={filter}
              only={shown ? only : null}
              lang={toLang(shown)}
              isNew={isNew}
              readOnly={readOnly}
            />
          </div>
        </div>
        <EntrySide model={model} goTo={goTo} status={hasPanel ? status : null}>
          {hasPanel ? shownTo : null}
        </EntrySide>
        {isPreview ? (
          <PreviewPane entry={base} model={model} variant={shown?.id ?? null} onOpen={openPart} />
        ) : null}
      </div>
      <SignInAgain />
    </EditorProvider>
  )
}

/** Sets a CSS variable to the height of the sticky top bar, which may have several lines in narrow windows. */
function useBarHeight() {
  const main = useRef<HTMLDivElement>(null)
  const bar = useCallback((element: HTMLDivElement | null) => {
    if (element === null) return
    const tell = () => main.current?.style.setProperty('--entry-bar', `${element.offsetHeight}px`)
    const observer = new ResizeObserver(tell)
    observer.observe(element)
    return () => {
      observer.disconnect()
      main.current?.style.removeProperty('--entry-bar')
    }
  }, [])
  return { bar, main }
}

/** Returns the server's version of the entry. */
function useBase({ store }: EntryEditor): EntryView {
  return useSyncExternalStore(
    store.subscribe,
    useCallback(() => store.base, [store]),
  )
}

function toFallback({ draftVersion, slug }: EntryView, { name }: CollectionModelView): string {
  return draftVersion === 0 ? `New entry in ${name}` : slug
}

interface ShownFields {
  /** Null for everyone. */
  readonly variant: string | null
  readonly filter: VariantFilter
  /** The places that the filter selects; null for all. */
  readonly only: ReadonlySet<string> | null
}

/**
 * Returns the variant and the fields that the form shows. They are selected when the filter is chosen, so that a field stays
 * while it is typed in.
 */
function useShownFields({ store }: EntryEditor, fields: readonly Field[]) {
  const [shown, setShown] = useState<ShownFields>({ variant: null, filter: 'all', only: null })
  const show = useCallback(
    (variant: string | null, filter: VariantFilter) => {
      const only = selectPlaces(filter, readVariantFacts(fields, store), variant)
      if (only !== null) setOpen(listAround(only), true)
      setShown({ variant, filter, only })
    },
    [store, fields],
  )
  return { ...shown, show }
}

/**
 * Returns functions that focus a field, by a JSON Pointer into the entry or by its place in the draft. If the form does not
 * show it, all fields of its variant are shown first.
 */
function useGoTo(
  { store }: EntryEditor,
  only: ShownFields['only'],
  show: (variant: string | null, filter: VariantFilter) => void,
) {
  const [awaited, setAwaited] = useState<{ readonly path: string; readonly isShown: boolean } | null>(null)
  useEffect(() => {
    if (awaited === null) return
    const isFocused = isSelected(only, awaited.path) && focusField(awaited.path)
    if (!isFocused && !awaited.isShown) show(toParts(toPath(awaited.path)).variant, 'all')
    setAwaited(isFocused || awaited.isShown ? null : { ...awaited, isShown: true })
  }, [awaited, only, show])
  const goToPlace = useCallback((path: string) => setAwaited({ path, isShown: false }), [])
  const goTo = useCallback(
    (pointer: string) => {
      const isPlace = toParts(pointer).inside.length > 0 && hasPlace(store.getDraft(), pointer)
      goToPlace(isPlace ? pointer : toPlace(pointer, store.base))
    },
    [store, goToPlace],
  )
  return { goTo, goToPlace }
}

/**
 * Opens a part of the page in the preview: a field of this entry, or another entry. In narrow windows the form takes the
 * place of the preview. A field of another entry is focused when its page has loaded.
 */
function useOpenPart({ store }: EntryEditor, variant: string | null, goTo: (place: string) => void) {
  const paths = useSpacePaths()
  const [, navigate] = useLocation()
  const [, setPreview] = usePreviewOpen()
  const isWide = useIsWide()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the page was opened from a preview
  useEffect(() => {
    const { part } = (history.state ?? {}) as { readonly part?: unknown }
    if (typeof part === 'string') goTo(placeOfAddress(part, null, store.getDraft()))
  }, [])
  return ({ collection, id, path }: EditAddress) => {
    if (!isWide) setPreview(false)
    if (id !== store.base.id) navigate(paths.toEntry(collection, id), { state: { part: path } })
    else if (path !== null) goTo(placeOfAddress(path, variant, store.getDraft()))
  }
}

interface EntryTrailProps {
  readonly model: CollectionModelView
  readonly titleField: string | null
  readonly entry: EntryView
  /** True if the state fits beside the title. */
  readonly hasState: boolean
}

function EntryTrail({ model, titleField, entry, hasState }: EntryTrailProps) {
  const paths = useSpacePaths()
  const title = useTitle(titleField)
  return (
    <Trail
      above={[{ text: model.name, path: paths.toCollection(model.apiName) }]}
      here={title ?? (entry.draftVersion === 0 ? 'New entry' : entry.slug)}
      aside={hasState && entry.draftVersion > 0 ? <EntryStates entry={entry} long /> : null}
    />
  )
}

/** Shows the publication state and the schedule, which are independent. */
function EntryStates({ entry, long = false }: { readonly entry: EntryView; readonly long?: boolean }) {
  const { state, schedule } = entry
  const publishAt = schedule?.state === 'pending' ? schedule.publishAt : null
  return (
    <Group component="span" gap={6} wrap="nowrap">
      <EntryState state={state} long={long && publishAt === null} />
      {publishAt === null ? null : (
        <EntryState state="scheduled" detail={toShortTime(publishAt, Date.now())} />
      )}
    </Group>
  )
}

interface ReadOnlyNoteProps {
  readonly canWrite: boolean
  readonly isArchived: boolean
}

function ReadOnlyNote({ canWrite, isArchived }: ReadOnlyNoteProps) {
  const { why } = useEntryRights()
  if (canWrite && !isArchived) return null
  return (
    <Alert color="gray" mb="lg">
      {canWrite ? 'This entry is archived, and cannot be changed. Unarchive it first.' : why}
    </Alert>
  )
}
