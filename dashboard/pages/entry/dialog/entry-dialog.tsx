// The frame of the dialogs about an entry.
import { Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react'
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx'
import { keepFocus } from '../../../parts/dialogs/keep-focus.ts'
import { SpaceLine } from '../../../parts/dialogs/space-line.tsx'
import type { EntryPanelProps } from '../panel-props.ts'

/** The button with the menu of the entry, which gets the focus back where the one that was pressed has gone. */
export const entryMenuId = 'entry-menu'

/** Closes the dialog, and moves the focus to a field. */
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
  /** Rendered while it is open. */
  readonly children: ReactNode
}

/** Below it, dialogs fill the window. */
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
 * Where the focus goes when a dialog has closed: to what was to be done next, or back to where it was. Mantine's own way
 * back would take it from what was done next.
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

/** At the end of a dialog; stays in sight where the dialog scrolls. */
export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="sm" className="dialog-buttons">
      {children}
    </Group>
  )
}
