// Badges for a file without alt text or without uses.
import type { AssetItemView } from '../../../src/media/manage/asset.schema.ts'
import { isImage } from '../../media/file-words.ts'
import { StateBadge } from '../../parts/entries/entry-state.tsx'

export function AssetNotes({ asset }: { readonly asset: AssetItemView }) {
  const { alt, uses } = asset
  return (
    <>
      {isImage(asset) && alt === null ? <StateBadge word="No alt text" tone="amber" /> : null}
      {uses === 0 ? <StateBadge word="Not used" tone="gray" /> : null}
    </>
  )
}
