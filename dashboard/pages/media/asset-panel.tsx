// Shows the opened file: beside the list if the window is wide enough, otherwise in a drawer.
import { CloseButton, Drawer, Skeleton, Stack, Text } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useAsset } from '../../api/media/assets.ts'
import { ProblemAlert } from '../../parts/forms/problem-alert.tsx'
import { AssetDetails } from './asset-details.tsx'

interface AssetPanelProps {
  readonly id: string
  readonly isWide: boolean
  /** True if the file was opened by a link on the page, so that the panel receives the focus. */
  readonly takesFocus: boolean
  readonly onClose: () => void
}

export function AssetPanel({ id, isWide, takesFocus, onClose }: AssetPanelProps) {
  const { data: asset } = useAsset(id)
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each opened file
  useEffect(() => {
    if (isWide && takesFocus) heading.current?.focus({ preventScroll: true })
  }, [id, isWide, takesFocus])
  const name = asset?.filename ?? 'File'
  // Handles Escape here, because the drawer would otherwise close together with a dialog above it.
  const closeByEscape = (event: KeyboardEvent<HTMLElement>) => {
    const isOwn = event.currentTarget.contains(event.target as Node)
    if (event.key === 'Escape' && isOwn && !event.defaultPrevented) onClose()
  }
  if (!isWide) {
    return (
      <Drawer
        opened
        onClose={onClose}
        closeOnEscape={false}
        onKeyDown={closeByEscape}
        title={name}
        position="right"
        size="26rem"
        padding="md"
      >
        <Content id={id} onClose={onClose} />
      </Drawer>
    )
  }
  return (
    <aside className="file-panel" aria-label={name} onKeyDown={closeByEscape}>
      <div className="file-panel-head">
        <h2 ref={heading} tabIndex={-1} title={name}>
          {name}
        </h2>
        <CloseButton aria-label="Close the file" onClick={onClose} />
      </div>
      <Content id={id} onClose={onClose} />
    </aside>
  )
}

function Content({ id, onClose }: Pick<AssetPanelProps, 'id' | 'onClose'>) {
  const { data: asset, error, refetch } = useAsset(id)
  if (asset) return <AssetDetails key={asset.id} asset={asset} onDeleted={onClose} />
  if (asset === null) return <Text size="sm">This file does not exist any more.</Text>
  if (error)
    return <ProblemAlert error={error} title="Could not load the file" onRetry={() => void refetch()} />
  return (
    <Stack aria-busy="true">
      <Skeleton height={220} />
      <Skeleton height={60} />
      <Skeleton height={36} />
    </Stack>
  )
}
