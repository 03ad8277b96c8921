// The dialog in which files of the library are chosen. What is in it is loaded when it is opened.
import { Modal, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { AssetPickerProps } from './asset-picker.tsx'

const AssetPicker = lazy(async () => ({ default: (await import('./asset-picker.tsx')).AssetPicker }))

interface AssetPickerDialogProps extends AssetPickerProps {
  readonly opened: boolean
  readonly title: string
}

const contentHeight = 320

export function AssetPickerDialog({ opened, title, ...props }: AssetPickerDialogProps) {
  return (
    <Modal opened={opened} onClose={props.onClose} title={title} size="54rem" centered>
      <Suspense fallback={<Skeleton height={contentHeight} />}>
        <AssetPicker {...props} />
      </Suspense>
    </Modal>
  )
}
