// The common layout and focus handling of the dialogs about an entry.
import { useMediaQuery } from '@mantine/hooks'
import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react'
import { FormDialog, keepFocus, SpaceLine } from '../../../parts/dialogs.tsx'
import type { EntryPanelProps } from '../panel-props.ts'

/** The id of the entry's menu button, which receives the focus if the pressed button has disappeared. */
export const entryMenuId = 'entry-menu'

/** Closes the dialog and moves the focus to a field. */
export const LeaveContext = createContext<(path: string) => void>(() => {})

export function useLeaveTo(): (path: string) => void {
  return useContext(LeaveContext)
}

interface EntryDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly size?: 'md' | 'lg' | 'xl'
  readonly goTo: EntryPanelProps['goTo']
  /** Rendered only while the dialog is open. */
  readonly children: ReactNode
}

/** Matches windows in which dialogs fill the screen. */
export const phoneQuery = '(max-width: 36em)'

export function EntryDialog({ opened, onClose, title, size = 'md', goTo, children }: EntryDialogProps) {
  const isPhone = useMediaQuery(phoneQuery, false, { getInitialValueInEffect: false })
  const { leave, onGone } = useLeaving(opened, onClose)
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onGone}
      returnFocus={false}
      title={title}
      size={size}
      fullScreen={isPhone}
      className="entry-dialog"
    >
      <SpaceLine />
      <LeaveContext value={path => leave(() => goTo(path))}>{children}</LeaveContext>
    </FormDialog>
  )
}

/**
 * Moves the focus after a dialog has closed: to the next action's target, or back to the opener. Mantine's own focus
 * return would take it away from the next action.
 */
export function useLeaving(opened: boolean, onClose: () => void) {
  const next = useRef<(() => void) | null>(null)
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (opened) opener.current = document.activeElement
  }, [opened])
  return {
    leave: (then: () => void) => {
      next.current = then
      onClose()
    },
    onGone: () => {
      const then = next.current
      next.current = null
      if (then !== null) return then()
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
      keepFocus(() => document.getElementById(entryMenuId) ?? document.getElementById('page'))
    },
  }
}

/** The props of all dialogs about an entry, and the arguments of their mutations. */
export interface DialogProps {
  readonly panel: EntryPanelProps
  readonly opened: boolean
  readonly onClose: () => void
}

/** Returns the entry that a mutation changes, and the callback for the new version. */
export function toTarget({ entry, onChanged }: EntryPanelProps) {
  return { id: entry.id, onChanged }
}

/** Returns the same for mutations that replace values of the draft, which Ctrl+Z can undo. */
export function toUndoable({ entry, onReplaced }: EntryPanelProps) {
  return { id: entry.id, onChanged: onReplaced }
}

export type DialogName =
  | 'publish'
  | 'schedule'
  | 'cancelSchedule'
  | 'unpublish'
  | 'discard'
  | 'archive'
  | 'unarchive'
  | 'delete'
  | 'history'
  | 'usedBy'
  | 'share'
