// Edits the properties of a file. Saves when the focus leaves an input, and reports how many published entries have
// changed.
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import type { FocalPoint } from '../../../src/content/values/asset-value.ts'
import type { AssetView } from '../../../src/media/manage/asset.schema.ts'
import { type AssetChange, useChangeAsset } from '../../api/media/assets.ts'

/** The delay between the last change of the focal point and the save. */
const pauseMilliseconds = 500

export interface AssetForm {
  readonly alt: string | null
  readonly title: string | null
  readonly focalPoint: FocalPoint | null
  readonly edit: (change: AssetChange) => void
  /** Saves the edits. `change` is an edit of the same event. */
  readonly save: (change?: AssetChange) => void
  /** Edits the focal point and saves after a short delay. */
  readonly setFocalPoint: (point: FocalPoint | null) => void
  readonly isPending: boolean
  readonly error: unknown
  /** The number of published entries that the last save changed; null before the first save. */
  readonly rewritten: number | null
}

export function useAssetForm(asset: AssetView): AssetForm {
  const [edits, setEdits] = useState<AssetChange>({})
  const newest = useRef(edits)
  newest.current = edits
  const { mutate, isPending, error, data } = useChangeAsset()
  const save = (change: AssetChange = {}) => {
    const sent = withoutUnchanged({ ...newest.current, ...change }, asset)
    if (Object.keys(sent).length === 0) {
      setEdits({})
      return
    }
    mutate(
      { id: asset.id, ...sent },
      { onSuccess: () => setEdits(now => withoutUnchanged(now, { ...asset, ...sent })) },
    )
  }
  const edit = (change: AssetChange) => {
    newest.current = { ...newest.current, ...change }
    setEdits(newest.current)
  }
  const saveSoon = useDebouncedCallback(() => save(), { delay: pauseMilliseconds, flushOnUnmount: true })
  const last = useRef(save)
  last.current = save
  // Saves when the panel is closed by a key while an input has the focus.
  useEffect(() => () => last.current(), [])
  const shown = { ...asset, ...edits }
  return {
    alt: shown.alt,
    title: shown.title,
    focalPoint: shown.focalPoint,
    edit,
    save,
    setFocalPoint: focalPoint => {
      edit({ focalPoint })
      saveSoon()
    },
    isPending,
    error,
    rewritten: data?.rewritten ?? null,
  }
}

function withoutUnchanged(edits: AssetChange, asset: AssetChange): AssetChange {
  const names = Object.keys(edits) as (keyof AssetChange)[]
  const changed = names.filter(name => JSON.stringify(edits[name]) !== JSON.stringify(asset[name]))
  return Object.fromEntries(changed.map(name => [name, edits[name]]))
}
