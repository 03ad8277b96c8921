// Tabs for the kinds of files, with counts. They are links, so that Back returns to the previous tab.
import { VisuallyHidden } from '@mantine/core'
import { Link } from 'wouter'
import { type AssetKind, useAssetCounts } from '../../api/media/assets.ts'
import { formatCount } from '../../parts/lists/counts.ts'
import { kindNames, type MediaLocation } from './media-address.ts'

export function MediaTabs({ location: { address, hrefFor } }: { readonly location: MediaLocation }) {
  const { data: counts } = useAssetCounts()
  return (
    <nav aria-label="Kinds of files" className="state-tabs">
      <ul className="plain-list">
        {(Object.keys(kindNames) as AssetKind[]).map(kind => (
          <li key={kind}>
            <Link
              href={hrefFor({ show: kind, file: '' })}
              className="state-tab"
              aria-current={address.show === kind ? 'page' : undefined}
            >
              {kindNames[kind]}{' '}
              <span className="state-tab-count">{counts ? formatCount(counts[kind]) : ''}</span>
              {counts ? <VisuallyHidden> {counts[kind] === 1 ? 'file' : 'files'}</VisuallyHidden> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
