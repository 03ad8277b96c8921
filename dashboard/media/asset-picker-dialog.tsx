// The dialog in which files of the library are chosen. What is in it is loaded when it is opened.
import { Modal, Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import type { AssetItemView } from '../api/asset-types.ts'

const AssetPicker = lazy(async () => ({ default: (await import('./asset-picker.tsx')).AssetPicker }))

export interface AssetPickerProps {
  readonly opened: boolean
  readonly title: string
  /** Media types, as in the rule of a field. */
  readonly accept: readonly string[] | undefined
  readonly multiple: boolean
  /** Closes the dialog, too. */
  readonly onChoose: (assets: readonly AssetItemView[]) => void
  /** Nothing was chosen. */
  readonly onClose: () => void
  /** Another way to the same end. */
  readonly aside?: ReactNode
}

const contentHeight = 320

export function AssetPickerDialog({ opened, title, onClose, ...others }: AssetPickerProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="54rem" centered>
      <Suspense fallback={<Skeleton height={contentHeight} />}>
        <AssetPicker {...others} onClose={onClose} />
      </Suspense>
    </Modal>
  )
}
