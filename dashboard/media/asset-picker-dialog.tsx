// The dialog for choosing files of the library. Its content is loaded when it is opened.
import { Modal, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { keepFocus } from '../parts/dialogs.tsx'
import type { AssetPickerProps } from './asset-picker.tsx'

const AssetPicker = lazy(async () => ({ default: (await import('./asset-picker.tsx')).AssetPicker }))

interface AssetPickerDialogProps extends AssetPickerProps {
  readonly opened: boolean
  readonly title: string
  /**
   * Returns the element to focus if the element that opened the dialog has disappeared. Null if the dialog must not move
   * the focus.
   */
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
