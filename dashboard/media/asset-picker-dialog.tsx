// The dialog in which files of the library are chosen. What is in it is loaded when it is opened.
import { Modal, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { keepFocus } from '../parts/dialogs/keep-focus.ts'
import type { AssetPickerProps } from './asset-picker.tsx'

const AssetPicker = lazy(async () => ({ default: (await import('./asset-picker.tsx')).AssetPicker }))

interface AssetPickerDialogProps extends AssetPickerProps {
  readonly opened: boolean
  readonly title: string
  /** Where the focus goes if what opened the dialog is gone; null if it never comes back by itself. */
  readonly focusAfter: (() => HTMLElement | null) | null
}

const contentHeight = 320

export function AssetPickerDialog({ opened, title, focusAfter, ...props }: AssetPickerDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={title}
      size="54rem"
      centered
      returnFocus={focusAfter !== null}
      onExitTransitionEnd={() => focusAfter && keepFocus(focusAfter)}
    >
      <Suspense fallback={<Skeleton height={contentHeight} />}>
        <AssetPicker {...props} />
      </Suspense>
    </Modal>
  )
}
