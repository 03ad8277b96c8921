// Creates the editor of a page, and connects it to requests and to the events of the window.
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { SessionView } from '../../../../src/accounts/accounts.schema.ts'
import type { EntryView } from '../../../../src/authoring/entries/entries.schema.ts'
import type { CollectionModelView } from '../../../../src/authoring/models/models.schema.ts'
import {
  hasBeenReplaced,
  holdSession,
  reportEndedSession,
  useHasSessionEnded,
} from '../../../api/accounts/held-session.ts'
import { sessionKey, useSignedIn } from '../../../api/accounts/session.ts'
import { toEntryServer } from '../../../api/content/drafts.ts'
import type { LocalDraft } from '../../../api/local-drafts.ts'
import { useSpaceApi } from '../../../api/space.ts'
import { useLeaveGuard } from '../../../parts/page/leave-guard.ts'
import { type EditorModel, EntryEditor } from '../engine/entry-editor.ts'
import type { EditorClock } from '../engine/saver.ts'
import type { OpenedEntry } from './use-opened-entry.ts'

const pollMs = 5000

const clock: EditorClock = {
  now: Date.now,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}

interface EntryEditorOptions {
  readonly entry: EntryView
  readonly model: CollectionModelView
  readonly opened: OpenedEntry
}

export function useEntryEditor({ entry, model, opened }: EntryEditorOptions): EntryEditor {
  const api = useSpaceApi()
  const client = useQueryClient()
  const { user } = useSignedIn()
  const [editor] = useState(() => {
    const isStillUser = () =>
      !hasBeenReplaced(user.id) && client.getQueryData<SessionView | null>(sessionKey)?.user.id === user.id
    return new EntryEditor({
      entry,
      model: model as EditorModel,
      server: toEntryServer(api, entry.id, isStillUser),
      clock,
      local: opened.local,
      unsent: opened.unsent,
      isCopy: opened.isCopy,
      onModelChanged: () => {
        void client.invalidateQueries({ queryKey: api.toKey('content', 'collection') })
        void client.invalidateQueries({ queryKey: api.toKey('content', 'components') })
      },
    })
  })
  useEffect(() => editor.setModel(model as EditorModel), [editor, model])
  useWindow(editor)
  useSessionOf(editor)
  useDeletedElsewhere(editor, entry.id)
  useCreation(editor, opened.local)
  useLeaving(editor, opened.local)
  return editor
}

function useWindow(editor: EntryEditor): void {
  useEffect(() => {
    const poll = () => {
      if (document.visibilityState === 'visible') void editor.poll()
    }
    const leave = () => editor.saver.now({ keepalive: true })
    const show = () => (document.visibilityState === 'visible' ? poll() : leave())
    const retry = () => editor.saver.now()
    const warn = (event: BeforeUnloadEvent) => {
      if (editor.store.edits.size === 0) return
      leave()
      event.preventDefault()
    }
    const timer = setInterval(poll, pollMs)
    document.addEventListener('visibilitychange', show)
    window.addEventListener('pagehide', leave)
    window.addEventListener('beforeunload', warn)
    window.addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', show)
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('beforeunload', warn)
      window.removeEventListener('online', retry)
    }
  }, [editor])
}

/** Keeps the page open when the session has ended. Saving resumes after the user has signed in again. */
function useSessionOf(editor: EntryEditor): void {
  const hasEnded = useHasSessionEnded()
  useEffect(holdSession, [])
  useEffect(
    () =>
      editor.store.subscribe(() => {
        if (editor.saver.trouble?.kind === 'signedOut') reportEndedSession()
      }),
    [editor],
  )
  useEffect(() => {
    if (!hasEnded) editor.saver.resume()
  }, [editor, hasEnded])
}

/**
 * Fetches the entry again after another user has deleted it, so that the page reports that it is missing and shows unsent
 * edits.
 */
function useDeletedElsewhere(editor: EntryEditor, id: string): void {
  const client = useQueryClient()
  const api = useSpaceApi()
  useEffect(
    () =>
      editor.store.subscribe(() => {
        if (editor.saver.trouble?.kind !== 'gone') return
        void client.invalidateQueries({ queryKey: api.toKey('opened-entry', id) })
      }),
    [editor, client, api, id],
  )
}

/** Removes the marker of a new entry from the URL once the entry exists. */
function useCreation(editor: EntryEditor, local: LocalDraft): void {
  const [path, navigate] = useLocation()
  const client = useQueryClient()
  const api = useSpaceApi()
  useEffect(() => {
    if (editor.store.base.draftVersion > 0) return
    const stop = editor.store.subscribe(() => {
      if (editor.store.base.draftVersion === 0) return
      stop()
      local.isNew = false
      navigate(path, { replace: true })
      void client.invalidateQueries({ queryKey: api.toKey('content') })
    })
    return stop
  }, [editor, local, path, navigate, client, api])
}

/**
 * Sends unsaved edits when the user leaves the page, and reports those that cannot be sent. If this device stores nothing,
 * the user is asked before leaving.
 */
function useLeaving(editor: EntryEditor, local: LocalDraft): void {
  useLeaveGuard(() => editor.store.edits.size === 0 || !local.hasFailed() || confirm(loss))
  const client = useQueryClient()
  const api = useSpaceApi()
  useEffect(() => {
    return () => {
      void (async () => {
        const isSaved = (await editor.saver.finish({ keepalive: true })) === 'saved'
        editor.saver.stop()
        const isShown = ['signedOut', 'gone'].includes(editor.saver.trouble?.kind ?? '')
        if (!isSaved && !isShown) tellUnsaved(local.hasFailed())
        await client.invalidateQueries({ queryKey: api.toKey('content') })
      })()
    }
  }, [editor, local, client, api])
}

const loss = 'This browser cannot keep your changes. Leave the page and lose what is not saved?'

function tellUnsaved(hasFailed: boolean): void {
  notifications.show({
    color: 'yellow',
    title: 'Your last changes are not saved',
    message: hasFailed
      ? 'This browser could not keep them either.'
      : 'They are kept on this device. Open the entry again to save them.',
    autoClose: false,
  })
}
