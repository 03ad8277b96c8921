// Shows whether all edits are saved. Changes are announced to screen readers.
import { VisuallyHidden } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import type { LocalDraft } from '../../../api/local-drafts.ts'
import { usePointerHeld } from '../../../parts/forms/pointer-hold.ts'
import { useSaveState } from '../editor-context.ts'
import type { SaveState } from '../engine/save-state.ts'

export function SaveStatus({ isNew, names, local }: SaveStatusProps) {
  const state = useSaveState()
  const keepsNothing = useSyncExternalStore(local.onFailure, local.hasFailed)
  const newest = keepsNothing && state.kind === 'offline' ? offlineWithoutCopy : toText(state, isNew, names)
  // In narrow windows the status is above the form and may have several lines.
  const text = usePointerHeld(newest)
  return (
    <div className="save-status" data-kind={state.kind}>
      <span aria-hidden="true" className="save-status-dot" />
      <span className="save-status-text" aria-hidden="true">
        {text}
      </span>
      {/* "Saving" is not announced, because it would be repeated at every word. */}
      <VisuallyHidden role="status">{state.kind === 'saving' ? '' : text}</VisuallyHidden>
    </div>
  )
}

interface SaveStatusProps {
  readonly isNew: boolean
  /** Returns the name of a field by its path. */
  readonly names: (path: string) => string
  readonly local: LocalDraft
}

const offlineWithoutCopy = 'Offline, and this browser cannot keep your changes: stay on this page'

const clockTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })

function toText(state: SaveState, isNew: boolean, names: (path: string) => string): string {
  switch (state.kind) {
    case 'idle':
      return isNew ? 'Not saved yet: start typing' : 'No unsaved changes'
    case 'saving':
      return 'Saving…'
    case 'saved':
      return `Saved at ${clockTime.format(state.at)}`
    case 'failed':
      return `Not saved: ${state.reason}`
    case 'offline':
      return 'Offline: kept on this device'
    case 'signedOut':
      return 'Not saved: you are signed out'
    case 'conflict':
      return `Conflict in ${state.paths.map(names).join(', ')}`
    case 'refused':
      return `Not saved: check ${state.paths.map(names).join(', ')}`
  }
}
