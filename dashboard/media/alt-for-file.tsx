// Offers to store the alt text of one use as the default of its file while the file has none. Other uses of the file then
// show it too.
import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { AssetView } from '../../src/media/manage/asset.schema.ts'
import { useChangeAsset, useMayChangeAsset } from '../api/media/assets.ts'
import { PendingButton } from '../parts/forms/pending-button.tsx'
import { ProblemAlert } from '../parts/forms/problem-alert.tsx'
import { explainRefusal } from './refusals.ts'

interface AltForFileProps {
  readonly asset: AssetView
  /** The alt text of this use. */
  readonly alt: string | null
}

export function AltForFile({ asset, alt }: AltForFileProps) {
  const mayChange = useMayChangeAsset(asset)
  const { mutate, isPending, isSuccess, error } = useChangeAsset()
  const note = useRef<HTMLParagraphElement>(null)
  // The focused button has disappeared.
  useEffect(() => {
    if (isSuccess) note.current?.focus({ preventScroll: true })
  }, [isSuccess])
  if (alt === null || alt === '') return null
  if (isSuccess && asset.alt === alt) {
    return (
      <Text ref={note} tabIndex={-1} size="xs" c="dimmed" mt={6}>
        This is now the default alt text.
      </Text>
    )
  }
  if (asset.alt !== null || !mayChange) return null
  return (
    <div>
      <PendingButton
        size="compact-sm"
        variant="default"
        mt={6}
        pending={isPending}
        onClick={() => mutate({ id: asset.id, alt })}
      >
        Use as the default alt text
      </PendingButton>
      <Text size="xs" c="dimmed" mt={4}>
        {asset.live
          ? 'This file has no default alt text yet. Other entries that show it will use this one, on the site right away.'
          : 'This file has no default alt text yet. Other entries that show it will use this one.'}
      </Text>
      <ProblemAlert error={error} title="Could not save it for the file">
        {explainRefusal(error)}
      </ProblemAlert>
    </div>
  )
}
